// Whether a connection's API token is the right one, by its first answers about known groups and the person's decision.

import * as l10n from '@vscode/l10n';
import { parseBaseUrl } from '../../core/baseUrl.ts';
import type { Connection, TokenMismatch } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import type { ApiTokenStanding, TokenVerdict } from '../../core/ports/apiTokenStore.ts';
import type { ServiceAnswer } from '../../core/ports/client.ts';
import type { Log } from '../../core/ports/log.ts';
import type { TokenSealer } from '../../core/ports/sealer.ts';
import type { Store } from '../../core/ports/store.ts';
import { maybeDoneText } from '../../core/operationTexts.ts';
import { quotedId } from '../../core/foreignText.ts';
import type { SentOperation } from '../../contract/operations.ts';
import type { GroupRef, SealedToken } from '../../core/userGroup.ts';
import { mismatchOf, type Mismatch, type Evidence } from './tokenMismatches.ts';

/** Validates an answer before it is used. Answers why it is rejected, or nothing. */
export type AnswerValidator = (
  ref: GroupRef,
  operation: SentOperation,
  answer: ServiceAnswer & { readonly isNew?: boolean | undefined },
) => UserGroupsError | undefined;

export interface TokenTrustDependencies {
  readonly store: Pick<Store, 'apiTokens' | 'groups'>;
  readonly sealer: TokenSealer;
  readonly log: Log;
}

export class TokenTrust {
  readonly #dependencies: TokenTrustDependencies;
  /** By connection: mismatches that could not be stored, for the life of this window. */
  readonly #unstored = new Map<string, { readonly id: number; readonly mismatch: TokenMismatch }>();
  /**
   * By connection: the last token seen, and its fingerprint. A bulk operation asks for the same one again and again.
   */
  readonly #lastOne = new Map<string, Fingerprint & { readonly token: string }>();

  constructor(dependencies: TokenTrustDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * The validator of answers to a request with this token. @throws UserGroupsError `conflict` while the token is
   * unverified
   */
  async validatorOf(connection: Connection, token: string): Promise<AnswerValidator> {
    const known = this.#dependencies.store.apiTokens.find(connection.id);
    const fingerprint = await this.#fingerprint(connection, token, known);
    // Another window may have found a mismatch meanwhile.
    const now = this.#dependencies.store.apiTokens.find(connection.id);
    const isHere = now?.origin === originOf(connection);
    // For any value of the token: an unverified one waits for the person, not for another value of the variable.
    const mismatch = isHere ? (now.mismatch ?? this.#unstoredMismatch(connection, now)) : undefined;
    if (mismatch !== undefined) throw unverified(mismatch);
    const standing = isHere && isSame(now.fingerprint, fingerprint) ? now : this.#begin(connection, fingerprint);
    return (ref, operation, answer) => this.#validator(connection, standing, ref, operation, answer);
  }

  /** The person has set this token. An unverified one stays so. */
  async isSet(connection: Connection, token: string): Promise<void> {
    // An unusable connection has no row to store it with.
    if (connection.id === '') return;
    const known = this.#dependencies.store.apiTokens.find(connection.id);
    const fingerprint = await this.#fingerprint(connection, token, known);
    const isKnown =
      known?.origin === originOf(connection) &&
      known.fingerprint !== undefined &&
      known.fingerprint.fingerprint === fingerprint?.fingerprint;
    if (!isKnown) this.#begin(connection, fingerprint);
  }

  /**
   * Where the connection's token was used, if elsewhere: one stored without its origin must not go to the present one
   * unasked.
   */
  otherOriginOf(connection: Connection): string | undefined {
    const known = this.#dependencies.store.apiTokens.find(connection.id);
    return known?.origin === originOf(connection) ? undefined : known?.origin;
  }

  /**
   * The person keeps the token despite this mismatch. @throws UserGroupsError `conflict` when the mismatch has changed
   * or is gone
   */
  keep({ id, name }: Connection, mismatch: TokenMismatch): void {
    this.#unstored.delete(id);
    if (this.#dependencies.store.apiTokens.keep(id, mismatch)) return;
    throw new UserGroupsError(
      'conflict',
      l10n.t('The state of the API token of {0} changed meanwhile, here or in another window.', quotedId(name)),
      l10n.t('Check the connection again.'),
    );
  }

  /** The token is gone. */
  drop({ id }: Pick<Connection, 'id'>): void {
    this.#unstored.delete(id);
    this.#lastOne.delete(id);
    this.#dependencies.store.apiTokens.drop(id);
  }

  /** Everything was deleted. */
  clear(): void {
    this.#unstored.clear();
    this.#lastOne.clear();
  }

  #begin(connection: Connection, fingerprint: Fingerprint | undefined): ApiTokenStanding {
    return this.#dependencies.store.apiTokens.begin(connection.id, { origin: originOf(connection), fingerprint });
  }

  #validator(
    connection: Connection,
    standing: ApiTokenStanding,
    ref: GroupRef,
    operation: SentOperation,
    answer: Parameters<AnswerValidator>[2],
  ): UserGroupsError | undefined {
    const verdict = mismatchOf({
      connection,
      userGroupId: ref.userGroupId,
      answer,
      ...this.#knownOf(standing, connection, ref),
    });
    if (verdict === undefined) return undefined;
    this.#keepVerdict(connection, standing.id, verdict);
    return verdict === 'proved' ? undefined : notTaken(verdict, operation, answer);
  }

  /** A store that cannot be read must not lose the answer: the answer alone is still validated. */
  #knownOf(
    asSent: ApiTokenStanding,
    { id }: Connection,
    ref: GroupRef,
  ): Pick<Evidence, 'before' | 'isKnownFromBefore' | 'isProved' | 'accepted'> {
    const { store, log } = this.#dependencies;
    try {
      const now = store.apiTokens.find(id);
      // What is known of another token proves nothing about this one.
      const { isProved, accepted } = now?.id === asSent.id ? now : asSent;
      const before = store.groups.find(ref)?.answered;
      return {
        isProved,
        accepted,
        before,
        isKnownFromBefore: before !== undefined && store.apiTokens.wasAnsweredBefore(ref, asSent.id),
      };
    } catch (error) {
      log.warn(`What is known of an API token could not be read: ${String(error)}`);
      return { isProved: asSent.isProved, accepted: asSent.accepted, before: undefined, isKnownFromBefore: false };
    }
  }

