// What is sent: begun before a request leaves, finished by what came of it.

import type { GroupRef, OpenRotation, Operation, SealedToken, SendOutcome, UserGroupAnswer } from '../userGroup.ts';
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
export type RotationResult = SendResult & {
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
