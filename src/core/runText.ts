// The words for runs of bulk operations: their kind, their progress, the outcomes of their groups.

import {
  countOf,
  type ItemCounts,
  type ItemOutcome,
  type RunItem,
  type RunKind,
  type RunProgress,
  type RunSummary,
} from './runs.ts';
import { sentences } from './sentences.ts';
import { grouped } from './stateText.ts';

export const RUN_KIND_TEXT: Readonly<Record<RunKind, string>> = {
  getOrCreate: 'Get or create',
  update: 'Update',
  rotate: 'Rotation',
};

/** Which items of a run: those with one outcome, or a part of them. */
export interface ItemFilter {
  readonly id: string;
  readonly label: string;
  readonly outcome: ItemOutcome;
  readonly isNotApplied?: boolean | undefined;
}

type Words = readonly [id: string, label: string, outcome: ItemOutcome, isNotApplied?: boolean];

/** `sending`: the words for those in progress. */
const atTheEnd = (sending: string): readonly Words[] => [
  ['failed', 'Failed', 'failed'],
  ['unknown', 'Outcome unknown', 'unknown'],
  ['skipped', 'Skipped', 'skipped'],
  ['sending', sending, 'sending'],
  ['waiting', 'Waiting', 'waiting'],
];
/** A rotation is in progress until its new token is delivered, which may take a person minutes. */
const FILTERS: Readonly<Record<RunKind, readonly ItemFilter[]>> = {
  getOrCreate: filters([
    ['new', 'New', 'new'],
    ['createdOrExisted', 'Created, or existed with the same name and properties', 'createdOrExisted'],
    ['existed', 'Existed, same', 'existed', false],
    ['notApplied', 'Existed, not applied', 'existed', true],
    ...atTheEnd('Being sent'),
  ]),
  update: filters([['updated', 'Updated', 'updated'], ...atTheEnd('Being sent')]),
  rotate: filters([
    ['rotated', 'Rotated, handed over', 'rotated', false],
    ['notApplied', 'Rotated, not handed over', 'rotated', true],
    ...atTheEnd('Under way'),
  ]),
};

/** In the order in which they are offered; all of them always, so that a chosen one stays. */
export function itemFilters(kind: RunKind): readonly ItemFilter[] {
  return FILTERS[kind];
}

/** "Existed, not applied". */
export function itemText(kind: RunKind, { outcome, isNotApplied }: Pick<RunItem, 'outcome' | 'isNotApplied'>): string {
  const fitting = itemFilters(kind).find(
    (filter) => filter.outcome === outcome && (filter.isNotApplied ?? isNotApplied) === isNotApplied,
  );
  return fitting?.label ?? outcome;
}

/** Its progress, as one or two sentences. */
export function runStateText(
  { state, isEnding, isOwnedHere, pausedBecause, kind }: RunSummary,
  counts: ItemCounts,
): string {
  const became = becameText(kind, counts);
  switch (state) {
    case 'waiting':
      return [`${grouped(counts.waiting)} ${counts.waiting === 1 ? 'waits' : 'wait'} to be sent.`, ...became].join(' ');
    case 'running':
      if (isEnding) return ['Nothing more is begun; what is under way is waited for.', ...became].join(' ');
      return [isOwnedHere ? 'Running.' : 'Running in another window.', ...became].join(' ');
    case 'paused':
      return sentences(['Paused.', pausedBecause, ...became]);
    case 'interrupted':
      return ['Interrupted: the window that worked on it is gone. Resume goes on with what is left.', ...became].join(
        ' ',
      );
    case 'cancelled':
      return [
        counts.waiting === 0
          ? 'Cancelled.'
          : `Cancelled: ${grouped(counts.waiting)} ${counts.waiting === 1 ? 'was' : 'were'} not sent.`,
        ...became,
      ].join(' ');
    case 'ended':
      return ['Ended.', ...became].join(' ');
  }
}

/** "1,234 new, 12 existed, not applied, 3 failed." */
function becameText(kind: RunKind, counts: ItemCounts): string[] {
  const parts = itemFilters(kind)
    .filter(({ outcome }) => outcome !== 'waiting' && outcome !== 'sending')
    .map((filter) => [countOf(counts, filter), filter.label] as const)
    .filter(([count]) => count > 0)
    .map(([count, label]) => `${label}: ${grouped(count)}`);
  return parts.length === 0 ? [] : [`${parts.join(' · ')}.`];
}

/** "1,234 of 10,000 · 120 a minute · 8 min left". */
export function progressText({ done, total, perMinute, remainingMs }: RunProgress): string {
  return [
    `${grouped(done)} of ${grouped(total)}`,
    // Where a person delivers each token there may be none for minutes: that is no rate.
    ...(perMinute === undefined || perMinute < 0.5 ? [] : [`${grouped(Math.round(perMinute))} a minute`]),
    ...(remainingMs === undefined ? [] : [`${durationText(remainingMs)} left`]),
  ].join(' · ');
}

/** "less than a minute", "8 min", "2 h 5 min": never more precise than the estimate. */
function durationText(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes <= 1) return 'less than a minute';
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [...(hours > 0 ? [`${grouped(hours)} h`] : []), ...(rest > 0 ? [`${rest} min`] : [])].join(' ');
}

function filters(words: readonly Words[]): readonly ItemFilter[] {
  return words.map(([id, label, outcome, isNotApplied]) => ({ id, label, outcome, isNotApplied }));
}
