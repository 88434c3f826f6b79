// The role of bulk work: runs, and the window that owns each.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../../core/errors.ts';
import type {
  ItemEnd,
  ItemKey,
  ItemKeyQuery,
  ItemQuery,
  NewRun,
  RunLeft,
  RunStore,
  RunWish,
  StoredRun,
} from '../../core/ports/runStore.ts';
import type { ItemCounts, ItemOutcome, NewRunItem, RunItem, RunKind, RunState } from '../../core/runs.ts';
import type { Database } from '../database/database.ts';
import type { LeaseKeeper } from '../database/leaseKeeper.ts';
import { isAlive, leaseFrom } from '../database/leases.ts';
import { LiveConnections, OF_LIVE } from '../database/liveConnections.ts';
import { fromStored, toStored } from '../database/storedText.ts';
import { RunItems } from './runItems.ts';

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

export class SqliteRuns implements RunStore {
  readonly #database: Database;
  readonly #live: LiveConnections;
  readonly #now: () => number;
  readonly #keeper: LeaseKeeper | undefined;
  readonly #items: RunItems;

  constructor(database: Database, now: () => number, keeper: LeaseKeeper | undefined) {
    this.#database = database;
    this.#live = new LiveConnections(database);
    this.#now = now;
    this.#keeper = keeper;
    this.#items = new RunItems(database);
  }

