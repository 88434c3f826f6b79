// The groups of a run, and what became of each. What writes runs inside the caller's transaction.

import type { ItemEnd, ItemKey, ItemKeyQuery, ItemQuery } from '../../core/ports/runStore.ts';
import {
  ITEM_OUTCOMES,
  LONGEST_REASON,
  operationOf,
  type ItemCounts,
  type ItemOutcome,
  type NewRunItem,
  type RunItem,
  type RunKind,
} from '../../core/runs.ts';
import type { ListedAs } from '../../contract/operations.ts';
import type { SendOutcome } from '../../core/userGroup.ts';
import type { Database, Values } from '../database/database.ts';
import { fold } from '../../core/folding.ts';
import type { StoredReason } from '../../core/storedReasons.ts';
import { fromStored, toStored } from '../database/storedText.ts';

/** So many rows are looked through in one slice, which takes a few milliseconds. */
const LOOKED_THROUGH = 4_000;

interface Row {
  readonly number: number;
  readonly user_group_id: string;
  readonly outcome: ItemOutcome;
  readonly is_not_applied: number;
  readonly ended_at: number | null;
  readonly reason: string | null;
  readonly plan: string | null;
  readonly text: string;
  readonly text_before: string | null;
}

type KeyRow = Pick<Row, 'number' | 'outcome' | 'is_not_applied'> & {
  readonly folded: string;
  readonly name_key?: string | null;
};

/** An item that was being sent when its window died, and the newest version begun for it since it was leased. */
interface LeftRow {
  readonly number: number;
  readonly plan: string | null;
  readonly outcome: Exclude<SendOutcome, ListedAs> | null;
  readonly reason: string | null;
}

const INTERRUPTED: StoredReason = 'The window closed while it was being sent.';
const PERHAPS_NOT_HANDED_OVER: StoredReason =
  'The new token is stored locally. The window closed before it was delivered.';
const HAS_ALL: StoredReason = 'It has all that was sent.';
const NOT_APPLIED: StoredReason = 'Not applied. The group shows what differs.';
const ASKED_AGAIN: StoredReason = 'The window closed while it was being sent. It was sent again.';

const MATCHING = `
  FROM run_items
  WHERE run = :run AND number > :after AND number <= :last
    AND (:outcome IS NULL OR outcome = :outcome)
    AND (:isNotApplied IS NULL OR is_not_applied = :isNotApplied)
    AND (instr(folded, :folded) > 0 OR instr(fold(coalesce(reason, '')), :folded) > 0)
  ORDER BY number`;

/** Numbers first, from the index alone: what is left out is not read. */
const PAGE_OF_OUTCOME = `
  SELECT * FROM run_items WHERE run = :run AND number IN (
    SELECT number FROM run_items
    WHERE run = :run AND outcome = :outcome AND number > :after
      AND (:isNotApplied IS NULL OR is_not_applied = :isNotApplied)
    ORDER BY number LIMIT :limit OFFSET :offset)
  ORDER BY number`;

/** Where the list has the group of an item. */
const NAME_KEY = `(
  SELECT sort_key FROM user_groups
  WHERE connection_id = (SELECT connection_id FROM runs WHERE id = :run)
    AND user_group_id = run_items.user_group_id) AS name_key`;

