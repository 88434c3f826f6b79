// Rows of `versions`: every sending, from the moment before its request leaves.

import type { NewSending, SendResult, VersionQuery } from '../../core/ports/journal.ts';
import type { SentOperation } from '../../contract/operations.ts';
import {
  ANSWERED_OUTCOMES,
  type GroupRef,
  type SendOutcome,
  type SentVersion,
  type VersionSummary,
  VERSIONS_KEPT,
} from '../../core/userGroup.ts';
import type { Database, Values } from '../database/database.ts';
import { isAlive } from '../database/leases.ts';
import { OF_LIVE } from '../database/liveConnections.ts';
import { fromStored, toStored } from '../database/storedText.ts';
import { refFrom, type RefRow } from '../groups/userGroupRows.ts';

interface VersionSummaryRow extends RefRow {
  readonly id: number;
  readonly operation: SentOperation;
  readonly sent_at: number;
  readonly outcome: SendOutcome;
  readonly status: number | null;
  readonly duration_ms: number | null;
  readonly reason: string | null;
}

interface Row extends VersionSummaryRow {
  readonly text: string;
}

const OF_GROUPS = 'connection_id, user_group_id FROM versions JOIN user_groups ON user_groups.id = group_row';
const SELECT = `SELECT versions.*, ${OF_GROUPS}`;
/** Nothing that lies behind the text, which the database would have to read through. */
const SELECT_SUMMARY = `
  SELECT versions.id, operation, sent_at, outcome, status, duration_ms, reason, ${OF_GROUPS}`;

/** Of versions: the service answered that the group is there. */
const IS_ANSWERED = `outcome IN (${ANSWERED_OUTCOMES.map((outcome) => `'${outcome}'`).join(', ')})`;

const ENDS_ID = "operation IN ('delete', 'changeId')";

const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_MS = 365 * DAY_MS;

export interface PendingSending extends NewSending {
  readonly id: number;
  readonly ref: GroupRef;
}

/** Without an answer it has a lease. */
interface UnansweredRow extends Row {
  readonly lease_until: number;
}

export interface UnansweredVersion extends SentVersion {
  readonly leaseUntil: number;
}

type Page = Omit<VersionQuery, 'ref'>;

const PRUNE = `
  DELETE FROM versions WHERE group_row = :groupRow AND id < :newest AND (
    sent_at < (SELECT max(sent_at) FROM versions WHERE group_row = :groupRow AND sent_at <= :believed) - :keptMs
    OR id <= (SELECT id FROM versions WHERE group_row = :groupRow ORDER BY id DESC LIMIT 1 OFFSET :kept))`;

export class VersionRows {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Newest first; of one group or of all. */
  page(groupRow: number | undefined, page: Page): SentVersion[] {
    return this.#database.all(pageOf(SELECT, groupRow), bounds(groupRow, page), fromRow);
  }

  /** As `page`, without the texts. */
  summaries(groupRow: number | undefined, page: Page): VersionSummary[] {
    return this.#database.all(pageOf(SELECT_SUMMARY, groupRow), bounds(groupRow, page), summaryFrom);
  }

  /** An id that no version gets: what has a lower one was sent before, what has a higher one later. */
  reserve(): number {
    const reserved =
      this.#database.get("UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'versions' RETURNING seq") ??
      // Where nothing was ever sent, there is no row yet.
      this.#database.get("INSERT INTO sqlite_sequence (name, seq) VALUES ('versions', 1) RETURNING seq");
    return Number(reserved?.seq);
  }

  find(id: number): SentVersion | undefined {
    return this.#database.get(`${SELECT} WHERE versions.id = :id`, { id }, fromRow);
  }

  /** Whether the group has versions beside this one. */
  hasOther(groupRow: number, id: number): boolean {
    return this.#has(groupRow, id, 'id <> :id');
  }

  /** Whether a rotation of the group that began after this version was carried out. */
  hasRotatedSince(groupRow: number, id: number): boolean {
    return this.#has(groupRow, id, "id > :id AND operation = 'rotate' AND outcome = 'rotated'");
  }

  /**
   * Whether anything is on record of the group that was sent after this version, and did or may have done something.
   */
  hasRecordedSince(groupRow: number, id: number): boolean {
    return this.#has(groupRow, id, "id > :id AND outcome NOT IN ('sending', 'refused', 'notSent')");
  }

  /** Whether the service has answered for the group to anything that was sent after this version. */
  hasAnsweredSince(groupRow: number, id: number): boolean {
    return this.#has(groupRow, id, `id > :id AND ${IS_ANSWERED}`);
  }

  /** Whether a deletion of the group that began after this version was carried out, or perhaps was. */
  hasDeletionSince(groupRow: number, id: number): boolean {
    return this.#has(groupRow, id, `id > :id AND ${ENDS_ID} AND outcome IN ('deleted', 'idChanged', 'unknown')`);
  }