  begin(run: NewRun, owner: string): number {
    const { connectionId, kind, baseUrl, at, stopAtFirstFailure, askAfterFirst, purpose } = run;
    return this.#database.writeSilently(() => {
      const { lastInsertRowid } = this.#database.run(
        `INSERT INTO runs (connection_id, kind, base_url, created_at, state,
           stop_at_first_failure, ask_after, owner, lease_until, purpose)
         VALUES (:connectionId, :kind, :baseUrl, :at, 'filling',
           :stopAtFirstFailure, :askAfterFirst, :owner, :leaseUntil, :purpose)`,
        {
          connectionId: this.#live.idOf(connectionId),
          kind,
          baseUrl: toStored(baseUrl),
          at,
          stopAtFirstFailure,
          askAfterFirst,
          owner,
          leaseUntil: leaseFrom(this.#now()),
          purpose: toStored(purpose),
        },
      );
      return lastInsertRowid;
    });
  }

  addItems(runId: number, items: readonly NewRunItem[]): void {
    this.#database.writeSilently(() => {
      const run = this.#database.get<Pick<Row, 'total'>>(
        `UPDATE runs SET total = total + :added, lease_until = :leaseUntil
         WHERE id = :runId AND state = 'filling' RETURNING total`,
        { runId, added: items.length, leaseUntil: leaseFrom(this.#now()) },
      );
      if (run === undefined)
        throw new UserGroupsError(
          'conflict',
          l10n.t('The bulk operation was removed meanwhile, here or in another window.'),
        );
      this.#items.add(runId, run.total - items.length + 1, items);
    });
  }

  isFilled(runId: number): void {
    this.#database.write(() =>
      this.#database.run(
        `UPDATE runs SET state = 'waiting', owner = NULL, lease_until = NULL WHERE id = :runId AND state = 'filling'`,
        { runId },
      ),
    );
  }

  all(): StoredRun[] {
    return this.#database.all(`${RUNS} ORDER BY id DESC`, {}, (row: Row) => this.#fromRow(row));
  }

  find(runId: number): StoredRun | undefined {
    return this.#database.get(`${RUNS} AND id = :runId`, { runId }, (row: Row) => this.#fromRow(row));
  }

  /** It is as one that nobody lived to fill: nobody sees it. */
  remove(runId: number): void {
    this.#database.write(() =>
      this.#database.run("UPDATE runs SET state = 'filling', owner = NULL, lease_until = 0 WHERE id = :runId", {
        runId,
      }),
    );
  }

  clearRemoved(limit: number): boolean {
    if (this.#unfilled() === undefined) return false;
    return this.#database.writeSilently(() => {
      const runId = this.#unfilled();
      if (runId === undefined) return false;
      if (this.#items.remove(runId, limit) < limit) this.#database.run('DELETE FROM runs WHERE id = :runId', { runId });
      return true;
    });
  }

  lease(runId: number, owner: string): StoredRun | undefined {
    const leased = this.#database.write(() => {
      const run = this.find(runId);
      if (run === undefined || run.state === 'running' || run.state === 'ended' || run.state === 'cancelled')
        return undefined;
      this.#own(runId, owner);
      const because = this.#items.settle(runId, run.kind, this.#now());
      if (because !== undefined) this.#leave(runId, { state: 'paused', because });
      return this.find(runId);
    });
    return this.#kept(leased);
  }

  /** Whatever its state, unless a window works on it. */
  reopen(runId: number, owner: string): StoredRun | undefined {
    const leased = this.#database.write(() => {
      const run = this.find(runId);
      if (run === undefined || run.state === 'running') return undefined;
      this.#items.settle(runId, run.kind, this.#now());
      this.#own(runId, owner);
      return this.find(runId);
    });
    return this.#kept(leased);
  }

  keep(runId: number, owner: string): StoredRun | undefined {
    return this.#database.writeSilently(() => {
      if (!this.#isOwnedBy(runId, owner)) {
        this.#keeper?.release('runs', runId);
        return undefined;
      }
      this.#database.run('UPDATE runs SET lease_until = :leaseUntil WHERE id = :runId', {
        runId,
        leaseUntil: leaseFrom(this.#now()),
      });
      return this.find(runId);
    });
  }

  ask(runId: number, wish: RunWish): boolean {
    return this.#database.write(() => {
      if (this.find(runId)?.state !== 'running') return false;
      this.#database.run(
        "UPDATE runs SET asked = CASE asked WHEN 'cancel' THEN asked ELSE :wish END WHERE id = :runId",
        { runId, wish },
      );
      return true;
    });
  }

  leave(runId: number, owner: string, ended: readonly ItemEnd[], left: RunLeft): void {
    this.#keeper?.release('runs', runId);
    this.#database.write(() => {
      if (!this.#isOwnedBy(runId, owner)) return;
      for (const end of ended) this.#items.end(runId, end);
      this.#items.giveBack(runId);
      this.#leave(runId, left);
    });
  }

  nextItems(runId: number, owner: string, ended: readonly ItemEnd[], limit: number): Promise<RunItem[] | undefined> {
    return this.#database.writeBatched(() => {
      if (!this.#isOwnedBy(runId, owner)) return undefined;
      for (const end of ended) this.#items.end(runId, end);
      return this.#items.lease(runId, limit);
    });
  }

  keepPrepared(runId: number, owner: string, prepared: Pick<RunItem, 'number' | 'text' | 'before'>): Promise<boolean> {
    return this.#database.writeBatched(() => {
      if (!this.#isOwnedBy(runId, owner)) return false;
      this.#items.prepare(runId, prepared);
      return true;
    });
  }

  itemCounts(runId: number): ItemCounts {
    return this.#items.counts(runId);
  }

  items(runId: number, query: ItemQuery): { readonly items: readonly RunItem[]; readonly next: number | undefined } {
    return this.#items.page(runId, query);
  }

  itemKeys(
    runId: number,
    query: ItemKeyQuery,
  ): { readonly keys: readonly ItemKey[]; readonly next: number | undefined } {
    return this.#items.keys(runId, query);
  }

  waitAgain(runId: number, owner: string, outcomes: readonly ItemOutcome[], limit: number): number {
    return this.#database.writeSilently(() => {
      if (!this.#isOwnedBy(runId, owner)) return 0;
      return outcomes.reduce((done, outcome) => done + this.#items.again(runId, outcome, limit - done), 0);
    });
  }

  /** One that nobody sees or fills. */
  #unfilled(): number | undefined {
    const now = this.#now();
    return this.#database.get(
      "SELECT id FROM runs WHERE state = 'filling' AND (lease_until <= :now OR lease_until > :latest) LIMIT 1",
      { now, latest: leaseFrom(now) },
      ({ id }: Pick<Row, 'id'>) => id,
    );
  }

  #own(runId: number, owner: string): void {
    this.#database.run(
      `UPDATE runs
       SET state = 'running', asked = NULL, paused_because = NULL, owner = :owner, lease_until = :leaseUntil
       WHERE id = :runId`,
      { runId, owner, leaseUntil: leaseFrom(this.#now()) },
    );
  }

  #kept(leased: StoredRun | undefined): StoredRun | undefined {
    if (leased?.state === 'running') this.#keeper?.keep('runs', leased.id);
    return leased;
  }

  /** It has an owner as long as it is `running`. */
  #isOwnedBy(runId: number, owner: string): boolean {
    return this.find(runId)?.owner === owner;
  }

  #leave(runId: number, { state, because, hasAsked = false }: RunLeft): void {
    this.#database.run(
      `UPDATE runs
       SET state = :state, paused_because = :because, ask_after = CASE WHEN :hasAsked THEN NULL ELSE ask_after END,
         asked = NULL, owner = NULL, lease_until = NULL
       WHERE id = :runId`,
      { runId, state, because: toStored(because), hasAsked },
    );
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
      pausedBecause: fromStored(row.paused_because),
      stopAtFirstFailure: row.stop_at_first_failure === 1,
      askAfterFirst: row.ask_after ?? undefined,
      total: row.total,
      purpose: fromStored(row.purpose),
      firstPlanStart: row.plan_start ?? undefined,
      owner: row.owner ?? undefined,
    };
  }
}
