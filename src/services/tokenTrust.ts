// Whether a connection's API token is the right one: what its first answers about known groups say, and what the person
// decides.

import { parseBaseUrl } from '../core/baseUrl.ts';
import type { Connection, TokenDoubt } from '../core/connection.ts';
import { UserGroupsError } from '../core/errors.ts';
import type { ApiTokenStanding, Log, ServiceAnswer, TokenSealer, UserGroupStore } from '../core/ports.ts';
import type { GroupRef, Operation, SealedToken } from '../core/userGroup.ts';
import { doubtOf, type Doubt, type Testimony } from './tokenDoubts.ts';

/** Looks at an answer before anything of it is taken. Answers why nothing is, or nothing. */
export type Judge = (
  ref: GroupRef,
  operation: Operation,
  answer: ServiceAnswer & { readonly isNew?: boolean | undefined },
) => UserGroupsError | undefined;

export interface TokenTrustPorts {
  readonly store: UserGroupStore;
  readonly sealer: TokenSealer;
  readonly log: Log;
}

export class TokenTrust {
  readonly #ports: TokenTrustPorts;
  /** By connection: doubts that could not be written down, as long as this window lives. */
  readonly #unstored = new Map<string, { readonly id: number; readonly doubt: TokenDoubt }>();
  /**
   * By connection: the last token that was looked at, and its fingerprint. A bulk asks for the same one again and
   * again.
   */
  readonly #lastOne = new Map<string, Fingerprint & { readonly token: string }>();

  constructor(ports: TokenTrustPorts) {
    this.#ports = ports;
  }

  /**
   * What judges the answers to a request with this token. @throws UserGroupsError `conflict` while the token is doubted
   */
  async judgeOf(connection: Connection, token: string): Promise<Judge> {
    const known = this.#ports.store.apiToken(connection.id);
    const fingerprint = await this.#fingerprint(connection, token, known);
    // Meanwhile another window may have doubted it.
    const now = this.#ports.store.apiToken(connection.id);
    const isHere = now?.origin === originOf(connection);
    // Whichever token this window has: one that is doubted waits for the person, not for another value of the variable.
    const doubt = isHere ? (now.doubt ?? this.#unstoredDoubt(connection, now)) : undefined;
    if (doubt !== undefined) throw doubted(connection, doubt);
    const standing = isHere && isSame(now.fingerprint, fingerprint) ? now : this.#begin(connection, fingerprint);
    return (ref, operation, answer) => this.#judge(connection, standing, ref, operation, answer);
  }

  /** The person has set this token. The one that is doubted stays so. */
  async isSet(connection: Connection, token: string): Promise<void> {
    // One that cannot be used yet has no row to keep it with.
    if (connection.id === '') return;
    const known = this.#ports.store.apiToken(connection.id);
    const fingerprint = await this.#fingerprint(connection, token, known);
    const isKnown =
      known?.origin === originOf(connection) &&
      known.fingerprint !== undefined &&
      known.fingerprint.fingerprint === fingerprint?.fingerprint;
    if (!isKnown) this.#begin(connection, fingerprint);
  }

  /**
   * Where the connection's token was used, if elsewhere: one that is not kept with its origin must not go to the
   * present one unasked.
   */
  otherOriginOf(connection: Connection): string | undefined {
    const known = connection.id === '' ? undefined : this.#ports.store.apiToken(connection.id);
    return known?.origin === originOf(connection) ? undefined : known?.origin;
  }

  /**
   * The person keeps the token in spite of this doubt. @throws UserGroupsError `conflict` when something else is
   * doubted by now, or nothing
   */
  keep({ id, name }: Connection, doubt: TokenDoubt): void {
    this.#unstored.delete(id);
    if (this.#ports.store.keepApiToken(id, doubt)) return;
    throw new UserGroupsError({
      kind: 'conflict',
      happened: `what is doubted about the API token of ${name} has changed meanwhile, here or in another window`,
      next: 'look at the connection again',
    });
  }

  /** There is no token any more. */
  drop({ id }: Pick<Connection, 'id'>): void {
    this.#unstored.delete(id);
    this.#lastOne.delete(id);
    this.#ports.store.dropApiToken(id);
  }

  /** Everything was deleted. */
  forgetAll(): void {
    this.#unstored.clear();
    this.#lastOne.clear();
  }

  #begin(connection: Connection, fingerprint: Fingerprint | null | undefined): ApiTokenStanding {
    return this.#ports.store.beginApiToken(connection.id, {
      origin: originOf(connection),
      fingerprint: fingerprint ?? undefined,
    });
  }

  #judge(
    connection: Connection,
    standing: ApiTokenStanding,
    ref: GroupRef,
    operation: Operation,
    answer: Parameters<Judge>[2],
  ): UserGroupsError | undefined {
    const verdict = doubtOf({
      connection,
      userGroupId: ref.userGroupId,
      answer,
      ...this.#knownOf(standing, connection, ref),
    });
    if (verdict === undefined) return undefined;
    this.#keepVerdict(connection, standing.id, verdict);
    return verdict === 'proved' ? undefined : notTaken(connection, verdict, operation, answer);
  }

  /** A store that cannot be read just then must not lose the answer: what it says by itself is judged all the same. */
  #knownOf(
    asSent: ApiTokenStanding,
    { id }: Connection,
    ref: GroupRef,
  ): Pick<Testimony, 'before' | 'isKnownFromBefore' | 'isProved' | 'accepted'> {
    const { store, log } = this.#ports;
    try {
      const now = store.apiToken(id);
      // What is known of another token by now proves nothing of this one.
      const { isProved, accepted } = now?.id === asSent.id ? now : asSent;
      const before = store.group(ref)?.answered;
      return {
        isProved,
        accepted,
        before,
        isKnownFromBefore: before !== undefined && store.wasAnsweredBefore(ref, asSent.id),
      };
    } catch (error) {
      log.warn(`What is known of an API token could not be read: ${String(error)}`);
      return { isProved: asSent.isProved, accepted: asSent.accepted, before: undefined, isKnownFromBefore: false };
    }
  }

  /** What the answer says matters more than that it cannot be written down. */
  #keepVerdict(
    { id: connectionId }: Connection,
    id: number,
    verdict: Parameters<UserGroupStore['judgeApiToken']>[2],
  ): void {
    try {
      this.#ports.store.judgeApiToken(connectionId, id, verdict);
    } catch (error) {
      if (verdict !== 'proved')
        this.#unstored.set(connectionId, { id, doubt: { about: verdict.about, reason: verdict.reason } });
      this.#ports.log.warn(`What is known of an API token could not be recorded: ${String(error)}`);
    }
  }

  /** Written down as soon as that can be done. */
  #unstoredDoubt({ id }: Connection, standing: ApiTokenStanding): TokenDoubt | undefined {
    const unstored = this.#unstored.get(id);
    if (unstored?.id !== standing.id) return undefined;
    this.#ports.store.judgeApiToken(id, standing.id, unstored.doubt);
    this.#unstored.delete(id);
    return unstored.doubt;
  }

  /**
   * Under the key that the known one was made with. `null`: that key is not readable here. `undefined`: no key can be
   * had.
   */
  async #fingerprint(
    { id }: Connection,
    token: string,
    known: ApiTokenStanding | undefined,
  ): Promise<Fingerprint | null | undefined> {
    const { sealer } = this.#ports;
    if (known?.fingerprint !== undefined) {
      const last = this.#lastOne.get(id);
      if (last?.token === token && last.keyId === known.fingerprint.keyId) return last;
      const [found] = await sealer.fingerprints(token, [known.fingerprint.keyId]);
      if (found !== undefined) this.#lastOne.set(id, { ...found, token });
      if (found !== undefined || known.doubt !== undefined) return found ?? null;
    }
    try {
      const { keyId, fingerprint } = await sealer.seal(token, { connectionId: id });
      return { keyId, fingerprint };
    } catch {
      return undefined;
    }
  }
}

