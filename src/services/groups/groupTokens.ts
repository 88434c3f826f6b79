// The tokens of user groups: sealed for the store, opened for the clipboard, in memory when storing fails.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection.ts';
import { isGone } from '../../core/deletedGroups.ts';
import { Emitter } from '../../core/emitter.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { groupKey } from '../../core/groupKey.ts';
import type { RequestOptions } from '../../core/ports/client.ts';
import type { SealedFor, TokenSealer } from '../../core/ports/sealer.ts';
import type { Store } from '../../core/ports/store.ts';
import type { Redactor } from '../../core/redactor.ts';
import {
  isSameToken,
  type GroupRef,
  type SealedToken,
  type TokenOwner,
  type UserGroupSummary,
} from '../../core/userGroup.ts';
import { requireReady } from '../connections/serviceTargets.ts';

export interface ReadablePreviousToken {
  /** A secret. */
  readonly token: string;
  readonly issuedAt: number;
  readonly replacedAt: number;
}

/** A token that was issued and is only in the memory of this window. */
export interface UnstoredToken {
  readonly ref: GroupRef;
  /** The connection when the request left: it, or the group in the list, may have been removed since. */
  readonly connection: Connection;
  /** A secret. */
  readonly token: string;
  readonly at: number;
  /** The last request that had left when it came. */
  readonly after: number;
}

export class GroupTokens {
  readonly #store: Store;
  readonly #sealer: TokenSealer;
  readonly #redactor: Redactor;
  readonly #now: () => number;
  /**
   * Tokens that were issued and could not be stored: lost with this window, so they are offered until then. Newest
   * last.
   */
  #unstored: readonly UnstoredToken[] = [];
  readonly #changed = new Emitter<void>();
  /** The set of tokens in memory has changed; the store reports its own changes. */
  readonly onDidChange = this.#changed.event;

  constructor(store: Store, sealer: TokenSealer, redactor: Redactor, now: () => number) {
    this.#now = now;
    this.#store = store;
    this.#sealer = sealer;
    this.#redactor = redactor;
  }

  seal(owner: SealedFor, token: string): Promise<SealedToken> {
    return this.#sealer.seal(token, owner);
  }

