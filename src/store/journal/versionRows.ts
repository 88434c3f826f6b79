// Rows of `versions`: every sending, from the moment before its request leaves.

import type { NewSending, SendResult, VersionQuery } from '../../core/ports/journal.ts';
import {
  ANSWERED_OUTCOMES,
  type GroupRef,
  type SendOutcome,
  type SentOperation,
  type SentVersion,
  type VersionSummary,
  VERSIONS_KEPT,
} from '../../core/userGroup.ts';
import type { Database } from '../database/database.ts';
import { isAlive } from '../database/leases.ts';
import { OF_LIVE } from '../database/liveConnections.ts';
import { fromStored, toStored } from '../database/storedText.ts';

interface VersionSummaryRow {
  readonly id: number;
  readonly connection_id: string;
  readonly user_group_id: string;
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

const IS_OF_GROUP = 'group_row = :groupRow';
const IS_ASKED = 'versions.id < :before AND sent_at <= :until';

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

const pageOf = (select: string, where: string): string =>
  `${select} WHERE ${where} AND ${IS_ASKED} ORDER BY versions.id DESC LIMIT :limit`;

type Page = Omit<VersionQuery, 'ref'>;

export class VersionRows {
  readonly #one;
  readonly #page;
  readonly #pageOfGroup;
  readonly #summaries;
  readonly #summariesOfGroup;
  readonly #other;
  readonly #rotatedSince;
  readonly #recordedSince;
  readonly #answeredSince;
  readonly #reserve;
  readonly #reserveFirst;
  readonly #insert;
  readonly #insertClosed;
  readonly #close;
  readonly #deletionSince;
  readonly #settleDeletion;
  readonly #newId;
  readonly #becoming;
  readonly #lease;
  readonly #sending;
  readonly #sendingOf;
  readonly #prune;

