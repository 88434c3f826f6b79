// The tokens of user groups: sealed for the store, opened for the clipboard, kept in memory when storing fails.

import type { Connection } from '../core/connection.ts';
import { UserGroupsError } from '../core/errors.ts';
import type { TokenSealer, UserGroupStore } from '../core/ports.ts';
import type { Redactor } from '../core/redactor.ts';
import type { GroupRef, SealedToken, UserGroupSummary } from '../core/userGroup.ts';
import { requireReady } from './serviceTargets.ts';

export class GroupTokens {
  readonly #store: UserGroupStore;
  readonly #sealer: TokenSealer;
  readonly #redactor: Redactor;
  /** Tokens that were issued and could not be stored: lost with this window, so they are offered until then. */
  readonly #unstored = new Map<string, string>();

  constructor(store: UserGroupStore, sealer: TokenSealer, redactor: Redactor) {
    this.#store = store;
    this.#sealer = sealer;
    this.#redactor = redactor;
  }

  async seal(ref: GroupRef, token: string): Promise<SealedToken> {
    this.#redactor.add(token);
    return this.#sealer.seal(token, ref);
  }

  /** The current token, or `undefined` when there is none or it is not readable here. */
  async find(ref: GroupRef): Promise<string | undefined> {
    const unstored = this.#unstored.get(keyOf(ref));
    const kept = this.#store.group(ref)?.token;
    const token = unstored ?? (kept && (await this.#sealer.unseal(kept.sealed, ref)));
    if (token !== undefined) this.#redactor.add(token);
    return token;
  }

  /** @throws UserGroupsError `notFound` or `invalid`, saying how to get the token; as `requireReady` for the connection. */
  async require(connection: Connection, ref: GroupRef): Promise<string> {
    requireReady(connection);
    const token = await this.find(ref);
    if (token !== undefined) return token;
    const isStored = this.#store.group(ref)?.token !== undefined;
    throw isStored
      ? new UserGroupsError({ kind: 'invalid', happened: 'its token is not readable here: the key that sealed it is gone', next: 'fetch the group from the service to have the token again' })
      : new UserGroupsError({ kind: 'notFound', happened: 'no token is known here', next: 'get or create the group, or fetch it from the service' });
  }

  /** Whether the token in the store is this one. */
  async isStored(ref: GroupRef, token: string): Promise<boolean> {
    const kept = this.#store.group(ref)?.token;
    return kept !== undefined && (await this.#sealer.unseal(kept.sealed, ref)) === token;
  }

  /** In the order given: whether the group's token can be read here, `undefined` where none is known. No token is opened. */
  async areReadable(groups: readonly Pick<UserGroupSummary, 'ref' | 'tokenKeyId'>[]): Promise<(boolean | undefined)[]> {
    const keyIds = new Set(groups.flatMap(({ tokenKeyId }) => tokenKeyId ?? []));
    const readable = await this.#sealer.readableKeys([...keyIds]);
    return groups.map(({ ref, tokenKeyId }) => {
      if (this.#unstored.has(keyOf(ref))) return true;
      return tokenKeyId === undefined ? undefined : readable.has(tokenKeyId);
    });
  }

  keepInMemory(ref: GroupRef, token: string): void {
    this.#redactor.add(token);
    this.#unstored.set(keyOf(ref), token);
  }

  dropFromMemory(ref: GroupRef): void {
    this.#unstored.delete(keyOf(ref));
  }
}

function keyOf(ref: GroupRef): string {
  return JSON.stringify([ref.connectionId, ref.userGroupId]);
}