type Fingerprint = Pick<SealedToken, 'keyId' | 'fingerprint'>;

/** What cannot be compared stays as it is: a doubt does not go with a key. */
function isSame(known: Fingerprint | undefined, found: Fingerprint | null | undefined): boolean {
  if (known === undefined || found === null || found === undefined) return true;
  return known.keyId === found.keyId && known.fingerprint === found.fingerprint;
}

function originOf({ baseUrl }: Connection): string {
  return parseBaseUrl(baseUrl).origin;
}

const DECIDE = 'say whether the token is right: Decide About the API Token…';

function doubted({ name }: Connection, { reason }: TokenDoubt): UserGroupsError {
  return new UserGroupsError({
    kind: 'conflict',
    happened: `nothing is sent on ${name} while its API token is doubted: ${reason}`,
    next: DECIDE,
    isApiTokenDoubted: true,
  });
}

/** A new token must not be lost: that of a rotation is kept as it came, any other is answered again. */
function notTaken(
  { name }: Connection,
  { reason }: Doubt,
  operation: Operation,
  { status, isNew }: Parameters<Judge>[2],
): UserGroupsError {
  const kept = operation === 'rotate' ? ' (it is kept as it came: Show Kept Answer…)' : '';
  return new UserGroupsError({
    kind: 'conflict',
    happened: `${reason}, so the API token of ${name} may be that of another environment: nothing of the answer was taken${kept}${doneThere(operation, isNew)}, and nothing more is sent`,
    next: DECIDE,
    status,
    isApiTokenDoubted: true,
  });
}

/** The service has answered success: what it did is done, wherever that was. */
function doneThere(operation: Operation, isNew: boolean | undefined): string {
  if (operation === 'update') return ', though the update was applied there';
  if (operation === 'rotate') return ', though the token was rotated there';
  return isNew === true ? ', though a group was created there, which cannot be deleted from here' : '';
}
