// Drives one run that this window owns: leases items in batches, sends them and stores their outcomes, until the run
// ends or must stop.

import * as l10n from '@vscode/l10n';
import { parseBaseUrl } from '../../core/baseUrl.ts';
import { bugMessage } from '../../core/bugText.ts';
import type { Connection } from '../../core/connection.ts';
import { grouped } from '../../core/language.ts';
import type { Disposable } from '../../core/emitter.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { LEASE_MS } from '../../core/ports/journal.ts';
import type { Log } from '../../core/ports/log.ts';
import type { ItemEnd, RunLeft, RunWish, StoredRun } from '../../core/ports/runStore.ts';
import type { Store } from '../../core/ports/store.ts';
import type { Schedule } from '../../core/ports/timer.ts';
import { MOST_PASSING, Redactor } from '../../core/redactor.ts';
import { operationOf, type RunItem } from '../../core/runs.ts';
import { quotedId } from '../../core/foreignText.ts';
import type { ConnectionService } from '../connections/connectionService.ts';
import { requireReady } from '../connections/serviceTargets.ts';
import { reasonOf, type ItemWork, type Prepared, type WorkDone } from './itemWork.ts';
import { failedBefore, failedItem } from './failurePolicy.ts';

/** Items leased at once: few enough that none waits long in one window, many enough that leasing costs little. */
const SLICE = 64;
/** Outcomes are on disk after this at the latest, in milliseconds, while other items end. */
const KEEP_EVERY_MS = 250;
/** Between attempts while a failure may pass, in seconds; after the last the run pauses. */
const PATIENCE_SECONDS = [5, 10, 20, 40, 60];
/** How long items in progress are waited for once the run is cancelled, in milliseconds. */
const GRACE_MS = 20_000;

export interface RunDriverDependencies {
  readonly store: Pick<Store, 'changes' | 'runs'>;
  readonly connections: Pick<ConnectionService, 'withId' | 'onDidChange'>;
  readonly log: Log;
  readonly now: () => number;
  readonly schedule: Schedule;
}

export class RunDriver {
  readonly #dependencies: RunDriverDependencies;
  readonly #run: StoredRun;
  readonly #owner: string;
  readonly #work: ItemWork;
  /** Redacts the tokens of the groups of this run. */
  readonly #tokens = new Redactor([], MOST_PASSING);
  readonly #abort = new AbortController();
  /** An item that has not left yet waits again, as if it had not started. */
  readonly #noMore = new AbortController();
  #leased: RunItem[] = [];
  #taking: Promise<boolean> | undefined;
  /** Items may be leased in the store that nobody here works on. */
  #mayHaveTaken = false;
  #ended: ItemEnd[] = [];
  #keptAt: number;
  /** Items that have an outcome since the user was last asked, or the run began. */
  #done: number;
  /** Leased from the store, and without an outcome. */
  #outstanding = 0;
  /** Absent: it is looked up again before the next item. */
  #connection: Connection | undefined;
  #left: RunLeft | undefined;
  #isLost = false;
  /** Consecutive attempts that met a failure that may pass. */
  #impatience = 0;
  #patience: Promise<void> | undefined;
  #wake: () => void = () => undefined;
  readonly #timers = new Set<Disposable>();

  constructor(dependencies: RunDriverDependencies, run: StoredRun, owner: string, work: ItemWork, done: number) {
    this.#dependencies = dependencies;
    this.#run = run;
    this.#owner = owner;
    this.#work = work;
    this.#done = done;
    this.#keptAt = dependencies.now();
  }

  get isEnding(): boolean {
    return this.#left !== undefined;
  }

