// The one error class of the product, its closed set of kinds, and the sentence of a failure.

import { capitalized, type Clause } from './clause.ts';
import type { GroupRef } from './userGroup.ts';

/** Why something failed. A person's next step depends on the kind alone. */
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

/** A connection by its name, and a group of it. */
export interface About {
  readonly connection: string;
  readonly userGroupId?: string | undefined;
}

export interface Failure {
  readonly kind: ErrorKind;
  /** What was being done, to which group on which connection: "Could not update acme on production". */
  readonly doing?: string | undefined;
  /** What happened, beginning in lower case, without a full stop: "the service refused the API token (401)". */
  readonly happened: Clause;
  /** What the person can do next, beginning in lower case, without a full stop: "set the API token again". */
  readonly next?: Clause | undefined;
  /** Status code of the service's answer, when there was one. */
  readonly status?: number | undefined;
  /** It is about an unresolved rotation: the remedy is to resolve it. */
  readonly isRotationOpen?: boolean | undefined;
  /** The group whose issued token could not be stored. It can be copied while this window is open. */
  readonly unstored?: GroupRef | undefined;
  /** The connection's API token is unverified: the remedy is to review it. */
  readonly isApiTokenUnverified?: boolean | undefined;
  /** Nothing can be stored until the window reloads. */
  readonly isReloadNeeded?: boolean | undefined;
  /** What it is about: where the buttons of its message lead. */
  readonly about?: About | undefined;
  /** Never shown or logged as it is: it may hold what was sent. */
  readonly cause?: unknown;
}

/**
 * A failure that is meant for a person. Its `name` is its kind, its `message` the one sentence shown.
 * The code that throws it redacts secrets and makes foreign text harmless first.
 */
export class UserGroupsError extends Error {
  readonly kind: ErrorKind;
  readonly doing: string | undefined;
  readonly happened: Clause;
  readonly next: Clause | undefined;
  readonly status: number | undefined;
  readonly isRotationOpen: boolean;
  readonly unstored: GroupRef | undefined;
  readonly isApiTokenUnverified: boolean;
  readonly isReloadNeeded: boolean;
  readonly about: About | undefined;

  constructor(failure: Failure) {
    super(sentence(failure), failure.cause === undefined ? undefined : { cause: failure.cause });
    this.name = failure.kind;
    this.kind = failure.kind;
    this.doing = failure.doing;
    this.happened = failure.happened;
    this.next = failure.next;
    this.status = failure.status;
    this.isRotationOpen = failure.isRotationOpen ?? false;
    this.unstored = failure.unstored;
    this.isApiTokenUnverified = failure.isApiTokenUnverified ?? false;
    this.isReloadNeeded = failure.isReloadNeeded ?? false;
    this.about = failure.about;
  }

  /** What happened and what to do next, for a row of a table that already shows the action and the group. */
  get inRow(): string {
    return sentence({ happened: this.happened, next: this.next });
  }

  /** The same failure with the action. The innermost action wins: it is the most specific. */
  while(doing: string, about?: About): UserGroupsError {
    return this.doing === undefined ? new UserGroupsError({ ...this.failure(), doing, about }) : this;
  }

  /** The same failure, with the group once it is known. */
  regarding(about: About): UserGroupsError {
    return new UserGroupsError({ ...this.failure(), about });
  }

  private failure(): Failure {
    const {
      kind,
      doing,
      happened,
      next,
      status,
      isRotationOpen,
      unstored,
      isApiTokenUnverified,
      isReloadNeeded,
      about,
      cause,
    } = this;
    return {
      kind,
      doing,
      happened,
      next,
      status,
      isRotationOpen,
      unstored,
      isApiTokenUnverified,
      isReloadNeeded,
      about,
      cause,
    };
  }
}

/** Runs `work` and adds the action to a failure. Anything else is a bug and passes unchanged. */
export async function whileDoing<T>(doing: string, about: About | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof UserGroupsError ? error.while(doing, about) : error;
  }
}

/** The same for work that does not wait. */
export function whileDoingSync<T>(doing: string, about: About, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof UserGroupsError ? error.while(doing, about) : error;
  }
}

/** The person said no: shown to nobody, reported to a calling extension. */
export function cancelled(): UserGroupsError {
  return new UserGroupsError({ kind: 'cancelled', happened: 'cancelled' });
}

function sentence({ doing, happened, next }: Pick<Failure, 'doing' | 'happened' | 'next'>): string {
  const wholeText = doing === undefined ? capitalized(happened) : `${doing}: ${happened}`;
  return ended(next === undefined ? wholeText : `${wholeText} — ${next}`);
}

/** The name of a command that asks for more ends a sentence by itself. */
function ended(text: string): string {
  return text.endsWith('…') ? text : `${text}.`;
}
