// Runs of bulk operations: creates, starts, pauses, takes over and searches them. One window at a time owns a run, all
// see it.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection.ts';
import type { Disposable, Event } from '../../core/emitter.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { quotedId } from '../../core/foreignText.ts';
import { naturalKey } from '../../core/naturalKey.ts';
import type { Log } from '../../core/ports/log.ts';
import type { ItemKey, ItemKeyQuery, RunStore, RunWish, StoredRun } from '../../core/ports/runStore.ts';
import type { Store } from '../../core/ports/store.ts';
import type { Schedule } from '../../core/ports/timer.ts';
import {
  countOf,
  ITEM_OUTCOMES,
  type ItemCounts,
  type ItemOutcome,
  type NewRunItem,
  type RunItem,
  type RunKind,
  type RunOptions,
  type RunProgress,
  type RunSummary,
} from '../../core/runs.ts';
import { inOrder } from '../../bulk/inOrder.ts';
import { yieldToEventLoop } from '../../core/workSlices.ts';
import type { ConnectionService } from '../connections/connectionService.ts';
import { requireReady } from '../connections/serviceTargets.ts';
import { isUndoPlan } from './itemPlan.ts';
import { itemsOfRun } from './itemWork.ts';
import { deliveriesDue } from './rotateRun.ts';
import { RunDriver } from './runDriver.ts';
import { RunRates } from './runRates.ts';
import { workOf, type StartOptions, type WorkDependencies } from './runWork.ts';

/** Items written in one transaction: a few milliseconds. */
const BATCH = 200;
const REPEATED_AT_ONCE = 1_000;
const REMOVED_AT_ONCE = 500;

export interface RunDependencies extends WorkDependencies {
  readonly store: Store;
  readonly connections: ConnectionService;
  readonly log: Log;
  readonly now: () => number;
  readonly schedule: Schedule;
}

/** Rows of a table of results. */
export interface ResultSlice {
  readonly outcome?: ItemOutcome | undefined;
  readonly isNotApplied?: boolean | undefined;
  /** In the id or the reason, in any letter case. */
  readonly text?: string | undefined;
  /** Absent: in their order. */
  readonly sort?: { readonly by: keyof typeof SORT_KEYS; readonly isDescending: boolean } | undefined;
  readonly offset: number;
  readonly limit: number;
}

const SORT_KEYS = {
  id: ({ folded }: ItemKey) => naturalKey(folded),
  name: ({ nameKey, folded }: ItemKey) => nameKey ?? naturalKey(folded),
  outcome: ({ outcome, isNotApplied }: ItemKey) => 2 * ITEM_OUTCOMES.indexOf(outcome) + Number(isNotApplied),
} as const;

export class RunService implements Disposable {
  readonly #dependencies: RunDependencies;
  /** This window, among those that own runs. */
  readonly #owner = crypto.randomUUID();
  readonly #driven = new Map<number, { readonly driver: RunDriver; readonly left: Promise<void> }>();
  readonly #rates = new RunRates();
  readonly #subscription: Disposable;
  #isDisposed = false;
  #clearing: Promise<void> | undefined;
  /** A run may have changed, in any window. */
  readonly onDidChange: Event<void>;

