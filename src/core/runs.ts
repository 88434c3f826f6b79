// A run: one bulk operation on one connection, with an item for each user group.

/**
 * What is done to each group of a run. One kind for all of them, but for an import: its items with a plan are updated,
 * the others are got or created (`operationOf`).
 */
export type RunKind = 'getOrCreate' | 'update' | 'rotate' | 'import';

export function operationOf(kind: RunKind, { plan }: Pick<NewRunItem, 'plan'>): Exclude<RunKind, 'import'> {
  if (kind !== 'import') return kind;
  return plan === undefined ? 'getOrCreate' : 'update';
}

/** Whether it changes groups that exist, so that their former state can be sent back. */
export function isUpdating(kind: RunKind): boolean {
  return kind === 'update' || kind === 'import';
}

/**
 * - `waiting`: its items are kept, and nothing was begun.
 * - `running`: a window works on it.
 * - `paused`: by the person, or by what blocks every item (`RunSummary.pausedBecause`).
 * - `interrupted`: the window that worked on it is gone. Never stored: known by its lease.
 * - `ended`: every item has its outcome. `cancelled`: what waits still will not be done, unless the run is repeated.
 */
export type RunState = 'waiting' | 'running' | 'paused' | 'interrupted' | 'ended' | 'cancelled';

/**
 * - `waiting`, `sending`: not yet, and at this moment.
 * - `new`: created. `existed`: there already; `RunItem.isNotApplied` says whether anything that was sent was not
 * applied.
 * - `failed`: the service, or a rule of ours, said no: nothing was changed.
 * - `unknown`: the request left and nobody knows what became of it.
 * - `skipped`: there was nothing to do.
 */
export const ITEM_OUTCOMES = [
  'waiting',
  'sending',
  'new',
  'createdOrExisted',
  'existed',
  'updated',
  'rotated',
  'failed',
  'unknown',
  'skipped',
] as const;
export type ItemOutcome = (typeof ITEM_OUTCOMES)[number];

/** How many items have each outcome, and how many of all have `RunItem.isNotApplied`. */
export type ItemCounts = Readonly<Record<ItemOutcome | 'notApplied', number>>;

/** How many items have this outcome; with `isNotApplied`, only those of them for which that holds. */
export function countOf(
  counts: ItemCounts,
  { outcome, isNotApplied }: { readonly outcome: ItemOutcome; readonly isNotApplied?: boolean | undefined },
): number {
  if (isNotApplied === undefined) return counts[outcome];
  return isNotApplied ? counts.notApplied : counts[outcome] - counts.notApplied;
}

/** Input of an item. Never a secret. */
export interface NewRunItem {
  readonly userGroupId: string;
  /** The document as it is to be sent; empty for a rotation. Once it was sent, as it was sent. */
  readonly text: string;
  /** For an update: JSON by which its text is rebuilt from the service's answer when its turn comes. */
  readonly plan?: string | undefined;
  /** For an update: the group's text on the service before it, where that is known. */
  readonly before?: string | undefined;
}

export interface RunItem extends NewRunItem {
  /** From 1, in the order given. */
  readonly number: number;
  readonly outcome: ItemOutcome;
  /** Why it failed or was skipped, or what the user must know: sentences, at most `LONGEST_REASON` characters. */
  readonly reason?: string | undefined;
  /** What was sent was not applied to an existing group. For a rotation: whether the token was delivered is unknown. */
  readonly isNotApplied: boolean;
  /** When it got its outcome, in milliseconds since 1970. */
  readonly at?: number | undefined;
}

export const LONGEST_REASON = 400;

export interface RunOptions {
  readonly stopAtFirstFailure: boolean;
  /** After so many items the run pauses, so that the user can look at them. */
  readonly askAfterFirst?: number | undefined;
  /** What it does to each group, as its plan said: `Set property plan to "pro"`. Foreign text. */
  readonly purpose?: string | undefined;
}

export interface RunSummary extends RunOptions {
  readonly id: number;
  readonly kind: RunKind;
  readonly connectionId: string;
  /** Where its requests go. It never continues elsewhere. */
  readonly baseUrl: string;
  /** When it was begun. */
  readonly at: number;
  readonly state: RunState;
  /** A window was asked to pause or cancel it and waits for what is being sent. */
  readonly isEnding: boolean;
  /** A clause or a sentence: why it does not continue by itself. */
  readonly pausedBecause?: string | undefined;
  readonly total: number;
  /** An update that restores what another run has changed. */
  readonly isUndo: boolean;
  /** This window owns it. */
  readonly isOwnedHere: boolean;
}

export interface RunProgress {
  readonly total: number;
  /** Items that have an outcome, the failed ones among them. */
  readonly done: number;
  readonly failed: number;
  /** The rate of the last half minute; absent where too little is known. */
  readonly perMinute?: number | undefined;
  /** Milliseconds, at that rate. */
  readonly remainingMs?: number | undefined;
}
