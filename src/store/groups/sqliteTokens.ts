// The role of groups' tokens. Those that were replaced are kept sealed while viewers may still use them.

import type { PreviousToken, TokenStore } from '../../core/ports/tokenStore.ts';
import type { GroupRef, TokenOwner, UserGroupRecord } from '../../core/userGroup.ts';
import type { Database } from '../database/database.ts';
import { OF_LIVE } from '../database/liveConnections.ts';
import { refFrom, type RefRow, type UserGroupRows } from './userGroupRows.ts';

interface ReplacedRow {
  readonly key_id: string;
  readonly fingerprint: string;
  readonly box: Uint8Array;
  readonly issued_at: number;
  readonly replaced_at: number;
}

interface OwnerRow extends RefRow {
  readonly issued_at: number;
  readonly replaced_at: number | null;
}

const IS_CURRENT = 'token_key_id = :keyId AND token_fingerprint = :fingerprint AND token_at IS NOT NULL';
const IS_REPLACED = 'key_id = :keyId AND fingerprint = :fingerprint';

export class SqliteTokens implements TokenStore {
  readonly #database: Database;
  readonly #groups: UserGroupRows;

  constructor(database: Database, groups: UserGroupRows) {
    this.#database = database;
    this.#groups = groups;
  }

  replaced(ref: GroupRef): PreviousToken[] {
    const row = this.#groups.liveRowOf(ref);
    return row === undefined ? [] : this.replacedOf(row);
  }

  /** The last replaced first. */
  replacedOf(groupRow: number): PreviousToken[] {
    return this.#database.all(
      `SELECT key_id, fingerprint, box, issued_at, replaced_at FROM previous_tokens
       WHERE group_row = :groupRow ORDER BY id DESC`,
      { groupRow },
      fromRow,
    );
  }

  hasReplaced(): boolean {
    return (
      this.#database.get(`SELECT EXISTS (SELECT 1 FROM user_groups WHERE previous_tokens > 0 AND ${OF_LIVE}) AS any`)
        ?.any === 1
    );
  }

  /** Within the caller's transaction. */
  addReplaced(groupRow: number, { sealed, at }: NonNullable<UserGroupRecord['token']>, replacedAt: number): void {
    this.#database.run(
      `INSERT INTO previous_tokens (group_row, key_id, fingerprint, box, issued_at, replaced_at)
       VALUES (:groupRow, :keyId, :fingerprint, :box, :issuedAt, :replacedAt)`,
      { groupRow, keyId: sealed.keyId, fingerprint: sealed.fingerprint, box: sealed.box, issuedAt: at, replacedAt },
    );
  }

  dropReplaced(replacedBefore: number): void {
    this.#database.write(() =>
      this.#database.run(
        `DELETE FROM previous_tokens WHERE replaced_at < :replacedBefore
           AND group_row NOT IN (SELECT group_row FROM rotations WHERE group_row IS NOT NULL)`,
        { replacedBefore },
      ),
    );
  }

  dropReplacedOf(ref: GroupRef, count?: number): boolean {
    return this.#database.write(() => {
      const groupRow = this.#groups.liveRowOf(ref);
      if (groupRow === undefined || (count !== undefined && this.replacedOf(groupRow).length !== count)) return false;
      this.#database.run('DELETE FROM previous_tokens WHERE group_row = :groupRow', { groupRow });
      return true;
    });
  }

  keyIds(): string[] {
    return this.#database.all(
      `SELECT DISTINCT token_key_id AS key_id FROM user_groups WHERE token_at IS NOT NULL
       UNION SELECT DISTINCT key_id FROM previous_tokens UNION SELECT DISTINCT token_key_id FROM rotations`,
      {},
      ({ key_id: keyId }: Pick<ReplacedRow, 'key_id'>) => keyId,
    );
  }

  owners(keyId: string, fingerprint: string): TokenOwner[] {
    return this.#database.all(
      `SELECT * FROM (
         SELECT connection_id, user_group_id, token_at AS issued_at, NULL AS replaced_at, NULL AS place
         FROM user_groups WHERE ${IS_CURRENT}
         UNION ALL
         SELECT connection_id, user_group_id, issued_at, replaced_at, previous_tokens.id
         FROM previous_tokens JOIN user_groups ON user_groups.id = group_row WHERE ${IS_REPLACED})
       WHERE ${OF_LIVE}
       ORDER BY place IS NOT NULL, place DESC`,
      { keyId, fingerprint },
      (row: OwnerRow) => ({
        ref: refFrom(row),
        issuedAt: row.issued_at,
        ...(row.replaced_at !== null && { replacedAt: row.replaced_at }),
      }),
    );
  }

  /** Wherever the token is, a removed connection included. */
  holds(keyId: string, fingerprint: string): boolean {
    return (
      this.#database.get(
        `SELECT EXISTS (SELECT 1 FROM user_groups WHERE ${IS_CURRENT})
           OR EXISTS (SELECT 1 FROM previous_tokens WHERE ${IS_REPLACED}) AS any`,
        { keyId, fingerprint },
      )?.any === 1
    );
  }
}

function fromRow({ key_id: keyId, fingerprint, box, issued_at: issuedAt, replaced_at: replacedAt }: ReplacedRow) {
  return { sealed: { keyId, box, fingerprint }, issuedAt, replacedAt };
}