  constructor(dependencies: RunDependencies) {
    this.#dependencies = dependencies;
    this.onDidChange = dependencies.store.changes.onDidChange;
    this.#subscription = this.onDidChange(() => {
      this.#look();
    });
  }

  /** Aborts what is in progress here; another window, or the next start, continues. */
  dispose(): void {
    this.#isDisposed = true;
    this.#subscription.dispose();
    for (const { driver } of this.#driven.values()) driver.abandon();
  }

  /**
   * Stores the items on this machine; nothing is sent before `start`. They are read as they come, and never all in
   * memory.
   * @throws UserGroupsError as `requireReady`; `invalid` for a group that appears twice; `unavailable`. Then nothing of
   * the run is left.
   */
  async create(
    kind: RunKind,
    connection: Connection,
    items: AsyncIterable<NewRunItem> | Iterable<NewRunItem>,
    options: RunOptions,
  ): Promise<RunSummary> {
    requireReady(connection);
    const { store, now } = this.#dependencies;
    this.#clearAway();
    const runId = store.runs.begin(
      { kind, connectionId: connection.id, baseUrl: connection.baseUrl, at: now(), ...options },
      this.#owner,
    );
    try {
      let batch: NewRunItem[] = [];
      const numbers = new Map<string, number>();
      for await (const item of items) {
        requireOnce(numbers, item.userGroupId);
        batch.push(item);
        if (batch.length < BATCH) continue;
        store.runs.addItems(runId, batch);
        batch = [];
        await yieldToEventLoop();
      }
      store.runs.addItems(runId, batch);
      store.runs.isFilled(runId);
    } catch (error) {
      this.#remove(runId);
      throw error;
    }
    return this.#summary(this.#require(runId));
  }

  /**
   * Starts or continues a run here: one that waits, is paused, or whose window is gone. Returns as soon as it is owned;
   * `ended` reports its end.
   * @throws UserGroupsError `conflict` while another window works on it, and when it is at its end; `notFound`;
   * `invalid` for a rotation without a delivery
   */
  start(runId: number, options: StartOptions = {}): void {
    const { store } = this.#dependencies;
    const work = workOf(this.#dependencies, this.#require(runId).kind, options);
    const run = store.runs.lease(runId, this.#owner);
    if (run === undefined) throw this.#notTaken(runId);
    if (run.state !== 'running') return;
    const { waiting } = store.runs.itemCounts(runId);
    const driver = new RunDriver(this.#dependencies, run, this.#owner, work, run.total - waiting);
    const left = driver.drive().finally(() => {
      this.#driven.delete(runId);
    });
    this.#driven.set(runId, { driver, left });
  }

  /**
   * Starts nothing more. Resolves when what is in progress has ended, if this window works on it; another window
   * notices within a second.
   */
  pause(runId: number): Promise<void> {
    return this.#ask(runId, 'pause');
  }

  /** Ends the run for good: waiting items are not sent. What takes long is aborted, with an unknown outcome. */
  cancel(runId: number): Promise<void> {
    return this.#ask(runId, 'cancel');
  }

  /** When this window has released it. At once, where it does not own it. */
  async whenLeft(runId: number): Promise<void> {
    await this.#driven.get(runId)?.left;
  }

  /**
   * Sets failed items back to waiting in the same run, so that each group has one outcome; also those with an unknown
   * outcome, except rotations. Nothing is sent before `start`. Answers how many.
   * @throws UserGroupsError `conflict` while a window works on it; `notFound`
   */
  async repeatFailed(runId: number): Promise<number> {
    const { store } = this.#dependencies;
    const { kind } = this.#require(runId);
    if (store.runs.reopen(runId, this.#owner) === undefined) throw this.#notTaken(runId);
    const outcomes: readonly ItemOutcome[] = kind === 'rotate' ? ['failed'] : ['failed', 'unknown'];
    let repeated = 0;
    for (let more = REPEATED_AT_ONCE; more === REPEATED_AT_ONCE; repeated += more) {
      more = store.runs.waitAgain(runId, this.#owner, outcomes, REPEATED_AT_ONCE);
      await yieldToEventLoop();
    }
    store.runs.leave(runId, this.#owner, [], { state: store.runs.itemCounts(runId).waiting > 0 ? 'waiting' : 'ended' });
    return repeated;
  }

  /** Newest first. */
  list(): RunSummary[] {
    return this.#dependencies.store.runs.all().map((run) => this.#summary(run));
  }

  /** `undefined` when it is gone. */
  find(runId: number): RunSummary | undefined {
    const run = this.#dependencies.store.runs.find(runId);
    return run && this.#summary(run);
  }

  counts(runId: number): ItemCounts {
    return this.#dependencies.store.runs.itemCounts(runId);
  }

  /** Groups of a run of rotations whose new token may not be delivered. */
  deliveriesDue(runId: number): Promise<readonly RunItem[]> {
    return deliveriesDue(this.#dependencies.store.runs, runId);
  }

  /** In their order, never all in memory; those with the outcome, or all. */
  items(runId: number, outcome?: ItemOutcome): AsyncGenerator<RunItem, void, void> {
    return itemsOfRun(this.#dependencies.store.runs, runId, { outcome });
  }

  /** In their order, by how many come before; with the total. */
  async slice(
    runId: number,
    { outcome, isNotApplied, text = '', sort, offset, limit }: ResultSlice,
  ): Promise<{ readonly items: readonly RunItem[]; readonly total: number }> {
    const { store } = this.#dependencies;
    if (text === '' && sort === undefined) {
      // Numbered without a gap, from 1.
      if (outcome === undefined)
        return { items: store.runs.items(runId, { after: offset, limit }).items, total: this.#require(runId).total };
      return {
        items: store.runs.items(runId, { outcome, isNotApplied, after: 0, offset, limit }).items,
        total: countOf(this.counts(runId), { outcome, isNotApplied }),
      };
    }
    const keys = await this.#keys(runId, { outcome, isNotApplied, text, isByName: sort?.by === 'name' });
    const sorted = sort === undefined ? keys : await inOrder(keys, SORT_KEYS[sort.by], sort.isDescending);
    return {
      items: sorted
        .slice(offset, offset + limit)
        .flatMap(({ number }) => store.runs.items(runId, { after: number - 1, limit: 1 }).items),
      total: keys.length,
    };
  }

  async #keys(runId: number, query: Omit<ItemKeyQuery, 'after'>): Promise<ItemKey[]> {
    const keys: ItemKey[] = [];
    for (let next: number | undefined = 0; next !== undefined;) {
      const found: ReturnType<RunStore['itemKeys']> = this.#dependencies.store.runs.itemKeys(runId, {
        ...query,
        after: next,
      });
      for (const key of found.keys) keys.push(key);
      ({ next } = found);
      await yieldToEventLoop();
    }
    return keys;
  }

  /** @throws UserGroupsError `notFound` */
  progress(runId: number): RunProgress {
    const { total, state } = this.#require(runId);
    const counts = this.counts(runId);
    const done = total - counts.waiting - counts.sending;
    const perMinute = state === 'running' ? this.#rates.perMinute(runId, done, this.#dependencies.now()) : undefined;
    if (state !== 'running') this.#rates.forget(runId);
    return {
      total,
      done,
      failed: counts.failed,
      perMinute,
      ...(perMinute !== undefined && perMinute > 0 && { remainingMs: ((total - done) / perMinute) * 60_000 }),
    };
  }

  /**
   * With its items; the groups keep their record of what was sent. @throws UserGroupsError `conflict` while a window
   * works on it
   */
  remove(runId: number): void {
    if (this.#dependencies.store.runs.find(runId)?.state === 'running') throw this.#notTaken(runId);
    this.#remove(runId);
  }

  /** Hidden at once in all windows; its rows are deleted in batches. */
  #remove(runId: number): void {
    this.#dependencies.store.runs.remove(runId);
    this.#clearAway();
  }

  #clearAway(): void {
    this.#clearing ??= this.#clear().finally(() => {
      this.#clearing = undefined;
    });
  }

  /** Rows left by a window that closed are deleted with the next run that is removed or created. Never rejects. */
  async #clear(): Promise<void> {
    try {
      do await yieldToEventLoop();
      while (!this.#isDisposed && this.#dependencies.store.runs.clearRemoved(REMOVED_AT_ONCE));
    } catch (error) {
      this.#dependencies.log.warn(`A run that was removed could not be cleared away: ${String(error)}`);
    }
  }

  async #ask(runId: number, wish: RunWish): Promise<void> {
    const { store } = this.#dependencies;
    this.#require(runId);
    const driven = this.#driven.get(runId);
    if (store.runs.ask(runId, wish)) {
      driven?.driver.end(wish);
      await driven?.left;
    } else if (wish === 'cancel' && this.#isLeasedHere(runId)) {
      // Nobody works on it, and it is not at its end.
      store.runs.leave(runId, this.#owner, [], { state: 'cancelled' });
    }
  }

  /** One that comes back paused, without an owner, has been settled by that: leasing it again makes this the owner. */
  #isLeasedHere(runId: number): boolean {
    const { runs } = this.#dependencies.store;
    const leased = runs.lease(runId, this.#owner);
    return (leased?.state === 'paused' ? runs.lease(runId, this.#owner) : leased)?.state === 'running';
  }

  #look(): void {
    for (const [runId, { driver }] of this.#driven) {
      try {
        driver.look(this.#dependencies.store.runs.find(runId));
      } catch (error) {
        this.#dependencies.log.warn(`A run could not be looked at: ${String(error)}`);
      }
    }
  }

  #summary({ asked, owner, firstPlanStart, ...run }: StoredRun): RunSummary {
    return {
      ...run,
      isUndo: firstPlanStart !== undefined && isUndoPlan(firstPlanStart),
      isOwnedHere: owner === this.#owner,
      isEnding: run.state === 'running' && (asked !== undefined || this.#driven.get(run.id)?.driver.isEnding === true),
    };
  }

  #require(runId: number): StoredRun {
    const run = this.#dependencies.store.runs.find(runId);
    if (run !== undefined) return run;
    throw new UserGroupsError('notFound', l10n.t('The bulk operation was removed.'));
  }

  #notTaken(runId: number): UserGroupsError {
    const isRunning = this.#require(runId).state === 'running';
    return new UserGroupsError(
      'conflict',
      isRunning ? l10n.t('The bulk operation is running.') : l10n.t('The bulk operation is completed.'),
      isRunning ? l10n.t('Pause it first.') : undefined,
    );
  }
}

/** Two items of one group would be sent at once in an unknown order. @throws UserGroupsError `invalid` */
function requireOnce(numbers: Map<string, number>, userGroupId: string): void {
  const former = numbers.get(userGroupId);
  numbers.set(userGroupId, numbers.size + 1);
  if (former === undefined) return;
  throw new UserGroupsError(
    'invalid',
    l10n.t('The group {0} is a duplicate: item {1} and item {2}.', quotedId(userGroupId), former, numbers.size + 1),
    l10n.t('Remove one of them.'),
  );
}
