// What happens to a group's record when a draft is kept or dropped and when a sending ends: rules without SQL.

import type { SendResult } from '../core/ports.ts';
import type { GroupRef, SealedToken, SendOutcome, UserGroupRecord } from '../core/userGroup.ts';
import type { Sending } from './versionRows.ts';

/** A record, and the one fact of its base that lists show without reading the text. */
export interface StoredUserGroup {
  readonly record: UserGroupRecord;
  readonly mappingKnown: boolean;
}

/** The service gave an answer of the contract: the group is there. */
const ANSWERED: ReadonlySet<SendOutcome> = new Set(['created', 'existed', 'existedNotApplied', 'updated', 'rotated']);
/** What was sent is what the service now holds. */
const APPLIED: ReadonlySet<SendOutcome> = new Set(['created', 'updated']);

export function newlyListed(ref: GroupRef, now: number): StoredUserGroup {
  return { record: { ref, name: ref.userGroupId, documentMtime: now }, mappingKnown: false };
}

/** A text that the document has already changes nothing, the draft's time included; one equal to the base is no draft. */
export function withDraft(group: StoredUserGroup, text: string, at: number, now: number): StoredUserGroup {
  const { record } = group;
  if (text === (record.draft ?? record.base)?.text) return group;
  if (text === record.base?.text) return withoutDraft(group, now);
  return { ...group, record: withMtime({ ...record, draft: { text, at } }, record, now) };
}

/** With the draft goes the news that it was not applied. */
export function withoutDraft(group: StoredUserGroup, now: number): StoredUserGroup {
  const { record } = group;
  return { ...group, record: withMtime({ ...record, draft: undefined, existedNotAppliedAt: undefined }, record, now) };
}

/** Interface document, "Endpoints": fields that an operation does not return keep what is known. */
export function afterSending(group: StoredUserGroup, sent: Sending, result: SendResult, now: number): StoredUserGroup {
  const { record } = group;
  const { outcome, at } = result;
  const answered = result.answer === undefined ? record.answered
    : { ...record.answered, ...known(result.answer), at, operation: sent.operation };
  const base = result.base === undefined ? record.base : { text: result.base.text, from: result.base.from, at };
  const after: UserGroupRecord = {
    ...record,
    name: answered?.name ?? record.ref.userGroupId,
    answered,
    base,
    draft: draftAfter(record, base, sent, result),
    token: tokenAfter(record.token, result.token, at),
    existedNotAppliedAt: existedNotAppliedAfter(record, result),
    goneAt: result.gone === true ? at : ANSWERED.has(outcome) ? undefined : record.goneAt,
    unknownOutcome: unknownAfter(record, sent, result),
  };
  const mappingKnown = result.base === undefined ? group.mappingKnown : result.base.from === 'sent' && result.base.mappingKnown;
  return { record: withMtime(after, record, now), mappingKnown };
}

/** Nothing but its place in the list: no document, no answer, no token. */
export function isEmpty({ draft, base, answered, token }: UserGroupRecord): boolean {
  return draft === undefined && base === undefined && answered === undefined && token === undefined;
}

function draftAfter(record: UserGroupRecord, base: UserGroupRecord['base'], sent: Sending, result: SendResult): UserGroupRecord['draft'] {
  const draft = draftAsTold(record.draft, sent, result);
  return draft?.text === base?.text ? undefined : draft;
}

function draftAsTold(draft: UserGroupRecord['draft'], sent: Sending, result: SendResult): UserGroupRecord['draft'] {
  if (result.draft === undefined) return draft;
  if (result.draft === 'clear') return draft?.text === sent.text ? undefined : draft;
  // The person went on typing while the request was under way: the newer text stays.
  if (draft !== undefined && (draft.at > sent.at || draft.text === result.draft.text)) return draft;
  return { text: result.draft.text, at: result.at };
}

function tokenAfter(token: UserGroupRecord['token'], sealed: SealedToken | undefined, at: number): UserGroupRecord['token'] {
  if (sealed === undefined) return token;
  const isSame = token?.sealed.keyId === sealed.keyId && token.sealed.fingerprint === sealed.fingerprint;
  return isSame ? token : { sealed, at };
}

function existedNotAppliedAfter(record: UserGroupRecord, { existedNotApplied, outcome, at }: SendResult): number | undefined {
  if (existedNotApplied === true) return at;
  return existedNotApplied === false || APPLIED.has(outcome) ? undefined : record.existedNotAppliedAt;
}

/** A rotation whose outcome is unknown stays so until the token is known again: no other operation proves what became of it. */
function unknownAfter({ unknownOutcome: unknown, answered }: UserGroupRecord, sent: Sending, result: SendResult): UserGroupRecord['unknownOutcome'] {
  const { outcome, at, token } = result;
  const isRotation = unknown?.operation === 'rotate';
  // Get-or-create does nothing to a group that exists: one that has answered is none that was perhaps created.
  if (outcome === 'unknown' && sent.operation === 'getOrCreate' && answered !== undefined) return unknown;
  if (outcome === 'unknown') return isRotation && sent.operation !== 'rotate' ? unknown : { operation: sent.operation, at };
  const isProof = isRotation ? outcome === 'rotated' || token !== undefined : ANSWERED.has(outcome);
  return isProof ? undefined : unknown;
}

/** Strictly growing, and moving only with the text: VS Code offers Compare or Overwrite when it moves under an editor. */
function withMtime(after: UserGroupRecord, before: UserGroupRecord, now: number): UserGroupRecord {
  const hasMoved = (after.draft ?? after.base)?.text !== (before.draft ?? before.base)?.text;
  return hasMoved ? { ...after, documentMtime: Math.max(now, before.documentMtime + 1) } : after;
}

/** Only what is there: an absent field must not overwrite, a null must. */
function known<T extends object>(answer: T): Partial<T> {
  return Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== undefined)) as Partial<T>;
}
