// Whose token it is, by its fingerprint: the current one of a group, or one that was replaced.

import type { TokenOwner } from '../../core/userGroup.ts';
import type { Database } from '../database/database.ts';
import { OF_LIVE } from '../database/liveConnections.ts';
import { fromStored } from '../database/storedText.ts';

interface Row {
  readonly connection_id: string;
  readonly user_group_id: string;
  readonly issued_at: number;
  readonly replaced_at: number | null;
}

export class TokenOwners {
  readonly #keyIds;
  readonly #owners;
  readonly #areThere;

  constructor(database: Database) {
    this.#keyIds = database.prepare(`
      SELECT DISTINCT token_key_id AS key_id FROM user_groups WHERE token_at IS NOT NULL
      UNION SELECT DISTINCT key_id FROM replaced_tokens UNION SELECT DISTINCT token_key_id FROM rotations`);
    this.#owners = database.prepare<Row>(`
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
    this.#areThere = database.prepare(`
      SELECT EXISTS (
        SELECT 1 FROM user_groups
        WHERE token_key_id = :keyId AND token_fingerprint = :fingerprint AND token_at IS NOT NULL)
        OR EXISTS (
          SELECT 1 FROM replaced_tokens WHERE key_id = :keyId AND fingerprint = :fingerprint) AS any`);
  }

  keyIds(): string[] {
    return this.#keyIds.all().map((row) => row.key_id as string);
  }

  /** Wherever they are, those of removed connections included. */
  areThere(keyId: string, fingerprint: string): boolean {
    return this.#areThere.get({ keyId, fingerprint })?.any === 1;
  }

  of(keyId: string, fingerprint: string): TokenOwner[] {
    return this.#owners.all({ keyId, fingerprint }).map((row) => ({
      ref: { connectionId: row.connection_id, userGroupId: fromStored(row.user_group_id) },
      issuedAt: row.issued_at,
      ...(row.replaced_at !== null && { replacedAt: row.replaced_at }),
    }));
  }
}