  /** `undefined` when not readable here. Redacted from then on: it may come back in texts from elsewhere. */
  async unseal(
    sealed: SealedToken,
    owner: SealedFor,
    { tokens = this.#redactor }: Pick<RequestOptions, 'tokens'> = {},
  ): Promise<string | undefined> {
    const token = await this.#sealer.unseal(sealed, owner);
    if (token !== undefined) tokens.add(token);
    return token;
  }

  /** The current token, or `undefined` when there is none or it is not readable here. */
  async find(ref: GroupRef, options?: Pick<RequestOptions, 'tokens'>): Promise<string | undefined> {
    const unstored = this.unstored(ref).at(-1);
    // Before the store is asked: it may be the one that could not be stored.
    if (unstored !== undefined) return unstored.token;
    const kept = this.#store.groups.find(ref)?.token;
    return kept && (await this.unseal(kept.sealed, ref, options));
  }

  /** @throws UserGroupsError `notFound` or `invalid`, with how to get the token; as `requireReady` for the rest */
  async require(connection: Connection, ref: GroupRef, options?: Pick<RequestOptions, 'tokens'>): Promise<string> {
    requireReady(connection);
    const token = await this.find(ref, options);
    if (token !== undefined) return token;
    const isStored = this.#store.groups.find(ref)?.token !== undefined;
    throw isStored
      ? new UserGroupsError(
          'invalid',
          l10n.t("Its token can't be read on this machine, because its key is gone."),
          l10n.t('Fetch the group from the service to get the token again.'),
        )
      : new UserGroupsError(
          'notFound',
          l10n.t('Its token is not stored locally.'),
          l10n.t('Get or create the group, or fetch it from the service.'),
        );
  }

  /** Former tokens of the group, the last replaced first; without those that are not readable here. */
  async replaced(ref: GroupRef): Promise<ReadablePreviousToken[]> {
    const found = await Promise.all(
      this.#store.tokens.replaced(ref).map(async ({ sealed, issuedAt, replacedAt }) => {
        const token = await this.unseal(sealed, ref);
        return token === undefined ? [] : [{ token, issuedAt, replacedAt }];
      }),
    );
    return found.flat();
  }

  countReplaced(ref: GroupRef): number {
    return this.#store.tokens.replaced(ref).length;
  }

  /**
   * The person confirms that the current token is deployed: the former ones, as many as were shown, are no longer
   * needed.
   * @throws UserGroupsError `conflict` while the current token is uncertain, and when their number has changed: then
   * the deployed token may be one of them
   */
  dropReplaced(ref: GroupRef, count?: number): void {
    if (this.#store.journal.openRotations(ref).length > 0) {
      throw new UserGroupsError(
        'conflict',
        l10n.t('The outcome of a rotation is unknown, so the stored token may not be the current one.'),
        l10n.t('Use "Resolve Rotation…" first.'),
        { remedy: 'resolveRotation' },
      );
    }
    if (!this.#store.tokens.dropReplacedOf(ref, count) && count !== undefined) {
      throw new UserGroupsError(
        'conflict',
        l10n.t('Its token was rotated meanwhile, here or in another window.'),
        l10n.t('Deploy the current token, then mark it again.'),
      );
    }
  }

  /**
   * The groups that have or had this token, on any connection: current ones first, each group once; also from memory.
   * Nothing is sent.
   */
  async ownersOf(token: string): Promise<TokenOwner[]> {
    // Before the store is asked: it may be the one that could not be stored.
    const inMemory = this.#unstored.filter((unstored) => unstored.token === token);
    if (inMemory.length > 0) return inMemory.map(({ ref, at }) => ({ ref, issuedAt: at }));
    const fingerprints = await this.#sealer.fingerprints(token, this.#store.tokens.keyIds());
    const owners = fingerprints.flatMap(({ keyId, fingerprint }) => this.#store.tokens.owners(keyId, fingerprint));
    const holding = owners.filter(({ replacedAt }) => replacedAt === undefined);
    // A group whose ID has changed kept its token under the former ID, too.
    const present = holding.filter(({ ref }) => !isGone(this.#store.groups.find(ref) ?? {}));
    const current = present.length > 0 ? present : holding;
    const former = owners.filter(({ ref }) => !holding.some((owner) => groupKey(owner.ref) === groupKey(ref)));
    return [
      ...current,
      ...former.filter(
        ({ ref }, index) => former.findIndex((other) => groupKey(other.ref) === groupKey(ref)) === index,
      ),
    ];
  }

  /**
   * IDs of other groups on the connection that have, or had, this token and still exist. Never rejects: `undefined`
   * where it is the group's stored token, and where it cannot be looked up because nothing can be sealed.
   */
  async othersWith(of: GroupRef, token: string, stored: SealedToken | undefined): Promise<string[] | undefined> {
    try {
      const sealed = await this.seal(of, token);
      return stored !== undefined && isSameToken(stored, sealed) ? undefined : this.othersWithSealed(of, sealed);
    } catch {
      return undefined;
    }
  }

  /** As `othersWith`, for a sealed token. @throws UserGroupsError `unavailable` where the store is not readable */
  othersWithSealed(of: GroupRef, { keyId, fingerprint }: SealedToken): string[] {
    return this.#store.tokens
      .owners(keyId, fingerprint)
      .filter(({ ref }) => ref.connectionId === of.connectionId && ref.userGroupId !== of.userGroupId)
      .flatMap(({ ref }) => (isGone(this.#store.groups.find(ref) ?? {}) ? [] : ref.userGroupId));
  }

  /**
   * Whether this token is in the store: as the current one, or as one that was replaced before its answer came.
   * @throws UserGroupsError `unavailable` when it is in a file that was replaced
   */
  async isKept(ref: GroupRef, token: string): Promise<boolean> {
    const current = this.#store.groups.find(ref)?.token?.sealed;
    for (const sealed of [
      ...(current === undefined ? [] : [current]),
      ...this.#store.tokens.replaced(ref).map((replaced) => replaced.sealed),
    ]) {
      if ((await this.#sealer.unseal(sealed, ref)) !== token) continue;
      // Checked after reading: the file may have been replaced meanwhile.
      this.#store.requireInPlace();
      return true;
    }
    return false;
  }

  /**
   * In the order given: whether the group's token can be read here, `undefined` where there is none. Opens no token.
   */
  async areReadable(groups: readonly Pick<UserGroupSummary, 'ref' | 'tokenKeyId'>[]): Promise<(boolean | undefined)[]> {
    const keyIds = new Set(groups.flatMap(({ tokenKeyId }) => tokenKeyId ?? []));
    const readable = await this.#sealer.readableKeys([...keyIds]);
    return groups.map(({ ref, tokenKeyId }) => {
      if (this.isInMemory(ref)) return true;
      return tokenKeyId === undefined ? undefined : readable.has(tokenKeyId);
    });
  }

  /** Whether any group has or had it, on connections that were removed as well. */
  async isStored(token: string): Promise<boolean> {
    if (this.#unstored.some((unstored) => unstored.token === token)) return true;
    const fingerprints = await this.#sealer.fingerprints(token, this.#store.tokens.keyIds());
    return fingerprints.some(({ keyId, fingerprint }) => this.#store.tokens.holds(keyId, fingerprint));
  }

  /** Whether `isStored` can know it of all tokens. */
  async areAllReadable(): Promise<boolean> {
    const keyIds = this.#store.tokens.keyIds();
    const readable = await this.#sealer.readableKeys(keyIds);
    return keyIds.every((keyId) => readable.has(keyId));
  }

  keepInMemory(unstored: Omit<UnstoredToken, 'at'>): void {
    const { ref, token } = unstored;
    this.#redactor.add(token);
    this.#unstored = [...this.#unstored.filter((other) => !isOf(other, ref, token)), { ...unstored, at: this.#now() }];
    this.#changed.fire();
  }

  /** Those of the group, or of all, newest last. */
  unstored(ref?: GroupRef): readonly UnstoredToken[] {
    return ref === undefined ? this.#unstored : this.#unstored.filter((unstored) => isOf(unstored, ref));
  }

  /** Whether this token of the group, or its current one, is only in the memory of this window. */
  isInMemory(ref: GroupRef, token?: string): boolean {
    return this.#unstored.some((unstored) => isOf(unstored, ref, token));
  }

  /** This token of the group, or all that is. */
  dropFromMemory(ref: GroupRef, token?: string): void {
    if (!this.isInMemory(ref, token)) return;
    this.#unstored = this.#unstored.filter((unstored) => !isOf(unstored, ref, token));
    this.#changed.fire();
  }

  dropAllFromMemory(): void {
    this.#unstored = [];
    this.#changed.fire();
  }
}

function isOf(unstored: UnstoredToken, ref: GroupRef, token = unstored.token): boolean {
  return unstored.token === token && groupKey(unstored.ref) === groupKey(ref);
}
