// Runs of bulk operations, and their items.

import type { ItemCounts, ItemOutcome, NewRunItem, RunItem, RunOptions, RunState, RunSummary } from '../runs.ts';

export type NewRun = RunOptions & Pick<RunSummary, 'kind' | 'connectionId' | 'baseUrl' | 'at'>;

/** What the window that works on a run is asked to do. */
export type RunWish = 'pause' | 'cancel';

export interface StoredRun extends Omit<RunSummary, 'isEnding' | 'isUndo' | 'isOwnedHere'> {
  readonly asked?: RunWish | undefined;
  /** How `plan` of its first item begins: whole, it may be as large as a document. */
  readonly firstPlanStart?: string | undefined;
  readonly owner?: string | undefined;
}

/** The outcome of an item. `waiting`: not sent yet. */
export interface ItemEnd extends Pick<RunItem, 'number' | 'reason'> {
  readonly outcome: Exclude<ItemOutcome, 'sending'>;
  readonly isNotApplied?: boolean | undefined;
  readonly at?: number | undefined;
}

/** How a run's owner releases it. */
export interface RunLeft {
  readonly state: Extract<RunState, 'waiting' | 'paused' | 'ended' | 'cancelled'>;
  readonly because?: string | undefined;
  /** The user has confirmed the first items, and is not asked again. */
  readonly hasAsked?: boolean | undefined;
}

export interface ItemQuery {
  readonly outcome?: ItemOutcome | undefined;
  readonly isNotApplied?: boolean | undefined;
  /** Items with a number above this. */
  readonly after: number;
  /** So many of those are skipped first. */
  readonly offset?: number | undefined;
  readonly limit: number;
}

/** What items are ordered by. */
export interface ItemKey extends Pick<RunItem, 'number' | 'outcome' | 'isNotApplied'> {
  /** Its id, folded. */
  readonly folded: string;
  /** The place of its group in the list, by name. Absent where that is not in the list, or was not asked for. */
  readonly nameKey?: string | undefined;
}

export interface ItemKeyQuery extends Omit<ItemQuery, 'limit' | 'offset'> {
  /** In the id or the reason, in any letter case. */
  readonly text?: string | undefined;
  readonly isByName?: boolean | undefined;
}

/** Runs of bulk operations. `owner` names a window that works on one; a former owner's calls change nothing. */
export interface RunStore {
  /** Adds a run, whose items follow. It is hidden until `isFilled`. */
  begin(run: NewRun, owner: string): number;
  /** Adds items, numbered from the last one on. @throws UserGroupsError `conflict` when the run is gone */
  addItems(runId: number, items: readonly NewRunItem[]): void;
  isFilled(runId: number): void;
  /** Newest first. */
  all(): StoredRun[];
  find(runId: number): StoredRun | undefined;
  /** Hides it. `clearRemoved` removes its rows. */
  remove(runId: number): void;
  /**
   * Removes at most so many items of a removed run, or of one whose window closed before filling it. Answers whether
   * there may be more.
   */
  clearRemoved(limit: number): boolean;
  /**
   * Makes this window the owner, unless a live window owns the run or the run has ended. Settles the items that the
   * former owner left unfinished; where these need a check first, the run comes back `paused`, without an owner.
   */
  lease(runId: number, owner: string): StoredRun | undefined;
  /** As `lease`, also for a run that has ended, but never while any window works on it. */
  reopen(runId: number, owner: string): StoredRun | undefined;
  /** Renews the owner's lease. `undefined`: it no longer owns the run. */
  keep(runId: number, owner: string): StoredRun | undefined;
  /** Asks the window that works on it to pause or cancel it. Returns whether a live one does, which will notice. */
  ask(runId: number, wish: RunWish): boolean;
  /** Stores outcomes of items and releases the run. */
  leave(runId: number, owner: string, ended: readonly ItemEnd[], left: RunLeft): void;
  /**
   * Stores outcomes of items and leases the next waiting ones, as `sending`. `undefined`: it no longer owns the run.
   * Written together with what is sent at the same time.
   */
  nextItems(runId: number, owner: string, ended: readonly ItemEnd[], limit: number): Promise<RunItem[] | undefined>;
  /**
   * Stores the text to be sent, and the one before it, in case this window closes. Answers false when it no longer owns
   * the run; then the text must not be sent. Written together with what is sent at the same time.
   */
  keepPrepared(runId: number, owner: string, prepared: Pick<RunItem, 'number' | 'text' | 'before'>): Promise<boolean>;
  itemCounts(runId: number): ItemCounts;
  /** Searches a part of the items; `next` says where to continue. */
  items(runId: number, query: ItemQuery): { readonly items: readonly RunItem[]; readonly next: number | undefined };
  /** As `items`, without the texts: only what the items are ordered by. */
  itemKeys(
    runId: number,
    query: ItemKeyQuery,
  ): { readonly keys: readonly ItemKey[]; readonly next: number | undefined };
  /** Sets items with one of these outcomes back to `waiting`; returns how many. */
  waitAgain(runId: number, owner: string, outcomes: readonly ItemOutcome[], limit: number): number;
}
