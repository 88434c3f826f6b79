// A user group as this machine knows it: what was drafted, sent and answered, each kept apart.

import type { AnswerField, InCode, NullableField, ObjectField } from '../contract/fields.ts';
import type { ListedAs, Operation, SentOperation } from '../contract/operations.ts';

/** Which group: the connection's id in the store, and the service's `user_group_id`. */
export interface GroupRef {
  readonly connectionId: string;
  readonly userGroupId: string;
}

/** The `user_group` object of an answer (interface document, "Resources and their fields"), without its token. */
export type UserGroupAnswer = {
  /**
   * A string itself, the digits of a number, the JSON text of an object as it came; of the environment tag `Customer`,
   * `Testing`, or the JSON text of anything else. Null as answered; absent when the answer had none.
   */
  readonly [F in AnswerField as InCode<F>]?: string | (F extends NullableField ? null : never) | undefined;
} & {
  /** JSON texts of the service's further fields, by their names in a request. Absent: none was answered. */
  readonly further?: Readonly<Record<string, string>> | undefined;
  /** JSON texts of objects: what applies with what a parent adds. Absent: none was answered. */
  readonly computed?: ComputedFields | undefined;
};

export type ComputedFields = Readonly<Partial<Record<ObjectField, string>>>;

/** A group token sealed with a key that is not in the database. Opaque to everything but the sealer. */
export interface SealedToken {
  readonly keyId: string;
  readonly box: Uint8Array;
  /** Distinguishes two tokens without opening either; comparable only under the same key. */
  readonly fingerprint: string;
}

/** Without opening either. Tokens under different keys count as different. */
export function isSameToken(
  one: Pick<SealedToken, 'keyId' | 'fingerprint'>,
  other: Pick<SealedToken, 'keyId' | 'fingerprint'>,
): boolean {
  return one.keyId === other.keyId && one.fingerprint === other.fingerprint;
}

/** How one sending ended. */
export type SendOutcome =
  | ListedAs
  | 'sending'
  | 'created'
  | 'existed'
  | 'existedNotApplied'
  /**
   * An earlier attempt, whose answer was lost, has most likely created it: it has the name and the properties that were
   * sent.
   */
  | 'createdOrExisted'
  | 'updated'
  | 'rotated'
  /** Asked long after the request, the service still answered the former token: the rotation was not carried out. */
  | 'notRotated'
  /** The service, or something before it, refused: nothing was changed. */
  | 'refused'
  /** Nothing left this machine. */
  | 'notSent'
  /** The request left and no usable answer came. */
  | 'unknown';

/** Whether the service has answered a mapping with entries (`some`), or that there is none. */
export function answeredMapping({ mapping }: UserGroupAnswer): 'some' | 'none' | undefined {
  if (mapping === undefined) return undefined;
  return mapping === null || /^\{\s*\}$/.test(mapping) ? 'none' : 'some';
}

/** The service gave an answer of the contract: the group is there. */
export const ANSWERED_OUTCOMES: readonly SendOutcome[] = [
  'created',
  'existed',
  'existedNotApplied',
  'createdOrExisted',
  'updated',
  'rotated',
  'idChanged',
];

/**
 * The document without a draft. `sent`: the text the service last applied, as typed here. `answered`: written from an
 * answer, because nothing was ever applied from here; its mapping is known where the service has answered it.
 */
export interface DocumentBase {
  readonly text: string;
  readonly from: 'sent' | 'answered';
  readonly at: number;
  /** The group was created from here without a mapping, and none was sent since. */
  readonly hasNoMapping?: true | undefined;
}

/** Times are milliseconds since 1970 everywhere. */
export interface UserGroupRecord {
  readonly ref: GroupRef;
  /** The name to show: the one last answered, else the ID. */
  readonly name: string;
  /** A text that the user saved and has not sent. */
  readonly draft?: { readonly text: string; readonly at: number } | undefined;
  readonly base?: DocumentBase | undefined;
  /** By the base, or by the answer. */
  readonly mappingKnown: boolean;
  readonly answered?: (UserGroupAnswer & { readonly at: number; readonly operation: Operation }) | undefined;
  /** The versions from which base and answer came; the higher one is newer. Absent for a group from a list file. */
  readonly baseVersion?: number | undefined;
  readonly answeredVersion?: number | undefined;
  readonly token?: { readonly sealed: SealedToken; readonly at: number } | undefined;
  /** When a get-or-create met an existing group, so that what was sent was not applied. */
  readonly existedNotAppliedAt?: number | undefined;
  /** When asked, the service had no such group (and recreated it). */
  readonly goneAt?: number | undefined;
  readonly listing?: Listing | undefined;
  /** Which list, or which deletion, said so last: in the order of versions. */
  readonly listedVersion?: number | undefined;
  /** A sending whose outcome is not known. */
  readonly unknownOutcome?: UnknownOutcome | undefined;
  /** Strictly growing; moves only when the document's text does. */
  readonly documentMtime: number;
}