export class RunItems {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
    // SQLite's own upper() knows the letters of English alone.
    database.define('fold', fold);
  }

  add(run: number, first: number, items: readonly NewRunItem[]): void {
    for (const [index, { userGroupId, text, plan, before }] of items.entries()) {
      this.#database.run(
        `INSERT INTO run_items (run, number, user_group_id, folded, outcome, plan, text, text_before)
         VALUES (:run, :number, :userGroupId, :folded, 'waiting', :plan, :text, :before)`,
        {
          run,
          number: first + index,
          userGroupId: toStored(userGroupId),
          folded: fold(userGroupId),
          plan: toStored(plan),
          text: toStored(text),
          before: toStored(before),
        },
      );
    }
  }

  prepare(run: number, { number, text, before }: Pick<RunItem, 'number' | 'text' | 'before'>): void {
    this.#database.run(
      'UPDATE run_items SET text = :text, text_before = :before WHERE run = :run AND number = :number',
      {
        run,
        number,
        text: toStored(text),
        before: toStored(before),
      },
    );
  }

  end(run: number, { number, outcome, reason, isNotApplied = false, at }: ItemEnd): void {
    this.#database.run(
      `UPDATE run_items SET outcome = :outcome, is_not_applied = :isNotApplied, ended_at = :at,
         reason = coalesce(:reason, CASE WHEN :isWaiting THEN reason END)
       WHERE run = :run AND number = :number`,
      {
        run,
        number,
        outcome,
        isNotApplied,
        at,
        isWaiting: outcome === 'waiting',
        reason: toStored(reason === undefined ? undefined : shortened(reason)),
      },
    );
  }

  /** The next ones that wait, which count as being sent from now on. */
  lease(run: number, limit: number): RunItem[] {
    const items = this.#database.all(
      "SELECT * FROM run_items WHERE run = :run AND outcome = 'waiting' ORDER BY number LIMIT :limit",
      { run, limit },
      fromRow,
    );
    // The highest number ever given: rows may have been pruned since.
    for (const { number } of items)
      this.#database.run(
        `UPDATE run_items SET outcome = 'sending',
           after_version = coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'versions'), 0)
         WHERE run = :run AND number = :number`,
        { run, number },
      );
    return items.map((item) => ({ ...item, outcome: 'sending' }));
  }

  /**
   * What a window that is gone was sending: the record of what was sent says what became of it. A rotation or update is
   * never sent again unasked. Answers why the run cannot simply go on.
   */
  settle(run: number, kind: RunKind, at: number): StoredReason | undefined {
    const ends = this.#database.all(
      `SELECT number, plan, versions.outcome, versions.reason FROM run_items
         JOIN runs ON runs.id = run
         LEFT JOIN user_groups
           ON user_groups.connection_id = runs.connection_id AND user_groups.user_group_id = run_items.user_group_id
         LEFT JOIN versions ON versions.id = (
           SELECT max(id) FROM versions
           WHERE group_row = user_groups.id AND id > run_items.after_version AND operation =
             CASE WHEN runs.kind <> 'import' THEN runs.kind WHEN plan IS NULL THEN 'getOrCreate' ELSE 'update' END)
       WHERE run = :run AND run_items.outcome = 'sending'`,
      { run },
      (left: LeftRow) => endOfLeft(left, kind, at),
    );
    for (const end of ends) this.end(run, end);
    const isDeliveryDue =
      kind === 'rotate' && ends.some(({ outcome }) => outcome === 'rotated' || outcome === 'unknown');
    return isDeliveryDue ? 'The window closed while a token was being rotated or delivered.' : undefined;
  }

  /** Nothing of these has left. */
  giveBack(run: number): void {
    this.#database.run("UPDATE run_items SET outcome = 'waiting' WHERE run = :run AND outcome = 'sending'", { run });
  }

  counts(run: number): ItemCounts {
    const counts = Object.fromEntries([...ITEM_OUTCOMES, 'notApplied'].map((what) => [what, 0])) as Record<
      keyof ItemCounts,
      number
    >;
    for (const { outcome, items, notApplied } of this.#database.all(
      `SELECT outcome, count(*) AS items, sum(is_not_applied) AS notApplied
       FROM run_items WHERE run = :run GROUP BY outcome`,
      { run },
    )) {
      counts[outcome as ItemOutcome] = Number(items);
      counts.notApplied += Number(notApplied);
    }
    return counts;
  }

  page(run: number, query: ItemQuery): { items: RunItem[]; next: number | undefined } {
    const { outcome, isNotApplied, after, offset = 0, limit } = query;
    const items =
      outcome === undefined
        ? this.#database.all(
            'SELECT * FROM run_items WHERE run = :run AND number > :after ORDER BY number LIMIT :limit OFFSET :offset',
            { run, after, offset, limit },
            fromRow,
          )
        : this.#database.all(PAGE_OF_OUTCOME, { run, outcome, isNotApplied, after, offset, limit }, fromRow);
    return { items, next: items.length < limit ? undefined : items.at(-1)?.number };
  }

  keys(run: number, query: ItemKeyQuery): { keys: ItemKey[]; next: number | undefined } {
    const { after, isByName = false } = query;
    const last = this.#lastOfSlice(run, after);
    if (last === undefined) return { keys: [], next: undefined };
    const keys = this.#database.all(
      `SELECT number, folded, outcome, is_not_applied ${isByName ? `, ${NAME_KEY}` : ''} ${MATCHING}`,
      { run, ...looked(query), after, last },
      ({ number, folded, outcome, is_not_applied, name_key }: KeyRow) => ({
        number,
        folded,
        outcome,
        isNotApplied: is_not_applied === 1,
        nameKey: name_key ?? undefined,
      }),
    );
    return { keys, next: last };
  }

  again(run: number, outcome: ItemOutcome, limit: number): number {
    const { changes } = this.#database.run(
      `UPDATE run_items SET outcome = 'waiting', ended_at = NULL, reason = NULL WHERE run = :run AND number IN (
         SELECT number FROM run_items WHERE run = :run AND outcome = :outcome ORDER BY number LIMIT :limit)`,
      { run, outcome, limit },
    );
    return changes;
  }

  /** Answers how many were. */
  remove(run: number, limit: number): number {
    const { changes } = this.#database.run(
      'DELETE FROM run_items WHERE rowid IN (SELECT rowid FROM run_items WHERE run = :run LIMIT :limit)',
      { run, limit },
    );
    return changes;
  }

  #lastOfSlice(run: number, after: number): number | undefined {
    return this.#database.get(
      `SELECT number FROM (
         SELECT number FROM run_items WHERE run = :run AND number > :after ORDER BY number LIMIT :limit)
       ORDER BY number DESC LIMIT 1`,
      { run, after, limit: LOOKED_THROUGH },
      ({ number }: Pick<Row, 'number'>) => number,
    );
  }
}

