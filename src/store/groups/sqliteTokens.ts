// The role of groups' tokens: each method is one question or one transaction.

import type { ReplacedToken, TokenStore } from '../../core/ports/tokenStore.ts';
import type { GroupRef, TokenOwner } from '../../core/userGroup.ts';
import type { Database } from '../database/database.ts';
import { OF_LIVE, type LiveConnections } from '../database/liveConnections.ts';
import { fromStored } from '../database/storedText.ts';
import type { ReplacedTokenRows } from './replacedTokenRows.ts';
import type { UserGroupRows } from './userGroupRows.ts';

interface Rows {
  readonly live: LiveConnections;
  readonly groups: UserGroupRows;
  readonly replacedTokens: ReplacedTokenRows;
}

interface OwnerRow {
  readonly connection_id: string;
  readonly user_group_id: string;
  readonly issued_at: number;
  readonly replaced_at: number | null;
}

export class SqliteTokens implements TokenStore {
  readonly #database: Database;
  readonly #rows: Rows;
  readonly #keyIds;
  readonly #owners;
  readonly #isThere;

  constructor(database: Database, rows: Rows) {
    this.#database = database;
    this.#rows = rows;
    this.#keyIds = database.prepare(`
      SELECT DISTINCT token_key_id AS key_id FROM user_groups WHERE token_at IS NOT NULL
      UNION SELECT DISTINCT key_id FROM replaced_tokens UNION SELECT DISTINCT token_key_id FROM rotations`);
    this.#owners = database.prepare<OwnerRow>(`
      SELECT * FROM (
        SELECT connection_id, user_group_id, token_at AS issued_at, NULL AS replaced_at, NULL AS place
        FROM user_groups
        WHERE token_key_id = :keyId AND token_fingerprint = :fingerprint AND token_at IS NOT NULL
        UNION ALL
        SELECT connection_id, user_group_id, issued_at, replaced_at, replaced_tokens.id
        FROM replaced_tokens
          JOIN user_groups ON user_groups.id = group_row
        WHERE key_id = :keyId AND fingerprint = :fingerprint)
      WHERE ${OF_LIVE}
      ORDER BY place IS NOT NULL, place DESC`);
    this.#isThere = database.prepare(`
      SELECT EXISTS (
        SELECT 1 FROM user_groups
        WHERE token_key_id = :keyId AND token_fingerprint = :fingerprint AND token_at IS NOT NULL)
        OR EXISTS (
          SELECT 1 FROM replaced_tokens WHERE key_id = :keyId AND fingerprint = :fingerprint) AS any`);
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
    return this.#database.read(() => this.#keyIds.all().map((row) => row.key_id as string));
  }

  owners(keyId: string, fingerprint: string): TokenOwner[] {
    return this.#database.read(() =>
      this.#owners.all({ keyId, fingerprint }).map((row) => ({
        ref: { connectionId: row.connection_id, userGroupId: fromStored(row.user_group_id) },
        issuedAt: row.issued_at,
        ...(row.replaced_at !== null && { replacedAt: row.replaced_at }),
      })),
    );
  }

  /** Wherever the token is, a removed connection included. */
  holds(keyId: string, fingerprint: string): boolean {
    return this.#database.read(() => this.#isThere.get({ keyId, fingerprint })?.any === 1);
  }

  #rowOf(ref: GroupRef): number | undefined {
    return this.#rows.groups.rowOf(this.#rows.live.of(ref));
  }
}
