// The words for runs of bulk operations: their kind, their progress, the outcomes of their groups.

import * as l10n from '@vscode/l10n';
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

export function runKindText(kind: RunKind): string {
  switch (kind) {
    case 'getOrCreate':
      return l10n.t('Get or create');
    case 'update':
      return l10n.t('Update');
    case 'rotate':
      return l10n.t('Rotation');
  }
}

/** Which items of a run: those with one outcome, or a part of them. */
export interface ItemFilter {
  readonly id: string;
  readonly label: string;
  readonly outcome: ItemOutcome;
  readonly isNotApplied?: boolean | undefined;
}

type Words = readonly [id: string, label: () => string, outcome: ItemOutcome, isNotApplied?: boolean];

const AT_THE_END: readonly Words[] = [
  ['failed', () => l10n.t('Failed'), 'failed'],
  ['unknown', () => l10n.t('Outcome unknown'), 'unknown'],
  ['skipped', () => l10n.t('Skipped'), 'skipped'],
  ['sending', () => l10n.t('In progress'), 'sending'],
  ['waiting', () => l10n.t('Waiting'), 'waiting'],
];
/** A rotation is in progress until its new token is delivered, which may take a person minutes. */
const FILTERS: Readonly<Record<RunKind, readonly ItemFilter[]>> = {
  getOrCreate: filters([
    ['new', () => l10n.t('New'), 'new'],
    ['createdOrExisted', () => l10n.t('Created, or existed with the same name and properties'), 'createdOrExisted'],
    ['existed', () => l10n.t('Existed, same'), 'existed', false],
    ['notApplied', () => l10n.t('Existed, not applied'), 'existed', true],
    ...AT_THE_END,
  ]),
  update: filters([['updated', () => l10n.t('Updated'), 'updated'], ...AT_THE_END]),
  rotate: filters([
    ['rotated', () => l10n.t('Rotated, delivered'), 'rotated', false],
    ['notApplied', () => l10n.t('Rotated, not delivered'), 'rotated', true],
    ...AT_THE_END,
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
      return sentences([waitingText(counts.waiting), became]);
    case 'running':
      if (isEnding) return sentences([l10n.t('Finishing the requests in progress.'), became]);
      return sentences([isOwnedHere ? l10n.t('Running.') : l10n.t('Running in another window.'), became]);
    case 'paused':
      return sentences([l10n.t('Paused.'), pausedBecause, became]);
    case 'interrupted':
      return sentences([l10n.t('Interrupted because its window closed. Resume continues with the rest.'), became]);
    case 'cancelled':
      return sentences([cancelledText(counts.waiting), became]);
    case 'ended':
      return sentences([l10n.t('Completed.'), became]);
  }
}

function waitingText(waiting: number): string {
  return waiting === 1 ? l10n.t('1 group waits to be sent.') : l10n.t('{0} groups wait to be sent.', grouped(waiting));
}

function cancelledText(unsent: number): string {
  if (unsent === 0) return l10n.t('Cancelled.');
  return unsent === 1
    ? l10n.t('Cancelled: 1 group was not sent.')
    : l10n.t('Cancelled: {0} groups were not sent.', grouped(unsent));
}

/** "New: 1,234 · Existed, not applied: 12 · Failed: 3." */
function becameText(kind: RunKind, counts: ItemCounts): string | undefined {
  const parts = itemFilters(kind)
    .filter(({ outcome }) => outcome !== 'waiting' && outcome !== 'sending')
    .map((filter) => [countOf(counts, filter), filter] as const)
    .filter(([count]) => count > 0)
    .map(([count, { label }]) => `${label}: ${grouped(count)}`);
  return parts.length === 0 ? undefined : `${parts.join(' · ')}.`;
}

/** "1,234 of 10,000 · 120 a minute · 8 min left". */
export function progressText({ done, total, perMinute, remainingMs }: RunProgress): string {
  return [
    l10n.t('{0} of {1}', grouped(done), grouped(total)),
    // Where a person delivers each token there may be none for minutes: that is no rate.
    ...(perMinute === undefined || perMinute < 0.5 ? [] : [l10n.t('{0} a minute', grouped(Math.round(perMinute)))]),
    ...(remainingMs === undefined ? [] : [l10n.t('{0} left', durationText(remainingMs))]),
  ].join(' · ');
}

/** "less than a minute", "8 min", "2 h 5 min": never more precise than the estimate. */
function durationText(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes <= 1) return l10n.t('less than a minute');
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return l10n.t('{0} min', rest);
  return rest === 0 ? l10n.t('{0} h', grouped(hours)) : l10n.t('{0} h {1} min', grouped(hours), rest);
}

/** Each label is made when it is read: in the language of the person. */
function filters(words: readonly Words[]): readonly ItemFilter[] {
  return words.map(([id, label, outcome, isNotApplied]) => ({
    id,
    get label() {
      return label();
    },
    outcome,
    isNotApplied,
  }));
}