  /**
   * Writes the version as `sending`, and removes what is no longer kept: beyond the last 50 of the group, or older by a
   * year than what was sent for it a day ago or earlier. So a clock that is a year ahead for a day removes nothing.
   */
  begin(groupRow: number, { operation, text, at }: NewSending, leaseUntil: number): number {
    const { lastInsertRowid: newest } = this.#database.run(
      `INSERT INTO versions (group_row, operation, sent_at, outcome, text, lease_until)
       VALUES (:groupRow, :operation, :at, 'sending', :text, :leaseUntil)`,
      { groupRow, operation, at, text: toStored(text), leaseUntil },
    );
    this.#database.run(PRUNE, { groupRow, newest, believed: at - DAY_MS, keptMs: KEPT_MS, kept: VERSIONS_KEPT });
    return newest;
  }

  /** One that was sent elsewhere, and has ended. */
  add(groupRow: number, version: Omit<SentVersion, 'id' | 'ref'>): void {
    const { operation, at, outcome, status, durationMs, reason, text } = version;
    this.#database.run(
      `INSERT INTO versions (group_row, operation, sent_at, outcome, status, duration_ms, reason, text)
       VALUES (:groupRow, :operation, :at, :outcome, :status, :durationMs, :reason, :text)`,
      { groupRow, operation, at, outcome, status, durationMs, reason, text: toStored(text) },
    );
  }

  /** Those without an answer, of every window. */
  sending(): UnansweredVersion[] {
    return this.#database.all(`${SELECT} WHERE outcome = 'sending' ORDER BY versions.id`, {}, unanswered);
  }

  /** What the windows that live are sending of the group. */
  inProgress(groupRow: number, now: number): SentOperation[] {
    return this.sendingOf(groupRow).flatMap(({ operation, leaseUntil }) =>
      isAlive(leaseUntil, now) ? [operation] : [],
    );
  }

  /** Those of one group. */
  sendingOf(groupRow: number): UnansweredVersion[] {
    return this.#database.all(
      `${SELECT} WHERE outcome = 'sending' AND group_row = :groupRow`,
      { groupRow },
      unanswered,
    );
  }

  /** The ID that the group may have by now: of the last change of it that has no known outcome. */
  mayBeNow(groupRow: number): string | undefined {
    return this.#database.get(
      `SELECT text FROM versions
       WHERE group_row = :groupRow AND operation = 'changeId' AND outcome = 'unknown' ORDER BY id DESC LIMIT 1`,
      { groupRow },
      textFrom,
    );
  }

  /** The same of all groups of a connection. */
  becoming(connectionId: string): string[] {
    return this.#database.all(
      `SELECT versions.text FROM user_groups INDEXED BY user_groups_unknown
         JOIN versions ON versions.group_row = user_groups.id
       WHERE connection_id = :connectionId AND unknown_operation IS NOT NULL AND unknown_operation = 'changeId'
         AND versions.operation = 'changeId' AND versions.outcome = 'unknown'`,
      { connectionId },
      textFrom,
    );
  }

  /** Of several that were sent, the last: the group was there until then. */
  settleDeletion(groupRow: number, reason: string): void {
    this.#database.run(
      `UPDATE versions SET outcome = iif(operation = 'delete', 'deleted', 'idChanged'), reason = :reason WHERE id = (
         SELECT max(id) FROM versions WHERE group_row = :groupRow AND ${ENDS_ID} AND outcome = 'unknown')`,
      { groupRow, reason },
    );
  }

  lease(id: number, until: number): void {
    this.#database.run("UPDATE versions SET lease_until = :until WHERE id = :id AND outcome = 'sending'", {
      id,
      until,
    });
  }

  close(
    id: number,
    { outcome, status, durationMs, reason }: Pick<SendResult, 'outcome' | 'status' | 'durationMs' | 'reason'>,
  ): void {
    this.#database.run(
      `UPDATE versions SET outcome = :outcome, status = :status, duration_ms = :durationMs, reason = :reason
       WHERE id = :id`,
      { id, outcome, status, durationMs, reason },
    );
  }

  #has(groupRow: number, id: number, condition: string): boolean {
    const found = `SELECT id FROM versions WHERE group_row = :groupRow AND ${condition} LIMIT 1`;
    return this.#database.get(found, { groupRow, id }) !== undefined;
  }
}

const textFrom = ({ text }: Pick<Row, 'text'>): string => fromStored(text);

const pageOf = (select: string, groupRow: number | undefined): string => `
  ${select} WHERE ${groupRow === undefined ? OF_LIVE : 'group_row = :groupRow'}
    AND versions.id < :before AND sent_at <= :until
  ORDER BY versions.id DESC LIMIT :limit`;

function bounds(groupRow: number | undefined, { limit, before, until }: Page): Values {
  const last = Number.MAX_SAFE_INTEGER;
  return { ...(groupRow !== undefined && { groupRow }), limit, before: before ?? last, until: until ?? last };
}

function unanswered(row: UnansweredRow): UnansweredVersion {
  return { ...fromRow(row), leaseUntil: row.lease_until };
}

function fromRow(row: Row): SentVersion {
  return { ...summaryFrom(row), text: fromStored(row.text) };
}

function summaryFrom(row: VersionSummaryRow): VersionSummary {
  return {
    id: row.id,
    ref: refFrom(row),
    operation: row.operation,
    at: row.sent_at,
    outcome: row.outcome,
    status: row.status ?? undefined,
    durationMs: row.duration_ms ?? undefined,
    reason: row.reason ?? undefined,
  };
}
