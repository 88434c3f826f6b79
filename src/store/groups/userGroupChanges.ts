// What happens to a group's record when a draft is kept or dropped and when a sending ends: rules without SQL.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../../core/errors.ts';
import type { NewBase, NewSending, SendResult } from '../../core/ports/journal.ts';
import { isAskedAlone, REQUESTS, type AskedAlone, type ListedAs } from '../../contract/operations.ts';
import {
  ANSWERED_OUTCOMES,
  answeredMapping,
  type DocumentBase,
  type GroupRef,
  isSameToken,
  type OpenRotation,
  type SealedToken,
  type SendOutcome,
  type UserGroupAnswer,
  type UserGroupRecord,
} from '../../core/userGroup.ts';

/** A sending that has ended. */
export interface Ended extends NewSending {
  readonly id: number;
  /** Something was applied to the group from here since it began. */
  readonly isOvertaken: boolean;
}

const ANSWERED: ReadonlySet<SendOutcome> = new Set(ANSWERED_OUTCOMES);
/** What was sent is what the service now holds. */
const APPLIED: ReadonlySet<SendOutcome> = new Set(['created', 'updated']);

export function newlyListed(ref: GroupRef, now: number): UserGroupRecord {
  return { ref, name: ref.userGroupId, mappingKnown: false, documentMtime: now };
}

/**
 * A text that the document has already changes nothing, the draft's time included; one equal to the base is no draft.
 */
export function withDraft(record: UserGroupRecord, text: string, at: number, now: number): UserGroupRecord {
  if (text === (record.draft ?? record.base)?.text) return record;
  if (text === record.base?.text) return withoutDraft(record, now);
  return withMtime({ ...record, draft: { text, at } }, record, now);
}

/** With the draft goes the news that it was not applied. */
export function withoutDraft(record: UserGroupRecord, now: number): UserGroupRecord {
  return withMtime({ ...record, draft: undefined, existedNotAppliedAt: undefined }, record, now);
}

/** What the group of the former ID had, for the one of the new ID where that has no such. */
export function withDocuments(
  before: UserGroupRecord,
  { name, ref, base, draft, mappingKnown }: UserGroupRecord,
  inText: (text: string) => string,
  now: number,
): UserGroupRecord {
  const carriesBase = base !== undefined && (before.base === undefined || isLess(before.base, base));
  const record: UserGroupRecord = {
    ...before,
    name: before.name === before.ref.userGroupId && name !== ref.userGroupId ? name : before.name,
    base: carriesBase ? { ...base, text: inText(base.text) } : before.base,
    draft: before.draft ?? (draft && { ...draft, text: inText(draft.text) }),
    mappingKnown: carriesBase ? mappingKnown : before.mappingKnown,
  };
  return withMtime(record, before, now);
}

/** What was sent from here says more than what was only answered. */
function isLess(one: DocumentBase, other: DocumentBase): boolean {
  return one.from === 'answered' && other.from === 'sent';
}

/**
 * The service has the group no more: nothing that was sent or answered is true of it any longer. The document stays as
 * a draft, and so does the token, by which the group may be looked for. `version`: in whose order that is known.
 */
export function asGone(before: UserGroupRecord, version: number, listing: ListedAs): UserGroupRecord {
  return {
    ...before,
    draft: before.draft ?? (before.base && { text: before.base.text, at: before.base.at }),
    base: undefined,
    baseVersion: undefined,
    answered: undefined,
    answeredVersion: undefined,
    existedNotAppliedAt: undefined,
    goneAt: undefined,
    unknownOutcome: undefined,
    listing,
    listedVersion: version,
    mappingKnown: false,
  };
}

function afterEnding(
  record: UserGroupRecord,
  { id, operation }: { readonly id: number; readonly operation: AskedAlone },
  { outcome, at }: SendResult,
): UserGroupRecord {
  const { answeredVersion = 0, listedVersion = 0 } = record;
  // The service has answered for it since.
  if (Math.max(answeredVersion, listedVersion) > id) return record;
  if (outcome === REQUESTS[operation].listedAs) return asGone(record, id, outcome);
  return outcome === 'unknown' ? { ...record, unknownOutcome: { operation, at } } : record;
}

