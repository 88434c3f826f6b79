// The journal beside a state: what is sent, line by line before it leaves, and what came of it. Whoever is killed knows
// from it at the next start what is unknown.

import * as l10n from '@vscode/l10n';
import type { Operation } from '../../contract/operations.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { isObject } from '../../core/isObject.ts';
import { invalidAt } from '../../document/walkJson.ts';
import { appliedLine, linesOf, readState, type AppliedGroup, type AppliedGroups } from './appliedState.ts';

/** What a plan sends. */
export type PlannedOperation = Exclude<Operation, 'rotate'>;

export type JournalEntry =
  /** The service has applied it: a line of the state. */
  | ({ readonly event: 'applied' } & AppliedGroup)
  /** On disk before the request leaves. `handsOver`: a token that it creates is to be delivered. */
  | (Event & { readonly event: 'sending'; readonly operation: PlannedOperation; readonly handsOver?: true | undefined })
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
  /** A request that has no outcome yet. */
  readonly sending?: Sent | undefined;
  /** An earlier one whose outcome is unknown. Only one that is applied makes up for it. */
  readonly unknown?: Sent | undefined;
  /** When its token should have been delivered. */
  readonly tokenDueSince?: string | undefined;
}

interface Sent {
  readonly operation: PlannedOperation;
  readonly at: string;
  readonly handsOver?: true | undefined;
}

/** Whether what the group has on the service is unknown. */
export function isUnknown({ sending, unknown }: Pending = {}): boolean {
  return sending !== undefined || unknown !== undefined;
}

/**
 * Whether it may have been created without anybody having got its token: `wanted` where that was to be delivered.
 */
export function lostToken({ sending, unknown }: Pending = {}): 'wanted' | 'unwanted' | undefined {
  const creating = [sending, unknown].filter((sent) => sent?.operation === 'getOrCreate');
  if (creating.length === 0) return undefined;
  return creating.some((sent) => sent?.handsOver === true) ? 'wanted' : 'unwanted';
}

/** What was applied, with what the journal adds to the state. */
export interface KnownState {
  readonly applied: AppliedGroups;
  /** By ID. */
  readonly pending: ReadonlyMap<string, Pending>;
}

/** Of the state in this file, or at this path. */
export function journalOf(state: string): string {
  return `${state}.journal`;
}

/** With its line end. */
export function journalLine(entry: JournalEntry): string {
  if (entry.event === 'applied') return `${appliedLine(entry)}\n`;
  const { userGroupId: id, ...rest } = entry;
  return `${JSON.stringify({ id, ...rest })}\n`;
}

/** What is left of the journal once the state has the rest. */
export function pendingText(pending: KnownState['pending']): string {
  return [...pending].flatMap(([userGroupId, each]) => leftOf(userGroupId, each).map(journalLine)).join('');
}

function leftOf(userGroupId: string, { sending, unknown, tokenDueSince: at }: Pending): JournalEntry[] {
  const left: JournalEntry[] = at === undefined ? [] : [{ event: 'tokenDue', userGroupId, at }];
  for (const sent of [unknown, sending]) if (sent !== undefined) left.push({ event: 'sending', userGroupId, ...sent });
  return left;
}

/** Its entries that were written to their end: nothing has left after the beginning of another. */
export function completeJournal(text: string): string {
  const end = text.lastIndexOf('\n') + 1;
  const rest = text.slice(end);
  return text.slice(0, end) + (readEntry(rest) === undefined ? '' : `${rest}\n`);
}

/** What is known, as entries come. */
export class Journaled implements KnownState {
  readonly applied: Map<string, AppliedGroup>;
  readonly pending = new Map<string, Pending>();

  /** @param journal a complete one @throws UserGroupsError `invalid`, with its place in the journal */
  constructor(state: AppliedGroups, journal: string) {
    this.applied = new Map(state);
    for (const { start, line } of linesOf(journal)) {
      const entry = readEntry(line);
      if (entry === undefined) throw invalidAt(journal, start, l10n.t('The line is damaged.'));
      // The state may have been applied elsewhere since; a token that is due stays so.
      const isOfToken = entry.event === 'tokenDue' || entry.event === 'tokenDelivered';
      if (isOfToken || (state.get(entry.userGroupId)?.at ?? '') <= entry.at) this.follow(entry);
    }
  }

  follow(entry: JournalEntry): void {
    const { userGroupId } = entry;
    if (entry.event === 'applied') {
      const { event: _event, ...group } = entry;
      this.applied.set(userGroupId, group);
    }
    const now = after(entry, this.pending.get(userGroupId) ?? {});
    if (isUnknown(now) || now.tokenDueSince !== undefined) this.pending.set(userGroupId, now);
    else this.pending.delete(userGroupId);
  }
}

function after(entry: JournalEntry, { sending, unknown, tokenDueSince }: Pending): Pending {
  const { at } = entry;
  switch (entry.event) {
    case 'sending': {
      const { operation, handsOver } = entry;
      // One that may have created the group says more: about its token.
      const before = sending?.operation === 'getOrCreate' ? sending : (unknown ?? sending);
      return { tokenDueSince, unknown: before, sending: { operation, at, handsOver } };
    }
    case 'applied':
      return { tokenDueSince };
    case 'unchanged':
      return { tokenDueSince, unknown };
    case 'tokenDue':
      return { sending, unknown, tokenDueSince: at };
    case 'tokenDelivered':
      return { sending, unknown };
  }
}

/** `undefined` for what is none. */
function readEntry(line: string): JournalEntry | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (!isObject(value)) return undefined;
    const { id: userGroupId, at, event, operation, handsOver } = value;
    if (event === undefined) {
      const [group] = readState(line).values();
      return group && { event: 'applied', ...group };
    }
    if (typeof userGroupId !== 'string' || typeof at !== 'string') return undefined;
    if (event === 'sending')
      return operation === 'getOrCreate' || operation === 'update'
        ? { event, userGroupId, at, operation, ...(handsOver === true && { handsOver }) }
        : undefined;
    return event === 'unchanged' || event === 'tokenDue' || event === 'tokenDelivered'
      ? { event, userGroupId, at }
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof UserGroupsError) return undefined;
    throw error;
  }
}
