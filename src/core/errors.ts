// The one error class of the product, its closed set of kinds, and the sentence of a failure.

import * as l10n from '@vscode/l10n';
import { sentences } from './sentences.ts';
import type { GroupRef } from './userGroup.ts';

/** Why something failed. What the user can do next depends on the kind, or on the remedy. */
export type ErrorKind =
  | 'unauthorized'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'invalid'
  | 'rateLimited'
  | 'unavailable'
  | 'outcomeUnknown'
  | 'unexpectedResponse'
  | 'cancelled';

/** Remedies for an unverified API token, no connection or a changed one, an open rotation, and a store to reopen. */
export type Remedy =
  | 'reviewApiToken'
  | 'addConnection'
  | 'resolveConnection'
  | 'addExisting'
  | 'resolveRotation'
  | 'reloadWindow';

export interface About {
  readonly connection: string;
  readonly userGroupId?: string | undefined;
}

/** What was being done, for which group on which connection, by whether it may have been done nonetheless. */
export interface Doing {
  /** `Couldn't update "acme" on production.` */
  readonly failed: string;
  /** `The update of "acme" on production may have been applied.` */
  readonly maybeDone: string;
}

/** Each text is a whole sentence: a capital first, a full stop last. Together they are three at most. */
export interface Failure {
  readonly kind: ErrorKind;
  readonly doing?: string | Doing | undefined;
  /** What happened: "The service rejected the API token (401)." */
  readonly happened: string;
  /** What may have been done nonetheless: "The update may have been applied." Absent: nothing was changed. */
  readonly maybeDone?: string | undefined;
  /** What the user can do next: "Set the API token again." */
  readonly next?: string | undefined;
  /** Status code of the service's answer, when there was one. */
  readonly status?: number | undefined;
  /** Where in the text, in UTF-16 units from its start, and what is wrong there: `happened` without the place. */
  readonly flaw?: { readonly offset: number; readonly reason: string } | undefined;
  /** The group whose issued token could not be stored. It can be copied while this window is open. */
  readonly unstored?: GroupRef | undefined;
  /** The one thing that helps, where the kind alone doesn't tell. */
  readonly remedy?: Remedy | undefined;
  /** Ends the wait that the service has asked for. */
  readonly endHold?: (() => void) | undefined;
  /** What it is about: where the buttons of its message lead. */
  readonly about?: About | undefined;
  /** Never shown or logged as it is: it may hold what was sent. */
  readonly cause?: unknown;
}

/**
 * A failure that is shown to the user. Its `name` is its kind, its `message` the sentences shown.
 * The code that throws it redacts secrets and makes foreign text harmless first.
 */
export class UserGroupsError extends Error {
  readonly failure: Failure;

  /** @param happened, next as in `Failure` */
  constructor(
    kind: ErrorKind,
    happened: string,
    next?: string,
    more: Omit<Failure, 'kind' | 'happened' | 'next'> = {},
  ) {
    const failure = { ...more, kind, happened, next };
    super(messageOf(failure), more.cause === undefined ? undefined : { cause: more.cause });
    this.name = kind;
    this.failure = failure;
  }

  get kind(): ErrorKind {
    return this.failure.kind;
  }

  /** The message for a row of a table that already shows the action and the group. */
  get inRow(): string {
    return messageOf({ ...this.failure, doing: undefined });
  }

  /** Adds the action that failed. The innermost action wins: it is the most specific. */
  while(doing: string | Doing, about?: About): UserGroupsError {
    return this.failure.doing === undefined ? this.with({ doing, about }) : this;
  }

  /** Returns a copy in which these parts are replaced, because more is known by the caller. */
  with(changes: Partial<Failure>): UserGroupsError {
    const { kind, happened, next, ...more } = { ...this.failure, ...changes };
    return new UserGroupsError(kind, happened, next, more);
  }
}

function messageOf({ doing, happened, maybeDone, next }: Failure): string {
  if (maybeDone === undefined) return sentences([typeof doing === 'object' ? doing.failed : doing, happened, next]);
  return typeof doing === 'object'
    ? sentences([doing.maybeDone, happened, next])
    : sentences([doing, happened, maybeDone, doing === undefined ? next : undefined]);
}

/** Runs `work` and adds the action to a failure. Anything else is a bug and passes unchanged. */
export async function whileDoing<T>(
  doing: string | Doing,
  about: About | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof UserGroupsError ? error.while(doing, about) : error;
  }
}

export function whileDoingSync<T>(doing: string | Doing, about: About | undefined, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof UserGroupsError ? error.while(doing, about) : error;
  }
}

/** The result of `read`, or `instead` where that fails. A bug passes unchanged. */
export function readOr<T>(instead: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    return unlessBug(instead)(error);
  }
}

/** A handler for `catch` that answers `instead` to a failure and lets a bug pass unchanged. */
export function unlessBug<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof UserGroupsError) return instead;
    throw error;
  };
}

/** The user declined: nothing is shown, but a calling extension is told. */
export function cancelled(): UserGroupsError {
  return new UserGroupsError('cancelled', l10n.t('Canceled.'));
}
