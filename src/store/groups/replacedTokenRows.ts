// Rows of `replaced_tokens`: former tokens of a group, kept sealed while viewers may still use them.

import type { ReplacedToken } from '../../core/ports/tokenStore.ts';
import type { UserGroupRecord } from '../../core/userGroup.ts';
import type { Database } from '../database/database.ts';
import { OF_LIVE } from '../database/liveConnections.ts';

interface Row {
  readonly key_id: string;
  readonly fingerprint: string;
  readonly box: Uint8Array;
  readonly issued_at: number;
  readonly replaced_at: number;
}

export class ReplacedTokenRows {
  readonly #ofGroup;
  readonly #any;
  readonly #insert;
  readonly #deleteOld;
  readonly #deleteOfGroup;

  constructor(database: Database) {
    this.#ofGroup = database.prepare<Row>(`
      SELECT key_id, fingerprint, box, issued_at, replaced_at
      FROM replaced_tokens
      WHERE group_row = :groupRow
      ORDER BY id DESC`);
    this.#any = database.prepare(
      `SELECT EXISTS (SELECT 1 FROM user_groups WHERE replaced_tokens > 0 AND ${OF_LIVE}) AS any`,
    );
    this.#insert = database.prepare(`
      INSERT INTO replaced_tokens (group_row, key_id, fingerprint, box, issued_at, replaced_at)
      VALUES (:groupRow, :keyId, :fingerprint, :box, :issuedAt, :replacedAt)`);
    this.#deleteOld = database.prepare(`
      DELETE FROM replaced_tokens WHERE replaced_at < :replacedBefore
        AND group_row NOT IN (SELECT group_row FROM rotations WHERE group_row IS NOT NULL)`);
    this.#deleteOfGroup = database.prepare('DELETE FROM replaced_tokens WHERE group_row = :groupRow');
  }

  /** The last replaced first. */
  ofGroup(groupRow: number): ReplacedToken[] {
    return this.#ofGroup.all({ groupRow }).map(fromRow);
  }

  hasAny(): boolean {
    return this.#any.get()?.any === 1;
  }

  add(groupRow: number, { sealed, at }: NonNullable<UserGroupRecord['token']>, replacedAt: number): void {
    const { keyId, fingerprint, box } = sealed;
    this.#insert.run({ groupRow, keyId, fingerprint, box, issuedAt: at, replacedAt });
  }

  dropOlder(replacedBefore: number): void {
    this.#deleteOld.run({ replacedBefore });
  }

  dropOfGroup(groupRow: number): void {
    this.#deleteOfGroup.run({ groupRow });
  }
}

function fromRow(row: Row): ReplacedToken {
  return {
    sealed: { keyId: row.key_id, box: row.box, fingerprint: row.fingerprint },
    issuedAt: row.issued_at,
    replacedAt: row.replaced_at,
  };
}