/** Interface document, "Endpoints": fields that an operation does not return keep what is known. */
export function afterSending(record: UserGroupRecord, sent: Ended, result: SendResult, now: number): UserGroupRecord {
  const { outcome, at } = result;
  const { operation } = sent;
  if (isAskedAlone(operation)) return afterEnding(record, { id: sent.id, operation }, result);
  const isAnswer = result.answer !== undefined && !isOutdated(sent);
  const newBase = newBaseOf(record, sent, result);
  const answered = isAnswer
    ? {
        ...record.answered,
        ...replaced(newBase),
        ...known(result.answer),
        further: eachAfter(record.answered?.further, result.answer.further, newBase),
        computed: eachAfter(record.answered?.computed, result.answer.computed, newBase),
        at,
        operation,
      }
    : record.answered;
  const base =
    newBase === undefined
      ? baseWhile(record.base, sent, outcome)
      : {
          text: newBase.text,
          from: newBase.from,
          at,
          ...(hasNoMapping(newBase, record, answered) && { hasNoMapping: true as const }),
        };
  const after: UserGroupRecord = {
    ...record,
    name: answered?.name ?? record.name,
    answered,
    base,
    ...(isAnswer && { answeredVersion: sent.id }),
    ...(newBase !== undefined && { baseVersion: sent.id }),
    draft: draftAfter(record, base, sent, result),
    token: tokenAfter(record.token, result.token, at),
    existedNotAppliedAt: existedNotAppliedAfter(record, result),
    goneAt: result.gone === true ? at : ANSWERED.has(outcome) ? undefined : record.goneAt,
    listing: listingAfter(record, sent, outcome),
    unknownOutcome: unknownAfter(record, sent, result),
    mappingKnown:
      answeredMapping(answered ?? {}) === 'some' ||
      (newBase === undefined ? record.mappingKnown : isKnownBy(newBase, answered)),
  };
  return withMtime(after, record, now);
}

/** The mapping of a document that was written from an answer is known where that has one, be it empty. */
function isKnownBy({ from, mappingKnown }: NewBase, answered: UserGroupAnswer = {}): boolean {
  return from === 'sent' ? mappingKnown : answered.mapping !== undefined;
}

/** A mapping that was answered before: this answer has its own, or the service answers none any more. */
function replaced(newBase: SendResult['base']): { readonly mapping?: undefined } {
  return newBase === undefined ? {} : { mapping: undefined };
}

/** Each by itself: what this answer does not say keeps what is known, unless something else was applied. */
function eachAfter(
  before: Readonly<Record<string, string>> | undefined,
  answered: Readonly<Record<string, string>> | undefined,
  newBase: SendResult['base'],
): Readonly<Record<string, string>> | undefined {
  const texts = { ...(newBase === undefined && before), ...answered };
  return Object.keys(texts).length === 0 ? undefined : texts;
}

/** A group that answers is there; a rotation does not say with which values. */
function listingAfter(
  { listing }: UserGroupRecord,
  { operation }: Ended,
  outcome: SendOutcome,
): UserGroupRecord['listing'] {
  if (!ANSWERED.has(outcome)) return listing;
  return operation === 'rotate' && listing === 'changed' ? listing : undefined;
}

/** What names a mapping in the text of a document, or may do so with escapes. */
const MAY_HAVE_MAPPING = /"mapping"|\\u/;

/** A sending whose outcome nobody knows may have set the mapping that it had. */
function baseWhile(base: UserGroupRecord['base'], { text }: Ended, outcome: SendOutcome): UserGroupRecord['base'] {
  if (base?.hasNoMapping !== true || outcome !== 'unknown' || !MAY_HAVE_MAPPING.test(text)) return base;
  return { text: base.text, from: base.from, at: base.at };
}

/**
 * An update without a mapping leaves a group without one as it is, whatever the service does with a field that is left
 * out.
 */
function hasNoMapping(
  { from, mappingKnown, isCreation = false }: NewBase,
  { base }: UserGroupRecord,
  answered: UserGroupAnswer = {},
): boolean {
  const isNone = isCreation || base?.hasNoMapping === true || answeredMapping(answered) === 'none';
  return from === 'sent' && !mappingKnown && isNone;
}

/** Late, when what was sent after it has been recorded: its token, which may be the only one, and nothing else. */
export function afterLateSending(record: UserGroupRecord, { token, at }: SendResult): UserGroupRecord {
  return { ...record, token: tokenAfter(record.token, token, at) };
}

/**
 * The answer to a get-or-create or a rotation shows the group as it was at some time since that left. Something was
 * applied from here meanwhile, be it by another window: whichever came first, that is not older. A group that this very
 * call has created was updated after that.
 */
