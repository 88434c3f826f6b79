// The role of groups' tokens: each method is one question or one transaction.

import type { ReplacedToken, TokenStore } from '../../core/ports/tokenStore.ts';
import type { GroupRef, TokenOwner } from '../../core/userGroup.ts';
import type { Database } from '../database/database.ts';
import type { LiveConnections } from '../database/liveConnections.ts';
import type { ReplacedTokenRows } from './replacedTokenRows.ts';
import { TokenOwners } from './tokenOwners.ts';
import type { UserGroupRows } from './userGroupRows.ts';

interface Rows {
  readonly live: LiveConnections;
  readonly groups: UserGroupRows;
  readonly replacedTokens: ReplacedTokenRows;
}

export class SqliteTokens implements TokenStore {
  readonly #database: Database;
  readonly #rows: Rows;
  readonly #owners;

  constructor(database: Database, rows: Rows) {
    this.#database = database;
    this.#rows = rows;
    this.#owners = new TokenOwners(database);
  }

  replaced(ref: GroupRef): ReplacedToken[] {
    return this.#database.read(() => {
      const row = this.#rowOf(ref);
      return row === undefined ? [] : this.#rows.replacedTokens.ofGroup(row);
    });
  }

  hasReplaced(): boolean {
    return this.#database.read(() => this.#rows.replacedTokens.hasAny());
  }

  dropReplaced(replacedBefore: number): void {
    this.#database.write(() => this.#rows.replacedTokens.dropOlder(replacedBefore));
  }

  dropReplacedOf(ref: GroupRef, count?: number): boolean {
    const { replacedTokens } = this.#rows;
    return this.#database.write(() => {
      const row = this.#rowOf(ref);
      if (row === undefined || (count !== undefined && replacedTokens.ofGroup(row).length !== count)) return false;
      replacedTokens.dropOfGroup(row);
      return true;
    });
  }

  keyIds(): string[] {
    return this.#database.read(() => this.#owners.keyIds());
  }

  owners(keyId: string, fingerprint: string): TokenOwner[] {
    return this.#database.read(() => this.#owners.of(keyId, fingerprint));
  }

  holds(keyId: string, fingerprint: string): boolean {
    return this.#database.read(() => this.#owners.areThere(keyId, fingerprint));
  }

  #rowOf(ref: GroupRef): number | undefined {
    return this.#rows.groups.rowOf(this.#rows.live.of(ref));
  }
}
