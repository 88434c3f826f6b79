// The record of what is sent: opened before a request leaves, closed with its outcome.

import type { SentOperation } from '../../contract/operations.ts';
import type {
  DocumentBase,
  GroupRef,
  OpenRotation,
  SealedToken,
  SendOutcome,
  SentVersion,
  VersionSummary,
  UserGroupAnswer,
  UserGroupRecord,
} from '../userGroup.ts';
import type { BaseEntries } from './userGroupStore.ts';

/** What is about to be sent. */
export interface NewSending {
  readonly operation: SentOperation;
  readonly text: string;
  readonly at: number;
  /** For a get-or-create: the user knows that the group was perhaps deleted. */
  readonly mayRecreate?: boolean | undefined;
  /** For a deletion or a change of the ID: the group's stored token when the user was asked. */
  readonly chosen?: SealedToken | undefined;
  /** Compares the group with what the user has seen. @throws UserGroupsError `conflict` where it has changed since */
  readonly requireAsSeen?: ((now: UserGroupRecord) => void) | undefined;
}

/** A base to store. */
export interface NewBase extends Pick<DocumentBase, 'text' | 'from'> {
  /** The text has a `mapping`: with `sent`, the mapping is the one last sent from here. */
  readonly mappingKnown: boolean;
  /** The group was created from it: a text without a `mapping` says that none is set. */
  readonly isCreation?: boolean | undefined;
  /** What the text says. */
  readonly entries: BaseEntries;
}

/** How a sending ended, and what to store of it, in one transaction. */
export interface SendResult {
  readonly outcome: Exclude<SendOutcome, 'sending'>;
  readonly at: number;
  readonly status?: number | undefined;
  readonly durationMs?: number | undefined;
  readonly reason?: string | undefined;
  /** Replaces what was last answered. Fields the operation does not return keep what is known. */
  readonly answer?: UserGroupAnswer | undefined;
  /** The current token. One that differs moves the former to the replaced ones. */
  readonly token?: SealedToken | undefined;
  /** The document without a draft from now on. */
  readonly base?: NewBase | undefined;
  /** A draft to keep (when what was sent was not applied), or `clear`: remove it when it equals what was sent. */
  readonly draft?: 'clear' | { readonly text: string } | undefined;
  readonly existedNotApplied?: boolean | undefined;
  readonly gone?: boolean | undefined;
  /**
   * Tokens that were issued before this one and could not be stored then, with the time when they came: they are
   * replaced ones.
   */
  readonly superseded?: readonly { readonly sealed: SealedToken; readonly at: number }[] | undefined;
  /** Where the group's ID was changed: its new ID and documents. */
  readonly renamed?: Renamed | undefined;
  /** It could not be stored when it came: anything recorded since is newer, except the token. */
  readonly isLate?: boolean | undefined;
}

/** The ID that a group has from now on, and how its documents are rewritten for it. */
export interface Renamed {
  readonly userGroupId: string;
  readonly inText: (text: string) => string;
  readonly entriesOf: (text: string) => BaseEntries;
}

/** What a rotation is about: a group, or a token that no group in the list holds. */
export type RotationSubject = Pick<OpenRotation, 'connectionId' | 'userGroupId'>;

export interface PendingRotation {
  readonly at: number;
  /** The token to replace, bound to the subject. */
  readonly token: SealedToken;
  /** The group's stored token when `token` was chosen, if any. */
  readonly chosen?: SealedToken | undefined;
  /** An open rotation of the group that the user knows about and that does not prevent this one. */
  readonly despite?: number | undefined;
}

/** Why a rotation does not begin: another one conflicts, or the group's token has changed since this one was chosen. */
export type NotStarted = { readonly refusedFor: OpenRotation } | { readonly refusedFor: 'otherToken' };

/** How a rotation ended, and what to store of it. */
export type RotationEnding = SendResult & {
  /** For a token that no group in the list had: its group, by the answer. */
  readonly userGroupId?: string | undefined;
  /** The replaced token, bound to that group. */
  readonly former?: SealedToken | undefined;
};

/** A sending whose window closed before the answer came. */
export interface AbandonedSending {
  readonly operation: SentOperation;
  readonly connectionId: string;
  /** Absent: the rotation of a token that no group in the list holds. */
  readonly userGroupId?: string | undefined;
  readonly at: number;
}

export interface VersionQuery {
  readonly ref?: GroupRef | undefined;
  readonly limit: number;
  /** Versions older than this version id. */
  readonly before?: number | undefined;
  /** Versions sent at this time or earlier, in milliseconds since 1970. */
  readonly until?: number | undefined;
}