  /** Starts nothing more. What is in progress ends by itself; when cancelled, it is aborted after a while. */
  end(wish: RunWish): void {
    this.#stop({ state: wish === 'cancel' ? 'cancelled' : 'paused' });
    if (wish === 'cancel')
      this.#later(GRACE_MS, () => {
        this.#abort.abort();
      });
  }

  /** The window closes: it no longer waits for what is in progress. */
  abandon(): void {
    this.#isLost = true;
    this.#noMore.abort();
    this.#abort.abort();
    this.#wake();
  }

  /** Resolves when the run is released. Never rejects. */
  async drive(): Promise<void> {
    const { store, connections } = this.#dependencies;
    const held = [
      store.changes.hold(),
      connections.onDidChange(() => {
        this.#connection = undefined;
      }),
    ];
    this.#beat();
    try {
      await this.#finishDue();
      await Promise.all(Array.from({ length: this.#work.atOnce }, () => this.#workOn()));
      this.#leave();
    } finally {
      for (const each of [...held, ...this.#timers]) each.dispose();
    }
  }

  /** Reads what other windows ask for. */
  look(run: StoredRun | undefined): void {
    if (run?.owner !== this.#owner) this.#isLost = true;
    else if (run.asked !== undefined && this.#left?.state !== 'cancelled') this.end(run.asked);
  }

  /** What a former attempt left unfinished comes before anything new. */
  async #finishDue(): Promise<void> {
    const { due, finish } = this.#work;
    if (due === undefined || finish === undefined) return;
    try {
      const items = await due(this.#run.id);
      for (const item of items) {
        if (this.#isOver()) return;
        const { outcome, reason, isNotApplied, stops } = await finish(this.#ready(), item, {
          isBulk: true,
          tokens: this.#tokens,
          signal: this.#abort.signal,
        });
        this.#ended.push({ number: item.number, outcome, reason, isNotApplied, at: this.#dependencies.now() });
        if (stops !== undefined) this.#stop({ state: 'paused', because: stops });
        await this.#keep(0);
      }
    } catch (error) {
      this.#stop({ state: 'paused', because: whyOf(error, this.#dependencies.log) });
    }
  }

  /** Nothing more may start. */
  #isOver(): boolean {
    return this.#left !== undefined || this.#isLost;
  }

  async #workOn(): Promise<void> {
    for (let item = await this.#next(); item !== undefined; item = await this.#next()) {
      await this.#end(item, await this.#send(item));
    }
  }

  async #next(): Promise<RunItem | undefined> {
    for (;;) {
      while (this.#patience !== undefined) await this.#patience;
      if (this.#isOver()) return undefined;
      if (this.#leased.length > 0) return this.#isReady() ? this.#leased.shift() : undefined;
      // One at a time: the others share its result.
      this.#taking ??= this.#lease().finally(() => {
        this.#taking = undefined;
      });
      if (!(await this.#taking)) return undefined;
    }
  }

  #isReady(): boolean {
    try {
      this.#connection ??= this.#ready();
      return true;
    } catch (error) {
      this.#stop({ state: 'paused', because: whyOf(error, this.#dependencies.log) });
      return false;
    }
  }

  /** Whether there was anything to lease. */
  async #lease(): Promise<boolean> {
    const { askAfterFirst } = this.#run;
    const allowed = askAfterFirst === undefined ? SLICE : askAfterFirst - this.#done - this.#outstanding;
    if (allowed <= 0) {
      // Those in progress are counted when they end: the last one asks.
      if (this.#outstanding === 0) this.#ask();
      return false;
    }
    this.#connection = undefined;
    return (await this.#isKeptSoFar(Math.min(this.#work.atOnce === 1 ? 1 : SLICE, allowed))) && this.#leased.length > 0;
  }

  /** Keeps as `#keep` does; a store that fails stops the run, and the answer is false. */
  async #isKeptSoFar(limit: number): Promise<boolean> {
    try {
      await this.#keep(limit);
      return true;
    } catch (error) {
      if (limit > 0) this.#mayHaveTaken = true;
      // The store of a closing window accepts nothing any more.
      if (!this.#isLost) this.#stop({ state: 'paused', because: whyOf(error, this.#dependencies.log) });
      return false;
    }
  }

  /**
   * Stores outcomes and leases so many more items. @throws UserGroupsError; then the outcomes may or may not be stored
   */
  async #keep(limit: number): Promise<void> {
    const ended = this.#ended;
    this.#ended = [];
    this.#keptAt = this.#dependencies.now();
    let items: RunItem[] | undefined;
    try {
      items = await this.#dependencies.store.runs.nextItems(this.#run.id, this.#owner, ended, limit);
    } catch (error) {
      this.#ended = [...ended, ...this.#ended];
      throw error;
    }
    if (items === undefined) this.#isLost = true;
    else {
      this.#leased.push(...items);
      this.#outstanding += items.length;
    }
  }

  /** @throws UserGroupsError when nothing may leave */
  #ready(): Connection {
    const { connectionId, baseUrl } = this.#run;
    const connection = this.#dependencies.connections.withId(connectionId);
    if (connection === undefined) throw new UserGroupsError('notFound', l10n.t('Its connection was removed.'));
    requireReady(connection);
    if (connection.kind === 'service' && !isSameAddress(connection.baseUrl, baseUrl)) {
      throw new UserGroupsError(
        'conflict',
        l10n.t("The connection's address changed from {0} to {1}.", baseUrl, connection.baseUrl),
        l10n.t('Restore the address, or begin a new bulk operation.'),
      );
    }
    return connection;
  }

  async #send(item: RunItem): Promise<WorkDone> {
    const connection = this.#connection ?? this.#ready();
    const options = {
      isBulk: true,
      tokens: this.#tokens,
      signal: this.#abort.signal,
      untilLeft: this.#noMore.signal,
    };
    let prepared: Prepared | undefined;
    try {
      prepared = (await this.#work.prepare?.(connection, item, options)) ?? { item, notes: [] };
      if ('item' in prepared && !(await this.#isKept(item, prepared.item))) return { outcome: 'waiting' };
      const done =
        'done' in prepared
          ? prepared.done
          : withNotes(await this.#work.send(connection, prepared.item, options), prepared.notes);
      this.#impatience = 0;
      if (done.stops !== undefined) this.#stop({ state: 'paused', because: done.stops });
      return done;
    } catch (error) {
      const itself = failedItem(operationOf(this.#run.kind, item), error);
      const failed = prepared === undefined ? failedBefore(itself) : itself;
      if (!(error instanceof UserGroupsError)) this.#dependencies.log.bug(error);
      if (failed.failurePolicy === 'stop') this.#stop({ state: 'paused', because: failed.why });
      else if (failed.failurePolicy === 'wait') this.#beHeldUp(failed.why);
      else if (this.#run.stopAtFirstFailure)
        this.#stop({ state: 'paused', because: `${quotedId(item.userGroupId)}: ${failed.why}` });
      const done =
        failed.done.outcome === 'failed' && this.#work.isOutcomeUnknown?.(connection, item) === true
          ? outcomeUnknown(failed.done)
          : failed.done;
      return prepared === undefined || 'done' in prepared ? done : withNotes(done, prepared.notes);
    }
  }

  /** Whether the text to send is on disk: a window that dies after sending leaves a record of it. */
  async #isKept(given: RunItem, prepared: RunItem): Promise<boolean> {
    if (prepared.text === given.text && prepared.before === given.before) return true;
    const isKept = await this.#dependencies.store.runs.keepPrepared(this.#run.id, this.#owner, prepared);
    if (!isKept) this.#isLost = true;
    return isKept;
  }

  async #end({ number }: RunItem, { outcome, reason, isNotApplied }: WorkDone): Promise<void> {
    const { now } = this.#dependencies;
    this.#outstanding -= 1;
    this.#ended.push({ number, outcome, reason, isNotApplied, ...(outcome !== 'waiting' && { at: now() }) });
    if (outcome !== 'waiting') this.#done += 1;
    if (now() - this.#keptAt >= KEEP_EVERY_MS && !this.#isOver()) await this.#isKeptSoFar(0);
  }

  #ask(): void {
    const first = grouped(this.#run.askAfterFirst ?? 0);
    this.#stop({
      state: 'paused',
      because: l10n.t('The first {0} were sent. Review the results, then send the rest.', first),
      hasAsked: true,
    });
  }

  /** The service cannot be reached, or asks for fewer requests: all items wait, longer each time. */
  #beHeldUp(why: string): void {
    if (this.#patience !== undefined || this.#left !== undefined) return;
    const seconds = PATIENCE_SECONDS[this.#impatience];
    if (seconds === undefined) {
      this.#stop({ state: 'paused', because: why });
      return;
    }
    this.#impatience += 1;
    this.#patience = new Promise<void>((resolve) => {
      this.#wake = resolve;
      this.#later(seconds * 1000, resolve);
    }).then(() => {
      this.#patience = undefined;
    });
  }

  /** The first reason is shown. Only the user's cancelling overrides it. */
  #stop(left: RunLeft): void {
    if (this.#left === undefined || (left.state === 'cancelled' && this.#left.state !== 'cancelled')) this.#left = left;
    this.#noMore.abort();
    this.#wake();
  }

  #leave(): void {
    if (this.#isLost) return;
    const { store, log } = this.#dependencies;
    try {
      const isDone =
        this.#left?.state !== 'cancelled' && this.#leased.length === 0 && !this.#mayHaveTaken && this.#isNothingLeft();
      store.runs.leave(
        this.#run.id,
        this.#owner,
        this.#ended,
        isDone ? { state: 'ended' } : (this.#left ?? { state: 'paused' }),
      );
    } catch (error) {
      // Its lease expires by itself; the journal has what was sent.
      log.warn(`How a run ended could not be recorded: ${String(error)}`);
    }
  }

  #isNothingLeft(): boolean {
    const delivers = this.#run.kind === 'rotate';
    const isLeft = ({ outcome, isNotApplied }: ItemEnd): boolean =>
      outcome === 'waiting' || (delivers && isNotApplied === true);
    if (this.#ended.some(isLeft)) return false;
    const { waiting, notApplied } = this.#dependencies.store.runs.itemCounts(this.#run.id);
    // A rotation may have been resolved meanwhile: then its token is to be delivered.
    return waiting === 0 && (!delivers || notApplied === 0);
  }

  #beat(): void {
    this.#later(LEASE_MS / 3, () => {
      try {
        this.look(this.#dependencies.store.runs.keep(this.#run.id, this.#owner));
      } catch (error) {
        this.#dependencies.log.warn(`Other windows could not be told that this one works on a run: ${String(error)}`);
      }
      this.#beat();
    });
  }

  #later(milliseconds: number, work: () => void): void {
    const timer = this.#dependencies.schedule(milliseconds, () => {
      this.#timers.delete(timer);
      work();
    });
    this.#timers.add(timer);
  }
}

function outcomeUnknown({ reason }: WorkDone): WorkDone {
  return {
    outcome: 'unknown',
    reason: [l10n.t('The outcome of an earlier request is unknown.'), reason]
      .filter((part) => part !== undefined)
      .join(' '),
  };
}

function withNotes(done: WorkDone, notes: readonly string[]): WorkDone {
  const reason = [reasonOf(notes), done.reason].filter((part) => part !== undefined).join(' ');
  return reason === '' ? done : { ...done, reason };
}

function isSameAddress(one: string, other: string): boolean {
  return parseBaseUrl(one).href === parseBaseUrl(other).href;
}

function whyOf(error: unknown, log: Log): string {
  if (error instanceof UserGroupsError) return error.failure.happened;
  log.bug(error);
  return bugMessage();
}