function looked({ outcome, isNotApplied, text = '' }: Omit<ItemKeyQuery, 'after'>): Values {
  return { outcome, isNotApplied, folded: fold(text.trim()) };
}

function endOfLeft({ number, plan, outcome, reason }: LeftRow, kind: RunKind, at: number): ItemEnd {
  switch (outcome) {
    case null:
    case 'notSent':
      return { number, outcome: 'waiting' };
    case 'created':
      return { number, at, outcome: 'new' };
    case 'existed':
      return { number, at, outcome: 'existed', reason: HAS_ALL };
    case 'createdOrExisted':
      return { number, at, outcome };
    case 'existedNotApplied':
      return { number, at, outcome: 'existed', isNotApplied: true, reason: NOT_APPLIED };
    case 'updated':
      return { number, at, outcome };
    case 'rotated':
      return { number, at, outcome, isNotApplied: true, reason: PERHAPS_NOT_HANDED_OVER };
    case 'refused':
    case 'notRotated':
      return { number, at, outcome: 'failed', reason: reason ?? undefined };
    case 'sending':
    case 'unknown':
      return operationOf(kind, { plan: plan ?? undefined }) === 'getOrCreate'
        ? { number, outcome: 'waiting', reason: ASKED_AGAIN }
        : { number, at, outcome: 'unknown', reason: INTERRUPTED };
  }
}

function shortened(reason: string): string {
  return reason.length <= LONGEST_REASON ? reason : `${reason.slice(0, LONGEST_REASON - 1).toWellFormed()}…`;
}

function fromRow(row: Row): RunItem {
  return {
    number: row.number,
    userGroupId: fromStored(row.user_group_id),
    text: fromStored(row.text),
    outcome: row.outcome,
    isNotApplied: row.is_not_applied === 1,
    reason: fromStored(row.reason),
    plan: fromStored(row.plan),
    before: fromStored(row.text_before),
    at: row.ended_at ?? undefined,
  };
}
