// Rows of `api_tokens`: what is known of the API token that a connection uses. The token itself is in no row.

import type { TokenMismatch } from '../../core/connection.ts';
import type { ApiTokenStanding, TokenVerdict } from '../../core/ports/apiTokenStore.ts';
import type { Database } from '../database/database.ts';
import { fromStored, toStored } from '../database/storedText.ts';

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

export class ApiTokenRows {
  readonly #one;
  readonly #drop;
  readonly #insert;
  readonly #prove;
  readonly #mismatch;
  readonly #keep;
  readonly #afterVersion;

  constructor(database: Database) {
    this.#one = database.prepare<Row>('SELECT * FROM api_tokens WHERE connection_id = :connectionId');
    this.#drop = database.prepare('DELETE FROM api_tokens WHERE connection_id = :connectionId');
    // The highest number ever given: rows may have been pruned since.
    this.#insert = database.prepare(`
      INSERT INTO api_tokens (connection_id, origin, key_id, fingerprint, after_version)
      VALUES (:connectionId, :origin, :keyId, :fingerprint,
        coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'versions'), 0))`);
    this.#prove = database.prepare(`
      UPDATE api_tokens SET is_proved = 1
      WHERE connection_id = :connectionId AND id = :id AND mismatch_about IS NULL AND is_proved = 0`);
    this.#mismatch = database.prepare(`
      UPDATE api_tokens
      SET is_proved = 0, mismatch_about = :about, mismatch_reason = :reason, mismatch_contradiction = :contradiction
      WHERE connection_id = :connectionId AND id = :id AND mismatch_about IS NULL`);
    this.#keep = database.prepare(`
      UPDATE api_tokens
      SET is_proved = 1, accepted = coalesce(mismatch_contradiction, accepted),
        mismatch_about = NULL, mismatch_reason = NULL, mismatch_contradiction = NULL
      WHERE connection_id = :connectionId AND mismatch_about = :about AND mismatch_reason = :reason`);
    this.#afterVersion = database.prepare('SELECT after_version FROM api_tokens WHERE id = :id');
  }

  find(connectionId: string): ApiTokenStanding | undefined {
    const row = this.#one.get({ connectionId });
    return row && fromRow(row);
  }

  begin(
    connectionId: string,
    { origin, fingerprint }: Pick<ApiTokenStanding, 'origin' | 'fingerprint'>,
  ): ApiTokenStanding {
    this.#drop.run({ connectionId });
    const { lastInsertRowid } = this.#insert.run({
      connectionId,
      origin,
      keyId: fingerprint?.keyId ?? null,
      fingerprint: fingerprint?.fingerprint ?? null,
    });
    return { id: Number(lastInsertRowid), origin, fingerprint, isProved: false };
  }

  validate(connectionId: string, id: number, verdict: TokenVerdict): void {
    if (verdict === 'proved') this.#prove.run({ connectionId, id });
    else
      this.#mismatch.run({
        connectionId,
        id,
        about: verdict.about,
        reason: toStored(verdict.reason),
        contradiction: stored(verdict.contradiction),
      });
  }

  keep(connectionId: string, { about, reason }: TokenMismatch): boolean {
    return this.#keep.run({ connectionId, about, reason: toStored(reason) }).changes > 0;
  }

  drop(connectionId: string): void {
    this.#drop.run({ connectionId });
  }

  /** Versions up to this one were sent with other tokens. */
  afterVersion(id: number): number | undefined {
    return this.#afterVersion.get({ id })?.after_version as number | undefined;
  }
}

function stored(text: string | undefined): string | null {
  return text === undefined ? null : toStored(text);
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
