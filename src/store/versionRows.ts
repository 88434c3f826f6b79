// Rows of `versions`: every sending, from the moment before its request leaves.

import type { SendResult } from '../core/ports.ts';
import type { GroupRef, Operation, SendOutcome, SentVersion } from '../core/userGroup.ts';
import type { Database } from './database.ts';
import { fromStored, toStored } from './storedText.ts';

const KEPT_PER_GROUP = 50;
const KEPT_MS = 365 * 24 * 60 * 60 * 1000;

/** What `beginSend` is told. */
export interface Sending {
  readonly operation: Operation;
  readonly text: string;
  readonly at: number;
}

export interface BegunSending extends Sending {
  readonly id: number;
  readonly ref: GroupRef;
}

interface Row {
  readonly id: number;
  readonly connection_id: string;
  readonly user_group_id: string;
  readonly operation: Operation;
  readonly sent_at: number;
  readonly outcome: SendOutcome;
  readonly status: number | null;
  readonly duration_ms: number | null;
  readonly reason: string | null;
  readonly text: string;
}

const SELECT = 'SELECT versions.*, connection_id, user_group_id FROM versions JOIN user_groups ON user_groups.id = group_row';

export class VersionRows {
  readonly #one;
  readonly #page;
  readonly #pageOfGroup;
  readonly #other;
  readonly #insert;
  readonly #close;
  readonly #prune;

  constructor(database: Database) {
    this.#one = database.prepare(`${SELECT} WHERE versions.id = :id`);
    this.#page = database.prepare(`${SELECT} WHERE versions.id < :before ORDER BY versions.id DESC LIMIT :limit`);
    this.#pageOfGroup = database.prepare(`
      ${SELECT} WHERE group_row = :groupRow AND versions.id < :before ORDER BY versions.id DESC LIMIT :limit`);
    this.#other = database.prepare('SELECT id FROM versions WHERE group_row = :groupRow AND id <> :id LIMIT 1');
    this.#insert = database.prepare(`
      INSERT INTO versions (group_row, operation, sent_at, outcome, text) VALUES (:groupRow, :operation, :at, 'sending', :text)`);
    this.#close = database.prepare(`
      UPDATE versions SET outcome = :outcome, status = :status, duration_ms = :durationMs, reason = :reason WHERE id = :id`);
    this.#prune = database.prepare(`
      DELETE FROM versions WHERE group_row = :groupRow AND id < :newest AND (sent_at < :oldest OR id <= (
        SELECT id FROM versions WHERE group_row = :groupRow ORDER BY id DESC LIMIT 1 OFFSET :kept))`);
  }

  /** Newest first; of one group or of all. */
  page(groupRow: number | undefined, limit: number, before = Number.MAX_SAFE_INTEGER): SentVersion[] {
    const rows = groupRow === undefined ? this.#page.all({ before, limit }) : this.#pageOfGroup.all({ groupRow, before, limit });
    return rows.map((row) => fromRow(row as unknown as Row));
  }

  find(id: number): SentVersion | undefined {
    const row = this.#one.get({ id });
    return row && fromRow(row as unknown as Row);
  }

  /** Whether the group has versions beside this one. */
  hasOther(groupRow: number, id: number): boolean {
    return this.#other.get({ groupRow, id }) !== undefined;
  }

  /** Writes the version as `sending`, and removes what is no longer kept: beyond the last 50 of the group, or older than a year. */
  begin(groupRow: number, { operation, text, at }: Sending): number {
    const newest = Number(this.#insert.run({ groupRow, operation, at, text: toStored(text) }).lastInsertRowid);
    this.#prune.run({ groupRow, newest, oldest: at - KEPT_MS, kept: KEPT_PER_GROUP });
    return newest;
  }

  close(id: number, { outcome, status, durationMs, reason }: SendResult): void {
    this.#close.run({ id, outcome, status: status ?? null, durationMs: durationMs ?? null, reason: reason ?? null });
  }
}

function fromRow(row: Row): SentVersion {
  return {
    id: row.id,
    ref: { connectionId: row.connection_id, userGroupId: fromStored(row.user_group_id) },
    operation: row.operation,
    text: fromStored(row.text),
    at: row.sent_at,
    outcome: row.outcome,
    status: row.status ?? undefined,
    durationMs: row.duration_ms ?? undefined,
    reason: row.reason ?? undefined,
  };
}
