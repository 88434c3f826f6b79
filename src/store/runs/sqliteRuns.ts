// The role of bulk work: each method is one question or one transaction.

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
import type { ItemCounts, ItemOutcome, NewRunItem, RunItem } from '../../core/runs.ts';
import type { Database } from '../database/database.ts';
import type { LeaseKeeper } from '../database/leaseKeeper.ts';
import type { LiveConnections } from '../database/liveConnections.ts';
import { RunItemRows } from './runItemRows.ts';
import { RunRows } from './runRows.ts';

export class SqliteRuns implements RunStore {
  readonly #database: Database;
  readonly #live: LiveConnections;
  readonly #now: () => number;
  readonly #keeper: LeaseKeeper | undefined;
  readonly #rows;
  readonly #items;

  constructor(database: Database, live: LiveConnections, now: () => number, keeper: LeaseKeeper | undefined) {
    this.#database = database;
    this.#live = live;
    this.#now = now;
    this.#keeper = keeper;
    this.#rows = new RunRows(database, now);
    this.#items = new RunItemRows(database);
  }

  begin(run: NewRun, owner: string): number {
    return this.#database.writeSilently(() => this.#rows.begin(this.#live.of(run), owner));
  }

  addItems(runId: number, items: readonly NewRunItem[]): void {
    this.#database.writeSilently(() => {
      const total = this.#rows.count(runId, items.length);
      if (total === undefined)
        throw new UserGroupsError(
          'conflict',
          l10n.t('The bulk operation was removed meanwhile, here or in another window.'),
        );
      this.#items.add(runId, total - items.length + 1, items);
    });
  }

  isFilled(runId: number): void {
    this.#database.write(() => {
      this.#rows.isFilled(runId);
    });
  }

  all(): StoredRun[] {
    return this.#database.read(() => this.#rows.all());
  }

  find(runId: number): StoredRun | undefined {
    return this.#database.read(() => this.#rows.find(runId));
  }

  remove(runId: number): void {
    this.#database.write(() => {
      this.#rows.hide(runId);
    });
  }

  clearRemoved(limit: number): boolean {
    if (this.#database.read(() => this.#rows.unfilled()) === undefined) return false;
    return this.#database.writeSilently(() => {
      const runId = this.#rows.unfilled();
      if (runId === undefined) return false;
      if (this.#items.remove(runId, limit) < limit) this.#rows.remove(runId);
      return true;
    });
  }

  lease(runId: number, owner: string): StoredRun | undefined {
    const leased = this.#database.write(() => {
      const run = this.#rows.leaseRun(runId, owner);
      const because = run && this.#items.settle(runId, run.kind, this.#now());
      if (because === undefined) return run;
      this.#rows.leave(runId, { state: 'paused', because });
      return this.#rows.find(runId);
    });
    if (leased?.state === 'running') this.#keeper?.keep('runs', runId);
    return leased;
  }

  reopen(runId: number, owner: string): StoredRun | undefined {
    const leased = this.#database.write(() =>
      this.#rows.reopen(runId, owner, (run) => {
        this.#items.settle(runId, run.kind, this.#now());
      }),
    );
    if (leased !== undefined) this.#keeper?.keep('runs', runId);
    return leased;
  }

  keep(runId: number, owner: string): StoredRun | undefined {
    return this.#database.writeSilently(() => {
      if (!this.#rows.isOwnedBy(runId, owner)) {
        this.#keeper?.release('runs', runId);
        return undefined;
      }
      this.#rows.lease(runId);
      return this.#rows.find(runId);
    });
  }

  ask(runId: number, wish: RunWish): boolean {
    return this.#database.write(() => this.#rows.ask(runId, wish));
  }

  leave(runId: number, owner: string, ended: readonly ItemEnd[], left: RunLeft): void {
    this.#keeper?.release('runs', runId);
    this.#database.write(() => {
      if (!this.#rows.isOwnedBy(runId, owner)) return;
      for (const end of ended) this.#items.end(runId, end);
      this.#items.giveBack(runId);
      this.#rows.leave(runId, left);
    });
  }

  nextItems(runId: number, owner: string, ended: readonly ItemEnd[], limit: number): Promise<RunItem[] | undefined> {
    return this.#database.writeBatched(() => {
      if (!this.#rows.isOwnedBy(runId, owner)) return undefined;
      for (const end of ended) this.#items.end(runId, end);
      return this.#items.lease(runId, limit);
    });
  }

  keepPrepared(runId: number, owner: string, prepared: Pick<RunItem, 'number' | 'text' | 'before'>): Promise<boolean> {
    return this.#database.writeBatched(() => {
      if (!this.#rows.isOwnedBy(runId, owner)) return false;
      this.#items.prepare(runId, prepared);
      return true;
    });
  }

  itemCounts(runId: number): ItemCounts {
    return this.#database.read(() => this.#items.counts(runId));
  }

  items(runId: number, query: ItemQuery): { readonly items: readonly RunItem[]; readonly next: number | undefined } {
    return this.#database.read(() => this.#items.page(runId, query));
  }

  itemKeys(
    runId: number,
    query: ItemKeyQuery,
  ): { readonly keys: readonly ItemKey[]; readonly next: number | undefined } {
    return this.#database.read(() => this.#items.keys(runId, query));
  }

  waitAgain(runId: number, owner: string, outcomes: readonly ItemOutcome[], limit: number): number {
    return this.#database.writeSilently(() => {
      if (!this.#rows.isOwnedBy(runId, owner)) return 0;
      return outcomes.reduce((done, outcome) => done + this.#items.again(runId, outcome, limit - done), 0);
    });
  }
}
