// The journal beside a state: what is sent, line by line before it leaves, and what came of it. Whoever is killed knows
// from it at the next start what is unknown.

import type { Operation } from '../../contract/operations.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { isObject } from '../../core/isObject.ts';
import { appliedLine, linesOf, readState, type AppliedGroup, type AppliedGroups } from './appliedState.ts';

/** What a plan sends. */
export type PlannedOperation = Exclude<Operation, 'rotate'>;

export type JournalEntry =
  /** The service has applied it: a line of the state. */
  | ({ readonly event: 'applied' } & AppliedGroup)
  /** On disk before the request leaves. */
  | (Event & { readonly event: 'sending'; readonly operation: PlannedOperation })
  /** The request has changed nothing. */
  | (Event & { readonly event: 'unchanged' })
  /** The group's token is to be delivered, and was. */
  | (Event & { readonly event: 'tokenDue' | 'tokenDelivered' });

interface Event {
  readonly userGroupId: string;
  /** ISO 8601, in UTC. */
  readonly at: string;
}

/** What is not at its end. */
export interface Pending {
  /** A request whose outcome is unknown. */
  readonly sending?: { readonly operation: PlannedOperation; readonly at: string } | undefined;
  /** When its token should have been delivered. */
  readonly tokenDueSince?: string | undefined;
}

/** What was applied, with what the journal adds to the state. */
export interface KnownState {
  readonly applied: AppliedGroups;
  /** By ID. */
  readonly pending: ReadonlyMap<string, Pending>;
}

/** With its line end. */
export function journalLine(entry: JournalEntry): string {
  if (entry.event === 'applied') return `${appliedLine(entry)}\n`;
  const { userGroupId: id, ...rest } = entry;
  return `${JSON.stringify({ id, ...rest })}\n`;
}

/** What is left of the journal once the state has the rest. */
export function pendingText(pending: KnownState['pending']): string {
  return [...pending]
    .flatMap(([userGroupId, { sending, tokenDueSince: at }]): JournalEntry[] => [
      ...(at === undefined ? [] : [{ event: 'tokenDue', userGroupId, at } as const]),
      ...(sending === undefined ? [] : [{ event: 'sending', userGroupId, ...sending } as const]),
    ])
    .map(journalLine)
    .join('');
}

/** What is known, as entries come. */
export class Journaled implements KnownState {
  readonly applied: Map<string, AppliedGroup>;
  readonly pending = new Map<string, Pending>();

  /** A line that was not written to its end does not count: nothing has left after it. @param journal its text */
  constructor(state: AppliedGroups, journal: string) {
    this.applied = new Map(state);
    for (const { line } of linesOf(journal)) {
      const entry = readEntry(line);
      if (entry !== undefined) this.follow(entry);
    }
  }

  follow(entry: JournalEntry): void {
    const { userGroupId, at } = entry;
    // The state may have been applied elsewhere since.
    if ((this.applied.get(userGroupId)?.at ?? '') > at) return;
    if (entry.event === 'applied') {
      const { event: _event, ...group } = entry;
      this.applied.set(userGroupId, group);
    }
    const { sending, tokenDueSince } = after(entry, this.pending.get(userGroupId) ?? {});
    if (sending === undefined && tokenDueSince === undefined) this.pending.delete(userGroupId);
    else this.pending.set(userGroupId, { sending, tokenDueSince });
  }
}

function after(entry: JournalEntry, { sending, tokenDueSince }: Pending): Pending {
  const { at } = entry;
  switch (entry.event) {
    case 'sending':
      return { tokenDueSince, sending: { operation: entry.operation, at } };
    case 'applied':
    case 'unchanged':
      return { tokenDueSince };
    case 'tokenDue':
      return { sending, tokenDueSince: at };
    case 'tokenDelivered':
      return { sending };
  }
}

/** `undefined` for what is none. */
function readEntry(line: string): JournalEntry | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (!isObject(value)) return undefined;
    const { id: userGroupId, at, event, operation } = value;
    if (event === undefined) {
      const [group] = readState(line).values();
      return group && { event: 'applied', ...group };
    }
    if (typeof userGroupId !== 'string' || typeof at !== 'string') return undefined;
    if (event === 'sending')
      return operation === 'getOrCreate' || operation === 'update' ? { event, userGroupId, at, operation } : undefined;
    return event === 'unchanged' || event === 'tokenDue' || event === 'tokenDelivered'
      ? { event, userGroupId, at }
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof UserGroupsError) return undefined;
    throw error;
  }
}