/**
 * How the service's list had the group, until the service answers for it again: not (`absent`), or with other values
 * than were last sent from here (`changed`). Or what ended it from here: then none of its answers is kept.
 */
export type Listing = 'absent' | 'changed' | ListedAs;

/** A row of a list: what the tree and the pick show, without the texts. */
export interface UserGroupSummary {
  readonly ref: GroupRef;
  readonly name: string;
  readonly draftAt?: number | undefined;
  readonly sentAt?: number | undefined;
  readonly answeredAt?: number | undefined;
  readonly mappingKnown: boolean;
  /** The service has answered it. */
  readonly isMappingAnswered?: boolean | undefined;
  /** It is known that none is set (`UserGroupRecord.base`). Never with `mappingKnown`. */
  readonly hasNoMapping?: boolean | undefined;
  readonly existedNotAppliedAt?: number | undefined;
  readonly goneAt?: number | undefined;
  readonly listing?: Listing | undefined;
  readonly unknownOutcome?: UnknownOutcome | undefined;
  /** Key of the sealed token, when there is one. */
  readonly tokenKeyId?: string | undefined;
  /** When that token was received here. Absent: there is none, or the service has no such group any more. */
  readonly tokenSince?: number | undefined;
  /** Former tokens that are kept until the new one is deployed. */
  readonly previousTokens: number;
}

/** What is stored of a connection, and lost with it. */
export interface KeptCounts {
  readonly groups: number;
  /** Current ones. */
  readonly tokens: number;
  readonly previousTokens: number;
  /** Those of groups, and documents that no group exists for yet. */
  readonly drafts: number;
  /** What was sent, on record. */
  readonly versions: number;
}

/** Nobody knows what became of a sending. */
export interface UnknownOutcome {
  readonly operation: SentOperation;
  readonly at: number;
  /**
   * When asked since, the service still answered the former token of a rotation, or still listed the group of a
   * deletion. A late request may yet be carried out.
   */
  readonly askedAt?: number | undefined;
}

/** A rotation that has begun and whose outcome is not known yet. */
export interface OpenRotation {
  readonly id: number;
  readonly connectionId: string;
  /** Absent when no group in the list holds the token. */
  readonly userGroupId?: string | undefined;
  readonly at: number;
  /** Its window is open and waits for the answer. */
  readonly isUnderWay: boolean;
  readonly askedAt?: number | undefined;
  /** The token to replace, bound to the group, or to no group of the connection if there is none. */
  readonly token: SealedToken;
  /** The service's answer, as it came, when it was not understood. */
  readonly unrecognizedResponse?: SealedToken | undefined;
}

/** A group that has, or had, a token. */
export interface TokenOwner {
  readonly ref: GroupRef;
  readonly issuedAt: number;
  /** Absent: it is the current one. */
  readonly replacedAt?: number | undefined;
}

/** How many versions of a group are kept: its newest. */
export const VERSIONS_KEPT = 50;

/** One sending, kept for the record. */
export interface SentVersion {
  readonly id: number;
  readonly ref: GroupRef;
  readonly operation: SentOperation;
  /** The document as typed, or the new ID; empty for a rotation or a deletion, whose body is a secret. */
  readonly text: string;
  readonly at: number;
  readonly outcome: SendOutcome;
  readonly status?: number | undefined;
  readonly durationMs?: number | undefined;
  /** Why it failed: the sentence shown. */
  readonly reason?: string | undefined;
}

/** A row of the history, without the text. */
export type VersionSummary = Omit<SentVersion, 'text'>;

/** A document under `~new` that no group exists for yet. */
export interface NewDraft {
  readonly connectionId: string;
  readonly number: number;
  readonly text: string;
  readonly mtime: number;
}

/**
 * Above zero: the last answer is to something sent after the base. Zero: both came with the same answer. Below: the
 * base is newer. Entries from a list file have only their times.
 */
export function answerAgainstBase({
  base,
  baseVersion,
  answered,
  answeredVersion,
}: UserGroupRecord): number | undefined {
  if (base === undefined || answered === undefined) return undefined;
  if (answeredVersion === undefined) return answered.at - base.at;
  return baseVersion === undefined ? 1 : answeredVersion - baseVersion;
}

export function isAnsweredSince(record: UserGroupRecord | undefined): boolean {
  return record !== undefined && (answerAgainstBase(record) ?? 0) > 0;
}

/** Whether what was sent as this version is newer than the base. */
export function isSentSince(
  { base, baseVersion }: UserGroupRecord,
  version: { readonly id: number; readonly at: number },
): boolean {
  if (base === undefined) return false;
  return baseVersion === undefined ? version.at >= base.at : version.id > baseVersion;
}