  constructor(database: Database) {
    this.#one = database.prepare<Row>(`${SELECT} WHERE versions.id = :id`);
    this.#page = database.prepare<Row>(pageOf(SELECT, OF_LIVE));
    this.#pageOfGroup = database.prepare<Row>(pageOf(SELECT, IS_OF_GROUP));
    this.#summaries = database.prepare<VersionSummaryRow>(pageOf(SELECT_SUMMARY, OF_LIVE));
    this.#summariesOfGroup = database.prepare<VersionSummaryRow>(pageOf(SELECT_SUMMARY, IS_OF_GROUP));
    this.#other = database.prepare('SELECT id FROM versions WHERE group_row = :groupRow AND id <> :id LIMIT 1');
    this.#rotatedSince = database.prepare(`
      SELECT id FROM versions WHERE group_row = :groupRow AND id > :id
        AND operation = 'rotate' AND outcome = 'rotated' LIMIT 1`);
    this.#recordedSince = database.prepare(`
      SELECT id FROM versions WHERE group_row = :groupRow AND id > :id
        AND outcome NOT IN ('sending', 'refused', 'notSent') LIMIT 1`);
    this.#answeredSince = database.prepare(`
      SELECT id FROM versions WHERE group_row = :groupRow AND id > :id
        AND ${IS_ANSWERED} LIMIT 1`);
    this.#reserve = database.prepare("UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'versions' RETURNING seq");
    this.#reserveFirst = database.prepare(
      "INSERT INTO sqlite_sequence (name, seq) VALUES ('versions', 1) RETURNING seq",
    );
    this.#insert = database.prepare(`
      INSERT INTO versions (group_row, operation, sent_at, outcome, text, lease_until)
      VALUES (:groupRow, :operation, :at, 'sending', :text, :leaseUntil)`);
    this.#insertClosed = database.prepare(`
      INSERT INTO versions (group_row, operation, sent_at, outcome, status, duration_ms, reason, text)
      VALUES (:groupRow, :operation, :at, :outcome, :status, :durationMs, :reason, :text)`);
    this.#close = database.prepare(`
      UPDATE versions
      SET outcome = :outcome, status = :status, duration_ms = :durationMs, reason = :reason
      WHERE id = :id`);
    this.#deletionSince = database.prepare(`
      SELECT id FROM versions WHERE group_row = :groupRow AND id > :id
        AND operation IN ('delete', 'changeId') AND outcome IN ('deleted', 'idChanged', 'unknown') LIMIT 1`);
    this.#settleDeletion = database.prepare(`
      UPDATE versions SET outcome = iif(operation = 'delete', 'deleted', 'idChanged'), reason = :reason WHERE id = (
        SELECT max(id) FROM versions
        WHERE group_row = :groupRow AND operation IN ('delete', 'changeId') AND outcome = 'unknown')`);
    this.#newId = database.prepare(`
      SELECT text FROM versions
      WHERE group_row = :groupRow AND operation = 'changeId' AND outcome = 'unknown' ORDER BY id DESC LIMIT 1`);
    this.#becoming = database.prepare(`
      SELECT versions.text FROM user_groups INDEXED BY user_groups_unknown
        JOIN versions ON versions.group_row = user_groups.id
      WHERE connection_id = :connectionId AND unknown_operation IS NOT NULL AND unknown_operation = 'changeId'
        AND versions.operation = 'changeId' AND versions.outcome = 'unknown'`);
    this.#lease = database.prepare("UPDATE versions SET lease_until = :until WHERE id = :id AND outcome = 'sending'");
    this.#sending = database.prepare<UnansweredRow>(`${SELECT} WHERE outcome = 'sending' ORDER BY versions.id`);
    this.#sendingOf = database.prepare<UnansweredRow>(`${SELECT} WHERE outcome = 'sending' AND group_row = :groupRow`);
    this.#prune = database.prepare(`
      DELETE FROM versions WHERE group_row = :groupRow AND id < :newest AND (
        sent_at < (SELECT max(sent_at) FROM versions WHERE group_row = :groupRow AND sent_at <= :believed) - :keptMs
        OR id <= (SELECT id FROM versions WHERE group_row = :groupRow ORDER BY id DESC LIMIT 1 OFFSET :kept))`);
  }

  /** Newest first; of one group or of all. */
  page(groupRow: number | undefined, page: Page): SentVersion[] {
    const asked = bounds(page);
    const rows = groupRow === undefined ? this.#page.all(asked) : this.#pageOfGroup.all({ groupRow, ...asked });
    return rows.map(fromRow);
  }

  /** The same without the texts. */
  summaries(groupRow: number | undefined, page: Page): VersionSummary[] {
    const asked = bounds(page);
    const rows =
      groupRow === undefined ? this.#summaries.all(asked) : this.#summariesOfGroup.all({ groupRow, ...asked });
    return rows.map(summaryFrom);
  }

  /** An id that no version gets: what has a lower one was sent before, what has a higher one later. */
  reserve(): number {
    // Where nothing was ever sent, there is no row yet.
    return Number((this.#reserve.get() ?? this.#reserveFirst.get())?.seq);
  }

  find(id: number): SentVersion | undefined {
    const row = this.#one.get({ id });
    return row && fromRow(row);
  }

  /** Whether the group has versions beside this one. */
  hasOther(groupRow: number, id: number): boolean {
    return this.#other.get({ groupRow, id }) !== undefined;
  }

  /** Whether a rotation of the group that began after this version was carried out. */
  hasRotatedSince(groupRow: number, id: number): boolean {
    return this.#rotatedSince.get({ groupRow, id }) !== undefined;
  }

  /**
   * Whether anything is on record of the group that was sent after this version, and did or may have done something.
   */
  hasRecordedSince(groupRow: number, id: number): boolean {
    return this.#recordedSince.get({ groupRow, id }) !== undefined;
  }

  /** Whether the service has answered for the group to anything that was sent after this version. */
  hasAnsweredSince(groupRow: number, id: number): boolean {
    return this.#answeredSince.get({ groupRow, id }) !== undefined;
  }

  /**
   * Writes the version as `sending`, and removes what is no longer kept: beyond the last 50 of the group, or older by a
   * year than what was sent for it a day ago or earlier. So a clock that is a year ahead for a day removes nothing.
   */
  begin(groupRow: number, { operation, text, at }: NewSending, leaseUntil: number): number {
    const newest = Number(
      this.#insert.run({ groupRow, operation, at, text: toStored(text), leaseUntil }).lastInsertRowid,
    );
    this.#prune.run({ groupRow, newest, believed: at - DAY_MS, keptMs: KEPT_MS, kept: VERSIONS_KEPT });
    return newest;
  }

  /** One that was sent elsewhere, and has ended. */
  add(
    groupRow: number,
    { operation, at, outcome, status, durationMs, reason, text }: Omit<SentVersion, 'id' | 'ref'>,
  ): void {
    this.#insertClosed.run({
      groupRow,
      operation,
      at,
      outcome,
      status: status ?? null,
      durationMs: durationMs ?? null,
      reason: reason ?? null,
      text: toStored(text),
    });
  }

  /** Those without an answer, of every window. */
  sending(): UnansweredVersion[] {
    return this.#sending.all().map(unanswered);
  }

  /** What the windows that live are sending of the group. */
  inProgress(groupRow: number, now: number): SentOperation[] {
    return this.sendingOf(groupRow).flatMap(({ operation, leaseUntil }) =>
      isAlive(leaseUntil, now) ? [operation] : [],
    );
  }

  /** Those of one group. */
  sendingOf(groupRow: number): UnansweredVersion[] {
    return this.#sendingOf.all({ groupRow }).map(unanswered);
  }

  /** Whether a deletion of the group that began after this version was carried out, or perhaps was. */
  hasDeletionSince(groupRow: number, id: number): boolean {
    return this.#deletionSince.get({ groupRow, id }) !== undefined;
  }

  /** The ID that the group may have by now: of the last change of it that has no known outcome. */
  mayBeNow(groupRow: number): string | undefined {
    const text = this.#newId.get({ groupRow })?.text;
    return text === undefined ? undefined : fromStored(String(text));
  }

  /** The same of all groups of a connection. */
  becoming(connectionId: string): string[] {
    return this.#becoming.all({ connectionId }).map(({ text }) => fromStored(String(text)));
  }

  /** Of several that were sent, the last: the group was there until then. */
  settleDeletion(groupRow: number, reason: string): void {
    this.#settleDeletion.run({ groupRow, reason });
  }

  lease(id: number, until: number): void {
    this.#lease.run({ id, until });
  }

  close(
    id: number,
    { outcome, status, durationMs, reason }: Pick<SendResult, 'outcome' | 'status' | 'durationMs' | 'reason'>,
  ): void {
    this.#close.run({ id, outcome, status: status ?? null, durationMs: durationMs ?? null, reason: reason ?? null });
  }
}

function unanswered(row: UnansweredRow): UnansweredVersion {
  return { ...fromRow(row), leaseUntil: row.lease_until };
}

function bounds({ limit, before = Number.MAX_SAFE_INTEGER, until = Number.MAX_SAFE_INTEGER }: Page) {
  return { limit, before, until };
}

function fromRow(row: Row): SentVersion {
  return { ...summaryFrom(row), text: fromStored(row.text) };
}

function summaryFrom(row: VersionSummaryRow): VersionSummary {
  return {
    id: row.id,
    ref: { connectionId: row.connection_id, userGroupId: fromStored(row.user_group_id) },
    operation: row.operation,
    at: row.sent_at,
    outcome: row.outcome,
    status: row.status ?? undefined,
    durationMs: row.duration_ms ?? undefined,
    reason: row.reason ?? undefined,
  };
}
