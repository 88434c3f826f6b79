// Rows of `runs`: bulk work, and the window that owns each.

import type { NewRun, RunLeft, RunWish, StoredRun } from '../../core/ports/runStore.ts';
import type { RunKind, RunState } from '../../core/runs.ts';
import type { Database } from '../database/database.ts';
import { isAlive, leaseFrom } from '../database/leases.ts';
import { OF_LIVE } from '../database/liveConnections.ts';
import { fromStored, toStored } from '../database/storedText.ts';

interface Row {
  readonly id: number;
  readonly connection_id: string;
  readonly kind: RunKind;
  readonly base_url: string;
  readonly created_at: number;
  readonly state: Exclude<RunState, 'interrupted'>;
  readonly asked: RunWish | null;
  readonly paused_because: string | null;
  readonly stop_at_first_failure: number;
  readonly ask_after: number | null;
  readonly total: number;
  readonly owner: string | null;
  readonly lease_until: number | null;
  readonly purpose: string | null;
  readonly plan_start: string | null;
}

/** While they are filled, or are gone but for their rows, nobody sees them. */
const RUNS = `
  SELECT *, (SELECT substr(plan, 1, 32) FROM run_items WHERE run = runs.id AND number = 1) AS plan_start FROM runs
  WHERE state <> 'filling' AND ${OF_LIVE}`;

export class RunRows {
  readonly #now: () => number;
  readonly #all;
  readonly #one;
  readonly #insert;
  readonly #count;
  readonly #filled;
  readonly #unfilled;
  readonly #hide;
  readonly #remove;
  readonly #leaseRun;
  readonly #lease;
  readonly #ask;
  readonly #leave;

  constructor(database: Database, now: () => number) {
    this.#now = now;
    this.#all = database.prepare<Row>(`${RUNS} ORDER BY id DESC`);
    this.#one = database.prepare<Row>(`${RUNS} AND id = :id`);
    this.#insert = database.prepare(`
      INSERT INTO runs (connection_id, kind, base_url, created_at, state,
        stop_at_first_failure, ask_after, owner, lease_until, purpose)
      VALUES (:connectionId, :kind, :baseUrl, :at, 'filling',
        :stopAtFirstFailure, :askAfterFirst, :owner, :leaseUntil, :purpose)`);
    this.#count = database.prepare(`
      UPDATE runs SET total = total + :added, lease_until = :leaseUntil
      WHERE id = :id AND state = 'filling' RETURNING total`);
    this.#filled = database.prepare(
      "UPDATE runs SET state = 'waiting', owner = NULL, lease_until = NULL WHERE id = :id AND state = 'filling'",
    );
    this.#unfilled = database.prepare(
      "SELECT id FROM runs WHERE state = 'filling' AND (lease_until <= :now OR lease_until > :latest) LIMIT 1",
    );
    this.#hide = database.prepare("UPDATE runs SET state = 'filling', owner = NULL, lease_until = 0 WHERE id = :id");
    this.#remove = database.prepare('DELETE FROM runs WHERE id = :id');
    this.#leaseRun = database.prepare(`
      UPDATE runs
      SET state = 'running', asked = NULL, paused_because = NULL, owner = :owner, lease_until = :leaseUntil
      WHERE id = :id`);
    this.#lease = database.prepare('UPDATE runs SET lease_until = :leaseUntil WHERE id = :id');
    this.#ask = database.prepare(
      "UPDATE runs SET asked = CASE asked WHEN 'cancel' THEN asked ELSE :wish END WHERE id = :id",
    );
    this.#leave = database.prepare(`
      UPDATE runs
      SET state = :state, paused_because = :because,
        ask_after = CASE WHEN :hasAsked THEN NULL ELSE ask_after END,
        asked = NULL, owner = NULL, lease_until = NULL
      WHERE id = :id`);
  }

  /** Newest first. */
  all(): StoredRun[] {
    return this.#all.all().map((row) => this.#fromRow(row));
  }

  find(id: number): StoredRun | undefined {
    const row = this.#one.get({ id });
    return row && this.#fromRow(row);
  }

  begin(run: NewRun, owner: string): number {
    const { connectionId, kind, baseUrl, at, stopAtFirstFailure, askAfterFirst, purpose } = run;
    return Number(
      this.#insert.run({
        connectionId,
        kind,
        baseUrl: toStored(baseUrl),
        at,
        stopAtFirstFailure: Number(stopAtFirstFailure),
        askAfterFirst: askAfterFirst ?? null,
        owner,
        leaseUntil: leaseFrom(this.#now()),
        purpose: purpose === undefined ? null : toStored(purpose),
      }).lastInsertRowid,
    );
  }

  /** How many items it has with these. `undefined`: it is gone. */
  count(id: number, added: number): number | undefined {
    return this.#count.get({ id, added, leaseUntil: leaseFrom(this.#now()) })?.total as number | undefined;
  }

  isFilled(id: number): void {
    this.#filled.run({ id });
  }

  /** It is as one that nobody lived to fill: nobody sees it. */
  hide(id: number): void {
    this.#hide.run({ id });
  }

  /** One that nobody sees or fills. */
  unfilled(): number | undefined {
    const now = this.#now();
    return this.#unfilled.get({ now, latest: leaseFrom(now) })?.id as number | undefined;
  }

  remove(id: number): void {
    this.#remove.run({ id });
  }

  leaseRun(id: number, owner: string): StoredRun | undefined {
    const run = this.find(id);
    if (run === undefined || run.state === 'running' || run.state === 'ended' || run.state === 'cancelled')
      return undefined;
    this.#leaseRun.run({ id, owner, leaseUntil: leaseFrom(this.#now()) });
    return this.find(id);
  }

  /** Whatever its state, unless a window works on it. */
  reopen(id: number, owner: string, settle: (run: StoredRun) => void): StoredRun | undefined {
    const run = this.find(id);
    if (run === undefined || run.state === 'running') return undefined;
    settle(run);
    this.#leaseRun.run({ id, owner, leaseUntil: leaseFrom(this.#now()) });
    return this.find(id);
  }

  /** It has an owner as long as it is `running`. */
  isOwnedBy(id: number, owner: string): boolean {
    return this.#one.get({ id })?.owner === owner;
  }

  lease(id: number): void {
    this.#lease.run({ id, leaseUntil: leaseFrom(this.#now()) });
  }

  ask(id: number, wish: RunWish): boolean {
    if (this.find(id)?.state !== 'running') return false;
    this.#ask.run({ id, wish });
    return true;
  }

  leave(id: number, { state, because, hasAsked = false }: RunLeft): void {
    this.#leave.run({
      id,
      state,
      because: because === undefined ? null : toStored(because),
      hasAsked: Number(hasAsked),
    });
  }

  #fromRow(row: Row): StoredRun {
    const isGone = row.state === 'running' && !isAlive(row.lease_until ?? 0, this.#now());
    return {
      id: row.id,
      connectionId: row.connection_id,
      kind: row.kind,
      baseUrl: fromStored(row.base_url),
      at: row.created_at,
      state: isGone ? 'interrupted' : row.state,
      asked: row.asked ?? undefined,
      pausedBecause: row.paused_because === null ? undefined : fromStored(row.paused_because),
      stopAtFirstFailure: row.stop_at_first_failure === 1,
      askAfterFirst: row.ask_after ?? undefined,
      total: row.total,
      purpose: row.purpose === null ? undefined : fromStored(row.purpose),
      firstPlanStart: row.plan_start ?? undefined,
      owner: row.owner ?? undefined,
    };
  }
}
