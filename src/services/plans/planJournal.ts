// The journal beside a state: what is sent, line by line before it leaves, and what came of it. Whoever is killed knows
// from it at the next start what is unknown.

import * as l10n from '@vscode/l10n';
import type { Operation } from '../../contract/operations.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { isObject } from '../../core/isObject.ts';
import { invalidAt } from '../../document/walkJson.ts';
import {
  appliedLine,
  stateLines,
  readState,
  type AppliedGroup,
  type AppliedGroups,
  type AppliedState,
} from './appliedState.ts';
import { sha256 } from './bodyDigest.ts';

/** What a plan sends. */
export type PlannedOperation = Exclude<Operation, 'rotate'>;

export type JournalEntry =
  /** The base URL of the service that the entries after it are about, as the state does not say it yet. */
  { readonly event: 'origin'; readonly origin: string } | GroupEntry;

type GroupEntry =
  /** The service has applied it: a line of the state. */
  | ({ readonly event: 'applied' } & AppliedGroup)
  /** On disk before the request leaves. */
  | (Event & { readonly event: 'sending'; readonly was?: string | undefined } & Omit<Sent, 'at'>)
  /** The request has changed nothing. */
  | (Event & { readonly event: 'unchanged' })
  /** The state forgets the group. */
  | (Event & { readonly event: 'removed' })
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
  /** A token that it creates is to be delivered. */
  readonly delivers?: true | undefined;
}

/** By which a journal knows the line of the state that it goes on from. Absent: there was none. */
export function markOf(group: AppliedGroup | undefined): string | undefined {
  return group && sha256(appliedLine(group)).slice(0, 16);
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
  return creating.some((sent) => sent?.delivers === true) ? 'wanted' : 'unwanted';
}

/** What was applied, with what the journal adds to the state. */
export interface KnownState extends AppliedState {
  /** By ID. */
  readonly pending: ReadonlyMap<string, Pending>;
}

/** What another service has says nothing of this one, and a state may not say where its groups are. */
export function isStateOf({ applied, pending, origin }: KnownState, baseUrl: string): boolean {
  return origin === baseUrl || applied.size + pending.size === 0;
}

/** Whether the group may be on the service, as far as the state tells. */
export function mayBeThere({ applied, pending }: KnownState, userGroupId: string): boolean {
  return applied.has(userGroupId) || pending.has(userGroupId);
}

/** The path of the journal that belongs to a state. */
export function journalOf(state: string): string {
  return `${state}.journal`;
}

/** With its line end. All of it is ASCII, so that a line that was cut anywhere is text still. */
export function journalLine(entry: JournalEntry): string {
  const ascii = lineOf(entry).replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${ascii}\n`;
}

function lineOf(entry: JournalEntry): string {
  if (entry.event === 'origin') return JSON.stringify(entry);
  const { userGroupId: id, ...rest } = entry;
  return entry.event === 'applied' ? appliedLine(entry) : JSON.stringify({ id, ...rest });
}

/** What is left of the journal once the state has the rest. */
export function pendingText(pending: KnownState['pending']): string {
  return [...pending].flatMap(([userGroupId, each]) => leftOf(userGroupId, each).map(journalLine)).join('');
}

export function leftOf(userGroupId: string, { sending, unknown, tokenDueSince: at }: Pending): GroupEntry[] {
  const left: GroupEntry[] = at === undefined ? [] : [{ event: 'tokenDue', userGroupId, at }];
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
  origin: string | undefined;

  /**
   * @param journal a complete one @param origin that of the state
   * @throws UserGroupsError `invalid`, with its place in the journal
   */
  constructor(state: AppliedGroups, journal: string, origin?: string) {
    this.applied = new Map(state);
    this.origin = origin;
    /** What the state has had of each group, as far as this journal goes. */
    const marks = new Map<string, Set<string | undefined>>();
    for (const { start, line } of stateLines(journal)) {
      const entry = readEntry(line);
      if (entry === undefined) throw invalidAt(journal, start, l10n.t('The line is damaged.'));
      this.follow(entry);
      if (entry.event === 'origin') continue;
      const { event, userGroupId } = entry;
      if (event === 'sending' || event === 'applied')
        marks.set(
          userGroupId,
          (marks.get(userGroupId) ?? new Set()).add(event === 'sending' ? entry.was : markOf(entry)),
        );
    }
    // Applied elsewhere as well: whatever the clocks say, nobody knows which came last.
    for (const [userGroupId, met] of marks) {
      const [is, here] = [state.get(userGroupId), this.applied.get(userGroupId)];
      if (here !== undefined && here !== is && !met.has(markOf(is)))
        this.applied.set(userGroupId, { ...(is ?? here), sha256: undefined, fields: undefined });
    }
  }

  follow(entry: JournalEntry): void {
    if (entry.event === 'origin') {
      this.origin = entry.origin;
      return;
    }
    const { userGroupId } = entry;
    if (entry.event === 'applied') {
      const { event: _event, ...group } = entry;
      this.applied.set(userGroupId, group);
    } else if (entry.event === 'removed') this.applied.delete(userGroupId);
    const now = after(entry, this.pending.get(userGroupId) ?? {});
    if (isUnknown(now) || now.tokenDueSince !== undefined) this.pending.set(userGroupId, now);
    else this.pending.delete(userGroupId);
  }
}

function after(entry: GroupEntry, { sending, unknown, tokenDueSince }: Pending): Pending {
  const { at } = entry;
  switch (entry.event) {
    case 'sending': {
      const { operation, delivers } = entry;
      return { tokenDueSince, unknown: sayingMore(unknown, sending), sending: { operation, at, delivers } };
    }
    case 'applied':
      return { tokenDueSince };
    case 'unchanged':
      return { tokenDueSince, unknown };
    case 'removed':
      return {};
    case 'tokenDue':
      return { sending, unknown, tokenDueSince: at };
    case 'tokenDelivered':
      return { sending, unknown };
  }
}

/** Of two whose outcome is unknown, that which says more about a token that nobody has got. */
function sayingMore(earlier: Sent | undefined, later: Sent | undefined): Sent | undefined {
  const weight = (sent: Sent | undefined): number =>
    sent?.operation === 'getOrCreate' ? (sent.delivers === true ? 2 : 1) : 0;
  return weight(later) > weight(earlier) ? later : (earlier ?? later);
}

/** `undefined` for what is none. */
function readEntry(line: string): JournalEntry | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (!isObject(value)) return undefined;
    const { id: userGroupId, at, event, operation, delivers, was, origin } = value;
    if (event === 'origin') return typeof origin === 'string' ? { event, origin } : undefined;
    if (event === undefined) {
      const [group] = readState(line).applied.values();
      return group && { event: 'applied', ...group };
    }
    if (typeof userGroupId !== 'string' || typeof at !== 'string') return undefined;
    if (event === 'sending')
      return operation === 'getOrCreate' || operation === 'update'
        ? {
            event,
            userGroupId,
            at,
            operation,
            delivers: delivers === true || undefined,
            was: typeof was === 'string' ? was : undefined,
          }
        : undefined;
    return event === 'unchanged' || event === 'removed' || event === 'tokenDue' || event === 'tokenDelivered'
      ? { event, userGroupId, at }
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof UserGroupsError) return undefined;
    throw error;
  }
}