function isOutdated({ operation, isOvertaken }: Ended): boolean {
  return operation !== 'update' && isOvertaken;
}

/** What was applied from here stays, as it was typed; so does what a draft was made from. */
function newBaseOf(record: UserGroupRecord, sent: Ended, { base }: SendResult): SendResult['base'] {
  const isNeeded = record.base !== undefined && (record.base.from === 'sent' || record.draft !== undefined);
  const isLess = base?.from === 'answered' && isNeeded;
  return isLess || isOutdated(sent) ? undefined : base;
}

/**
 * An open rotation is more pressing than anything else that is not known: its token may be dead. One that was probably
 * not carried out is not.
 */
export function withOpenRotation(record: UserGroupRecord, open: OpenRotation | undefined): UserGroupRecord {
  if (open === undefined)
    return record.unknownOutcome?.operation === 'rotate' ? { ...record, unknownOutcome: undefined } : record;
  const { at, askedAt } = open;
  if (askedAt !== undefined && record.unknownOutcome?.operation === 'update') return record;
  return { ...record, unknownOutcome: { operation: 'rotate', at, ...(askedAt !== undefined && { askedAt }) } };
}

/** Nothing but its place in the list: no document, no answer, no token. */
export function isEmpty({ draft, base, answered, token }: UserGroupRecord): boolean {
  return draft === undefined && base === undefined && answered === undefined && token === undefined;
}

function draftAfter(
  record: UserGroupRecord,
  base: UserGroupRecord['base'],
  sent: NewSending,
  result: SendResult,
): UserGroupRecord['draft'] {
  const draft = draftAsSettled(record.draft, sent, result);
  return draft?.text === base?.text ? undefined : draft;
}

function draftAsSettled(
  draft: UserGroupRecord['draft'],
  sent: NewSending,
  result: SendResult,
): UserGroupRecord['draft'] {
  if (result.draft === undefined) return draft;
  if (result.draft === 'clear') return draft?.text === sent.text ? undefined : draft;
  if (draft?.text === result.draft.text) return draft;
  return { text: result.draft.text, at: result.at };
}

function tokenAfter(
  token: UserGroupRecord['token'],
  sealed: SealedToken | undefined,
  at: number,
): UserGroupRecord['token'] {
  if (sealed === undefined) return token;
  return token !== undefined && isSameToken(token.sealed, sealed) ? token : { sealed, at };
}

function existedNotAppliedAfter(
  record: UserGroupRecord,
  { existedNotApplied, outcome, at }: SendResult,
): number | undefined {
  if (existedNotApplied === true) return at;
  return existedNotApplied === false || APPLIED.has(outcome) ? undefined : record.existedNotAppliedAt;
}

/** Which outcome of a get-or-create or an update is unknown after this one. Open rotations have rows of their own. */
function unknownAfter(
  { unknownOutcome, answered }: UserGroupRecord,
  sent: NewSending,
  { outcome, at }: SendResult,
): UserGroupRecord['unknownOutcome'] {
  const unknown = unknownOutcome?.operation === 'rotate' ? undefined : unknownOutcome;
  if (outcome !== 'unknown') return ANSWERED.has(outcome) ? undefined : unknown;
  // Get-or-create does nothing to a group that exists: one that has answered is none that was perhaps created.
  const isHarmless = sent.operation === 'rotate' || (sent.operation === 'getOrCreate' && answered !== undefined);
  return isHarmless ? unknown : { operation: sent.operation, at };
}

/** Another window may have written a text since `known`. @throws UserGroupsError `conflict` */
export function requireUnchanged(mtime: number, known: number | undefined): void {
  if (known === undefined || known === mtime) return;
  throw new UserGroupsError(
    'conflict',
    l10n.t('The document was changed elsewhere at the same time.'),
    l10n.t('Try again.'),
  );
}

/**
 * Strictly growing, and moving only with the text: VS Code offers Compare or Overwrite when it moves under an editor.
 */
function withMtime(after: UserGroupRecord, before: UserGroupRecord, now: number): UserGroupRecord {
  const hasMoved = (after.draft ?? after.base)?.text !== (before.draft ?? before.base)?.text;
  return hasMoved ? { ...after, documentMtime: Math.max(now, before.documentMtime + 1) } : after;
}

/** Only what is there: an absent field must not overwrite, a null must. */
function known<T extends object>(answer: T): Partial<T> {
  return Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== undefined)) as Partial<T>;
}