/** Where a list of the service stands in the order of what is sent. */
export interface ListAsked {
  readonly connectionId: string;
  readonly version: number;
  /** IDs of groups for which a request was in progress at that moment. */
  readonly meanwhile: ReadonlySet<string>;
  /** IDs that groups may have received through a change of ID whose outcome is unknown. */
  readonly becoming: ReadonlySet<string>;
}

/** A group as the service has listed it. */
export interface ListedRecord extends Pick<SendResult, 'at' | 'token'> {
  readonly userGroupId: string;
  readonly answer: UserGroupAnswer;
  /** The document written from the answer. */
  readonly base: NewBase;
  /** It has other values than were last sent from here. */
  readonly isChanged: boolean;
}

/** How long a window may be silent about what it sends, in milliseconds, before others treat it as gone. */
export const LEASE_MS = 15_000;

export interface Journal {
  /**
   * Written before a request leaves, so that a window that dies in between leaves a trace. Adds the group when it is
   * not listed.
   * @throws UserGroupsError `conflict` for an update while another one of the group is in progress in any window, and
   * for a deletion or a change of the ID beside anything else: the service's order would be unknown. For a group that
   * was perhaps deleted, except for another deletion and for what may create it again; for an update of one that was
   * deleted, or that is not as the user has seen it. For a deletion or a change of the ID of a group that is not
   * listed, or has another token than the chosen one; for that change where the new ID is listed
   */
  beginSend(ref: GroupRef, sending: NewSending): number;
  /**
   * Closes what `beginSend` opened. Removes a group that only this sending had listed when nothing arrived at the
   * service.
   */
  finishSend(versionId: number, result: SendResult): UserGroupRecord | undefined;
  /** `beginSend` and `finishSend`, on disk when the promise resolves: calls that come together share one flush. */
  beginSendBatched(ref: GroupRef, sending: NewSending): Promise<number>;
  finishSendBatched(versionId: number, result: SendResult): Promise<UserGroupRecord | undefined>;
  /** Called before the service is asked for its list. */
  askForList(connectionId: string): ListAsked;
  /**
   * Stores groups of the service's list, all or none, on disk when the promise resolves. A few dozen at once take no
   * longer than a keystroke. A group to which something was sent since the list was asked for stays as it is. Returns
   * the IDs of the stored ones.
   */
  keepListed(asked: ListAsked, groups: readonly ListedRecord[]): Promise<string[]>;
  /**
   * Marks groups as absent: the service has answered them before, and its complete list does not have them. The
   * documents of a group whose ID has changed move to the new ID. Returns the IDs of the marked ones.
   */
  markAbsent(asked: ListAsked, userGroupIds: readonly string[], renamed: (newId: string) => Renamed): Promise<string[]>;
  versions(query: VersionQuery): SentVersion[];
  /** As `versions`, without the texts: cheap even where these are large. */
  versionSummaries(query: VersionQuery): VersionSummary[];
  version(id: number): SentVersion | undefined;
  /**
   * Written before the request of a rotation leaves; adds the group to the list when it is not there. Refused while
   * another rotation of the same group or token is in progress in any window, or is open and not the known one, and
   * when the group's token has changed.
   * @throws UserGroupsError `conflict` while the group is being deleted, and where it was deleted, or perhaps was
   */
  beginRotation(subject: RotationSubject, rotation: PendingRotation): { readonly id: number } | NotStarted;
  /** Stores the answer to a rotation as it came, until the rotation is closed. */
  keepAnswer(rotationId: number, answer: SealedToken): void;
  /** Removes the stored answer of a rotation that stays open, because the answer was empty. */
  dropAnswer(rotationId: number): void;
  /**
   * Closes what `beginRotation` opened; with the outcome `unknown` it stays open. Returns the group's record, if any.
   */
  finishRotation(rotationId: number, result: RotationEnding): UserGroupRecord | undefined;
  /** Newest first; of one group, or of all. */
  openRotations(ref?: GroupRef): OpenRotation[];
  /** Assigns a rotation of an unknown group to the group that still has its token. `token`: bound to the group. */
  assignRotation(rotationId: number, ref: GroupRef, token: SealedToken): void;
  /** Dismisses a rotation whose outcome stays unknown. */
  dropRotation(rotationId: number): void;
  /** This window no longer waits for the answer: a sending that is not closed counts as abandoned from now on. */
  noLongerSending(versionId: number): void;
  noLongerRotating(rotationId: number): void;
  /** Renews this window's lease on the sendings it waits for: call it every `LEASE_MS / 3`. */
  stillSending(): void;
  /** Closes as `unknown`, and returns, the sendings for whose answer no window waits any more. */
  closeAbandoned(): AbandonedSending[];
  /** When the next sending of another window counts as abandoned, unless that window renews its lease. */
  nextAbandonedAt(): number | undefined;
}
