// The role of API tokens: what is known of the one that a connection uses, and where environment variables may be sent.
// No token is in any row.

import type { TokenMismatch } from '../../core/connection.ts';
import type { ApiTokenStanding, ApiTokenStore, TokenVerdict, VariableOrigin } from '../../core/ports/apiTokenStore.ts';
import type { GroupRef } from '../../core/userGroup.ts';
import type { Database } from '../database/database.ts';
import { fromStored, toStored } from '../database/storedText.ts';
import type { UserGroupRows } from '../groups/userGroupRows.ts';
import type { VersionRows } from '../journal/versionRows.ts';

interface Standing {
  readonly id: number;
  readonly origin: string;
  readonly is_proved: number;
  readonly accepted: string | null;
}

/** Columns that are set together or not at all. */
type Fingerprint = { readonly key_id: null } | { readonly key_id: string; readonly fingerprint: string };
type Mismatch =
  | { readonly mismatch_about: null }
  | { readonly mismatch_about: TokenMismatch['about']; readonly mismatch_reason: string };

type Row = Standing & Fingerprint & Mismatch;

/** What is on record of groups. */
interface Records {
  readonly groups: UserGroupRows;
  readonly versions: VersionRows;
}

export class SqliteApiTokens implements ApiTokenStore {
  readonly #database: Database;
  readonly #records: Records;

  constructor(database: Database, records: Records) {
    this.#database = database;
    this.#records = records;
  }

  find(connectionId: string): ApiTokenStanding | undefined {
    return this.#database.get(
      'SELECT * FROM api_tokens WHERE connection_id = :connectionId',
      { connectionId },
      fromRow,
    );
  }

  begin(connectionId: string, token: Pick<ApiTokenStanding, 'origin' | 'fingerprint'>): ApiTokenStanding {
    const { origin, fingerprint } = token;
    return this.#database.write(() => {
      this.#drop(connectionId);
      // The highest number ever given: rows may have been pruned since.
      const { lastInsertRowid: id } = this.#database.run(
        `INSERT INTO api_tokens (connection_id, origin, key_id, fingerprint, after_version)
         VALUES (:connectionId, :origin, :keyId, :fingerprint,
           coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'versions'), 0))`,
        { connectionId, origin, keyId: fingerprint?.keyId, fingerprint: fingerprint?.fingerprint },
      );
      return { id, origin, fingerprint, isProved: false };
    });
  }

  validate(connectionId: string, id: number, verdict: TokenVerdict): void {
    this.#database.write(() => {
      if (verdict === 'proved')
        this.#database.run(
          `UPDATE api_tokens SET is_proved = 1
           WHERE connection_id = :connectionId AND id = :id AND mismatch_about IS NULL AND is_proved = 0`,
          { connectionId, id },
        );
      else
        this.#database.run(
          `UPDATE api_tokens SET is_proved = 0,
             mismatch_about = :about, mismatch_reason = :reason, mismatch_contradiction = :contradiction
           WHERE connection_id = :connectionId AND id = :id AND mismatch_about IS NULL`,
          {
            connectionId,
            id,
            about: verdict.about,
            reason: toStored(verdict.reason),
            contradiction: toStored(verdict.contradiction),
          },
        );
    });
  }

  keep(connectionId: string, { about, reason }: TokenMismatch): boolean {
    const { changes } = this.#database.write(() =>
      this.#database.run(
        `UPDATE api_tokens SET is_proved = 1, accepted = coalesce(mismatch_contradiction, accepted),
           mismatch_about = NULL, mismatch_reason = NULL, mismatch_contradiction = NULL
         WHERE connection_id = :connectionId AND mismatch_about = :about AND mismatch_reason = :reason`,
        { connectionId, about, reason: toStored(reason) },
      ),
    );
    return changes > 0;
  }

  drop(connectionId: string): void {
    this.#database.write(() => {
      this.#drop(connectionId);
    });
  }

  variableOrigins(variable: string): string[] {
    return this.#database.all(
      'SELECT origin FROM variable_origins WHERE variable = :variable ORDER BY id',
      { variable: toStored(variable) },
      ({ origin }) => fromStored(String(origin)),
    );
  }

  bindVariable(first: VariableOrigin): void {
    this.#database.write(() => {
      // Of two windows one is the first.
      if (this.variableOrigins(first.variable).length === 0) this.#addOrigin(first);
    });
  }

  allowVariable(origin: VariableOrigin): void {
    this.#database.write(() => {
      this.#addOrigin(origin);
    });
  }

  wasAnsweredBefore(ref: GroupRef, id: number): boolean {
    const { groups, versions } = this.#records;
    // Versions up to this one were sent with other tokens.
    const after = this.#database.get('SELECT after_version FROM api_tokens WHERE id = :id', { id }, (row) =>
      Number(row.after_version),
    );
    const row = groups.rowOf(ref);
    if (row === undefined || after === undefined) return row !== undefined;
    // The service's list leaves no version.
    return groups.answeredVersion(row) <= after && !versions.hasAnsweredSince(row, after);
  }

  #drop(connectionId: string): void {
    this.#database.run('DELETE FROM api_tokens WHERE connection_id = :connectionId', { connectionId });
  }

  #addOrigin({ variable, origin }: VariableOrigin): void {
    this.#database.run('INSERT OR IGNORE INTO variable_origins (variable, origin) VALUES (:variable, :origin)', {
      variable: toStored(variable),
      origin: toStored(origin),
    });
  }
}

function fromRow(row: Row): ApiTokenStanding {
  return {
    id: row.id,
    origin: row.origin,
    isProved: row.is_proved === 1,
    ...(row.key_id !== null && { fingerprint: { keyId: row.key_id, fingerprint: row.fingerprint } }),
    ...(row.mismatch_about !== null && {
      mismatch: { about: row.mismatch_about, reason: fromStored(row.mismatch_reason) },
    }),
    ...(row.accepted !== null && { accepted: fromStored(row.accepted) }),
  };
}
