// The one error class of the product, its closed set of kinds, and how a failure becomes one sentence.

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
  readonly happened: string;
  /** What the person can do next, beginning in lower case, without a full stop: "set the API token again". */
  readonly next?: string | undefined;
  /** Status code of the service's answer, when there was one. */
  readonly status?: number | undefined;
  /** What it is about: where the buttons of its message lead. */
  readonly about?: About | undefined;
  /** Never shown or logged as it is: it may hold what was sent. */
  readonly cause?: unknown;
}

/**
 * A failure that is meant for a person. Its `name` is its kind, its `message` the one sentence shown.
 * Whoever throws it has already redacted secrets and made foreign text harmless.
 */
export class UserGroupsError extends Error {
  readonly kind: ErrorKind;
  readonly doing: string | undefined;
  readonly happened: string;
  readonly next: string | undefined;
  readonly status: number | undefined;
  readonly about: About | undefined;

  constructor(failure: Failure) {
    super(sentence(failure), failure.cause === undefined ? undefined : { cause: failure.cause });
    this.name = failure.kind;
    this.kind = failure.kind;
    this.doing = failure.doing;
    this.happened = failure.happened;
    this.next = failure.next;
    this.status = failure.status;
    this.about = failure.about;
  }

  /** The same failure, saying what was being done. The innermost telling wins: it knew most. */
  while(doing: string, about?: About): UserGroupsError {
    return this.doing === undefined ? new UserGroupsError({ ...this.failure(), doing, about }) : this;
  }

  private failure(): Failure {
    const { kind, doing, happened, next, status, about, cause } = this;
    return { kind, doing, happened, next, status, about, cause };
  }
}

/** Runs `work`; a failure that leaves it says what was being done. Anything else is a bug and passes unchanged. */
export async function whileDoing<T>(doing: string, about: About, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof UserGroupsError ? error.while(doing, about) : error;
  }
}

/** The person said no: shown to nobody, told to a calling extension. */
export function cancelled(): UserGroupsError {
  return new UserGroupsError({ kind: 'cancelled', happened: 'cancelled' });
}

function sentence({ doing, happened, next }: Failure): string {
  const told = doing === undefined ? capitalized(happened) : `${doing}: ${happened}`;
  return next === undefined ? `${told}.` : `${told} — ${next}.`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