  /** The answer matters more than the failure to record it. */
  #keepVerdict({ id: connectionId }: Connection, id: number, verdict: TokenVerdict): void {
    try {
      this.#dependencies.store.apiTokens.validate(connectionId, id, verdict);
    } catch (error) {
      if (verdict !== 'proved')
        this.#unstored.set(connectionId, { id, mismatch: { about: verdict.about, reason: verdict.reason } });
      this.#dependencies.log.warn(`What is known of an API token could not be recorded: ${String(error)}`);
    }
  }

  /** Stored as soon as possible. */
  #unstoredMismatch({ id }: Connection, standing: ApiTokenStanding): TokenMismatch | undefined {
    const unstored = this.#unstored.get(id);
    if (unstored?.id !== standing.id) return undefined;
    this.#dependencies.store.apiTokens.validate(id, standing.id, unstored.mismatch);
    this.#unstored.delete(id);
    return unstored.mismatch;
  }

  /**
   * Under the key of the known fingerprint, or a new one where that is not readable here. `undefined`: no key is
   * available.
   */
  async #fingerprint(
    { id }: Connection,
    token: string,
    known: ApiTokenStanding | undefined,
  ): Promise<Fingerprint | undefined> {
    const { sealer } = this.#dependencies;
    if (known?.fingerprint !== undefined) {
      const last = this.#lastOne.get(id);
      if (last?.token === token && last.keyId === known.fingerprint.keyId) return last;
      const [found] = await sealer.fingerprints(token, [known.fingerprint.keyId]);
      if (found !== undefined) {
        this.#lastOne.set(id, { ...found, token });
        return found;
      }
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

/** What cannot be compared counts as the same. Under another key, nothing has the same fingerprint. */
function isSame(known: Fingerprint | undefined, found: Fingerprint | undefined): boolean {
  return known === undefined || found === undefined || known.fingerprint === found.fingerprint;
}

function originOf({ baseUrl }: Connection): string {
  return parseBaseUrl(baseUrl).origin;
}

function unverified({ reason }: TokenMismatch): UserGroupsError {
  return new UserGroupsError('conflict', reason, l10n.t('Use "Review API Token…" before anything is sent.'), {
    remedy: 'reviewApiToken',
  });
}

/** A new token must not be lost: that of a rotation is stored as it came, any other is answered again. */
function notTaken(
  { reason }: Mismatch,
  operation: SentOperation,
  { status, isNew }: Parameters<AnswerValidator>[2],
): UserGroupsError {
  // The service has answered success: the operation is done, in whichever environment.
  const maybeDone = operation === 'getOrCreate' && isNew !== true ? undefined : maybeDoneText(operation);
  return new UserGroupsError(
    'conflict',
    reason,
    operation === 'rotate'
      ? l10n.t('Use "Review API Token…", then "Show Unrecognized Response…" for the new token.')
      : l10n.t('Use "Review API Token…" before anything more is sent.'),
    { maybeDone, status, remedy: 'reviewApiToken' },
  );
}
