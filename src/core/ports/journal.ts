// What is sent: begun before a request leaves, finished by what came of it.

import type {
  GroupRef,
  OpenRotation,
  Operation,
  SealedToken,
  SendOutcome,
  SentVersion,
  UserGroupAnswer,
  UserGroupRecord,
} from '../userGroup.ts';
import type { BaseEntries } from './userGroupStore.ts';

/** What is about to be sent. */
export interface NewSending {
  readonly operation: Operation;
  readonly text: string;
  readonly at: number;
}

/** How a sending ended, and what is to be remembered of it, in one transaction. */
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
  readonly base?:
    | {
        readonly text: string;
        readonly from: 'sent' | 'answered';
        /** The text has a `mapping`: with `sent`, the mapping is the one last sent from here. */
        readonly mappingKnown: boolean;
        /** The group was created from it: a text without a `mapping` says that none is set. */
        readonly isCreation?: boolean | undefined;
        /** What the text says. */
        readonly entries: BaseEntries;
      }
    | undefined;
  /** A draft to keep (when what was sent was not applied), or `clear`: remove it when it equals what was sent. */
  readonly draft?: 'clear' | { readonly text: string } | undefined;
  readonly existedNotApplied?: boolean | undefined;
  readonly gone?: boolean | undefined;
  /**
   * Tokens that were issued before this one and could not be stored then, with the time when they came: they are
   * replaced ones.
   */
  readonly superseded?: readonly { readonly sealed: SealedToken; readonly at: number }[] | undefined;
  /**
   * It could not be stored when it came: what was recorded since of what was sent later is newer, all but the token.
   */
  readonly isLate?: boolean | undefined;
}

/** What a rotation is about: a group, or a token that no group in the list holds. */
export type RotationSubject = Pick<OpenRotation, 'connectionId' | 'userGroupId'>;

export interface PendingRotation {
  readonly at: number;
  /** The token that is to be replaced, bound to the subject. */
  readonly token: SealedToken;
  /** The group's token in the store when `token` was chosen, where there was one. */
  readonly chosen?: SealedToken | undefined;
  /** An open rotation of it that is known about, and no reason against this one. */
  readonly despite?: number | undefined;
}

/**
 * Why a rotation does not begin: another one stands in its way, or the group has another token than when this one was
 * chosen.
 */
export type NotStarted = { readonly refusedFor: OpenRotation } | { readonly refusedFor: 'otherToken' };

/** How a rotation ended. */
export type RotationEnding = SendResult & {
  /** Of a token that no group in the list held: whose it is, by the answer. */
  readonly userGroupId?: string | undefined;
  /** Then also the token that was replaced, bound to that group. */
  readonly former?: SealedToken | undefined;
};

/** A sending that its window did not live to see answered. */
export interface AbandonedSending {
  readonly operation: Operation;
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
}

/** For how long a window may be silent about what it sends, in milliseconds, before others take it for gone. */
export const LEASE_MS = 15_000;

export interface Journal {
  /**
   * Written before a request leaves: a window that dies in between leaves a trace. Adds the group when it is not
   * listed.
   * @throws UserGroupsError `conflict` for an update while another one of the group is under way in any window: which
   * of the two the service applied last, nobody could tell
   */
  beginSend(ref: GroupRef, sending: NewSending): number;
  /**
   * Closes what `beginSend` opened. A group that only this sending had listed is removed again when nothing arrived at
   * the service.
   */
  finishSend(versionId: number, result: SendResult): UserGroupRecord | undefined;
  /**
   * The same two for many at once: on disk when the promise resolves, with one flush of the disk for all that come at
   * the same moment.
   */
  beginSendBatched(ref: GroupRef, sending: NewSending): Promise<number>;
  finishSendBatched(versionId: number, result: SendResult): Promise<UserGroupRecord | undefined>;
  versions(query: VersionQuery): SentVersion[];
  /**
   * Written before the request of a rotation leaves; lists the group when it is not. Refused while another one of the
   * same group or token is under way in any window, or its outcome is open and it is not the one known about, and when
   * the group has another token by now.
   */
  beginRotation(subject: RotationSubject, rotation: PendingRotation): { readonly id: number } | NotStarted;
  /** Keeps the answer to a rotation as it came, until the rotation is closed. */
  keepAnswer(rotationId: number, answer: SealedToken): void;
  /** Of a rotation that stays open: there is nothing in its answer. */
  dropAnswer(rotationId: number): void;
  /**
   * Closes what `beginRotation` opened; with the outcome `unknown` it stays open. Returns the group's record, where
   * there is one.
   */
  finishRotation(rotationId: number, result: RotationEnding): UserGroupRecord | undefined;
  /** The last begun first; of one group, or of all. */
  openRotations(ref?: GroupRef): OpenRotation[];
  /**
   * A rotation that was sent without knowing whose token it was is the group's, which has that token still. `token`:
   * bound to the group.
   */
  assignRotation(rotationId: number, ref: GroupRef, token: SealedToken): void;
  /** Lets go of a rotation whose outcome nobody will find out. */
  dropRotation(rotationId: number): void;
  /**
   * Nobody here waits for its answer any more, whether its end could be recorded or not: what is not closed is
   * abandoned from now on.
   */
  noLongerSending(versionId: number): void;
  noLongerRotating(rotationId: number): void;
  /**
   * Says to the other windows that this one still waits for the answers to what it sent: to be called every
   * `LEASE_MS / 3` while it does.
   */
  stillSending(): void;
  /**
   * Closes as `unknown`, and returns, what windows that are gone have left, and what this one waits for no more and
   * could not close.
   */
  closeAbandoned(): AbandonedSending[];
  /**
   * When the next sending that this window does not wait for counts as abandoned, unless the window that does says
   * otherwise until then.
   */
  nextAbandonedAt(): number | undefined;
}
