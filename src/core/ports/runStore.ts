// Runs of bulk work, and their items.

import type { ItemCounts, ItemOutcome, NewRunItem, RunItem, RunKind, RunOptions, RunState } from '../runs.ts';

export interface NewRun extends RunOptions {
  readonly kind: RunKind;
  readonly connectionId: string;
  readonly baseUrl: string;
  readonly at: number;
}

/** What the window that works on a run is asked for. */
export type RunWish = 'pause' | 'cancel';

export interface StoredRun extends NewRun {
  readonly id: number;
  readonly state: RunState;
  readonly asked?: RunWish | undefined;
  readonly pausedBecause?: string | undefined;
  readonly total: number;
  readonly owner?: string | undefined;
}

/** What became of an item. `waiting`: it was not sent, and is to be. */
export interface ItemEnd extends Pick<RunItem, 'number' | 'reason'> {
  readonly outcome: Exclude<ItemOutcome, 'sending'>;
  readonly isNotApplied?: boolean | undefined;
  readonly at?: number | undefined;
}

/** How a run leaves the hands of its owner. */
export interface RunLeft {
  readonly state: Extract<RunState, 'waiting' | 'paused' | 'ended' | 'cancelled'>;
  readonly because?: string | undefined;
  /** The person has been asked after the first ones: never again. */
  readonly hasAsked?: boolean | undefined;
}

export interface ItemQuery {
  readonly outcome?: ItemOutcome | undefined;
  readonly isNotApplied?: boolean | undefined;
  /** In the id or the reason, in any letter case. */
  readonly text?: string | undefined;
  /** Items with a number above this. */
  readonly after: number;
  /** So many of those are left out first; not with `text`. */
  readonly offset?: number | undefined;
  readonly limit: number;
}

/**
 * Runs of bulk work. `owner` names a window that works on one; a window that owned it and no longer does changes
 * nothing.
 */
export interface RunStore {
  /** Its items are still to come; seen by nobody until `isFilled`. */
  begin(run: NewRun, owner: string): number;
  /** Numbered on. @throws UserGroupsError `conflict` when the run is gone */
  addItems(runId: number, items: readonly NewRunItem[]): void;
  isFilled(runId: number): void;
  /** Newest first. */
  all(): StoredRun[];
  find(runId: number): StoredRun | undefined;
  /** Nobody sees it from now on. Its rows go with `clearRemoved`. */
  remove(runId: number): void;
  /**
   * Removes so many items, at most, of a run that was removed, or that no window lived to fill. Answers whether there
   * may be more.
   */
  clearRemoved(limit: number): boolean;
  /**
   * Owns it from now on, unless another window does that lives, or it is at its end. What its former owner left in the
   * middle is settled; where that must be looked at first, the run comes back `paused`, and nobody owns it.
   */
  lease(runId: number, owner: string): StoredRun | undefined;
  /** The same for one that is at its end, too, but not while any window works on it. */
  reopen(runId: number, owner: string): StoredRun | undefined;
  /** Says that the owner lives. `undefined`: it owns the run no more. */
  keep(runId: number, owner: string): StoredRun | undefined;
  /** Answers whether a living window works on it, that will see it. */
  ask(runId: number, wish: RunWish): boolean;
  /** Keeps what became of items, lets go of the run. */
  leave(runId: number, owner: string, ended: readonly ItemEnd[], left: RunLeft): void;
  /**
   * Keeps what became of items, and takes the next ones that wait, as `sending`. `undefined`: it owns the run no more.
   * Written together with what is sent at the same time.
   */
  nextItems(runId: number, owner: string, ended: readonly ItemEnd[], limit: number): Promise<RunItem[] | undefined>;
  /**
   * Keeps the text that is about to be sent, and what was before it: whatever becomes of this window, they are what was
   * sent. Answers false when it owns the run no more; then it must not be sent. Written together with what is sent at
   * the same time.
   */
  keepPrepared(runId: number, owner: string, prepared: Pick<RunItem, 'number' | 'text' | 'before'>): Promise<boolean>;
  itemCounts(runId: number): ItemCounts;
  /** Looks through a stretch of them; `next` is where to go on. */
  items(runId: number, query: ItemQuery): { readonly items: readonly RunItem[]; readonly next: number | undefined };
  /** The same, their numbers alone. */
  itemNumbers(
    runId: number,
    query: Omit<ItemQuery, 'limit' | 'offset'>,
  ): { readonly numbers: readonly number[]; readonly next: number | undefined };
  /** So many items with one of these outcomes wait again; answers how many did. */
  waitAgain(runId: number, owner: string, outcomes: readonly ItemOutcome[], limit: number): number;
}
