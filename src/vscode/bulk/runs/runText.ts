// The words for bulk operations: their title, their progress, the outcomes of their groups.

import * as l10n from '@vscode/l10n';
import {
  countOf,
  type ItemCounts,
  type ItemOutcome,
  type RunItem,
  type RunKind,
  type RunProgress,
  type RunSummary,
} from '../../../core/runs.ts';
import { grouped, isOne } from '../../../core/language.ts';
import { existedNotAppliedText } from '../../../core/stateText.ts';
import { reasonText } from '../../../core/storedReasons.ts';

/** Which items of a run: those with one outcome, or a part of them. */
export interface ItemFilter {
  readonly id: string;
  readonly label: string;
  readonly outcome: ItemOutcome;
  readonly isNotApplied?: boolean | undefined;
}

/** In the order in which they are offered; all of them always, so that a chosen one stays. */
export function itemFilters(kind: RunKind): readonly ItemFilter[] {
  switch (kind) {
    case 'getOrCreate':
      return [...gotOrCreatedFilters(), ...filtersOfAll(l10n.t('Sending…'))];
    case 'update':
      return [updatedFilter(), ...filtersOfAll(l10n.t('Sending…'))];
    case 'import':
      return [updatedFilter(), ...gotOrCreatedFilters(), ...filtersOfAll(l10n.t('Sending…'))];
    case 'rotate':
      return [
        { id: 'rotated', label: l10n.t('Rotated, delivered'), outcome: 'rotated', isNotApplied: false },
        { id: 'notApplied', label: l10n.t('Rotated, not delivered'), outcome: 'rotated', isNotApplied: true },
        // It lasts until the new token is delivered, which may take the user minutes.
        ...filtersOfAll(l10n.t('Rotating…')),
      ];
  }
}

function updatedFilter(): ItemFilter {
  return { id: 'updated', label: l10n.t('Updated'), outcome: 'updated' };
}

function gotOrCreatedFilters(): readonly ItemFilter[] {
  return [
    { id: 'new', label: l10n.t('Created'), outcome: 'new' },
    { id: 'createdOrExisted', label: l10n.t('Created or identical'), outcome: 'createdOrExisted' },
    { id: 'existed', label: l10n.t('Existed, identical'), outcome: 'existed', isNotApplied: false },
    { id: 'notApplied', label: existedNotAppliedText(), outcome: 'existed', isNotApplied: true },
  ];
}

function filtersOfAll(sending: string): readonly ItemFilter[] {
  return [
    { id: 'failed', label: l10n.t('Failed'), outcome: 'failed' },
    { id: 'unknown', label: l10n.t('Outcome unknown'), outcome: 'unknown' },
    { id: 'skipped', label: l10n.t('Skipped'), outcome: 'skipped' },
    { id: 'sending', label: sending, outcome: 'sending' },
    { id: 'waiting', label: l10n.t('Waiting'), outcome: 'waiting' },
  ];
}

/** "Existed already, not applied". */
export function itemText(kind: RunKind, { outcome, isNotApplied }: Pick<RunItem, 'outcome' | 'isNotApplied'>): string {
  const fitting = itemFilters(kind).find(
    (filter) => filter.outcome === outcome && (filter.isNotApplied ?? isNotApplied) === isNotApplied,
  );
  return fitting?.label ?? outcome;
}

/** `Set property plan to "pro": 66 groups on production`, "Update 10,000 groups on production". Foreign text. */
export function runTitle(
  { kind, total, isUndo, purpose }: Pick<RunSummary, 'kind' | 'total' | 'isUndo' | 'purpose'>,
  connection: string,
): string {
  if (purpose !== undefined)
    return isOne(total)
      ? l10n.t('{0}: 1 group on {1}', purpose, connection)
      : l10n.t('{0}: {1} groups on {2}', purpose, grouped(total), connection);
  if (isUndo) return undoTitle(total, connection);
  switch (kind) {
    case 'import':
      return isOne(total)
        ? l10n.t('Import 1 group to {0}', connection)
        : l10n.t('Import {0} groups to {1}', grouped(total), connection);
    case 'getOrCreate':
      return isOne(total)
        ? l10n.t('Get or create 1 group on {0}', connection)
        : l10n.t('Get or create {0} groups on {1}', grouped(total), connection);
    case 'update':
      return isOne(total)
        ? l10n.t('Update 1 group on {0}', connection)
        : l10n.t('Update {0} groups on {1}', grouped(total), connection);
    case 'rotate':
      return isOne(total)
        ? l10n.t('Rotate 1 token on {0}', connection)
        : l10n.t('Rotate {0} tokens on {1}', grouped(total), connection);
  }
}

function undoTitle(total: number, connection: string): string {
  return isOne(total)
    ? l10n.t('Undo the update of 1 group on {0}', connection)
    : l10n.t('Undo the update of {0} groups on {1}', grouped(total), connection);
}

/** Its progress: a number and a verb. */
export function runHeadline(run: RunSummary, counts: ItemCounts): string {
  const total = grouped(run.total);
  const done = grouped(run.total - counts.waiting - counts.sending);
  switch (run.state) {
    case 'waiting':
      return isOne(counts.waiting)
        ? l10n.t('1 group will be sent')
        : l10n.t('{0} groups will be sent', grouped(counts.waiting));
    case 'running':
      if (run.isEnding) return l10n.t('Stopping… {0} of {1} done', done, total);
      return run.isOwnedHere
        ? l10n.t('Sending… {0} of {1} done', done, total)
        : l10n.t('Sending in another window… {0} of {1} done', done, total);
    case 'paused':
      return l10n.t('Paused with {0} of {1} done', done, total);
    case 'interrupted':
      return l10n.t('Interrupted with {0} of {1} done', done, total);
    case 'cancelled':
      return l10n.t('Canceled with {0} of {1} done', done, total);
    case 'ended':
      return endedText(run, counts);
  }
}

function endedText({ kind, total }: RunSummary, counts: ItemCounts): string {
  const { failed, unknown, rotated } = counts;
  if (failed > 0 && unknown > 0)
    return l10n.t('{0} of {1} failed, outcome unknown for {2}', grouped(failed), grouped(total), grouped(unknown));
  if (failed > 0) return l10n.t('{0} of {1} failed', grouped(failed), grouped(total));
  if (unknown > 0) return l10n.t('Outcome unknown for {0} of {1}', grouped(unknown), grouped(total));
  switch (kind) {
    case 'getOrCreate':
      return gotOrCreatedText(total, counts);
    case 'import':
      return importedText(counts);
    case 'update':
      return updatedText(counts);
    case 'rotate':
      return isOne(rotated) ? l10n.t('1 token rotated') : l10n.t('{0} tokens rotated', grouped(rotated));
  }
}

function updatedText({ updated }: ItemCounts): string {
  return isOne(updated) ? l10n.t('1 group updated') : l10n.t('{0} groups updated', grouped(updated));
}

/** Others existed, or may have: their filters count them. */
function importedText(counts: ItemCounts): string {
  const { updated, new: created } = counts;
  if (created === 0) return updatedText(counts);
  return isOne(updated)
    ? l10n.t('1 group updated, {0} created', grouped(created))
    : l10n.t('{0} groups updated, {1} created', grouped(updated), grouped(created));
}

/** "Created" and "existed" only as far as the service has said so of each. */
function gotOrCreatedText(total: number, { new: created, existed }: ItemCounts): string {
  if (created === total) return isOne(total) ? l10n.t('1 group created') : l10n.t('{0} groups created', grouped(total));
  if (existed === total)
    return isOne(total) ? l10n.t('1 group already existed') : l10n.t('{0} groups already existed', grouped(total));
  if (created + existed === total)
    return isOne(created)
      ? l10n.t('1 group created, {0} already existed', grouped(existed))
      : l10n.t('{0} groups created, {1} already existed', grouped(created), grouped(existed));
  return isOne(total) ? l10n.t('1 group completed') : l10n.t('{0} groups completed', grouped(total));
}

/** Why it does not go on by itself, or what to do next; `undefined` where the headline says all. */
export function runReason({ state, pausedBecause }: Pick<RunSummary, 'state' | 'pausedBecause'>): string | undefined {
  if (state === 'paused') return pausedBecause === undefined ? undefined : reasonText(pausedBecause);
  return state === 'interrupted' ? l10n.t('The window that worked on it closed. Resume sends the rest.') : undefined;
}

/** "Updated: 12 · Failed: 3", "Paused with 3 of 66 done · Updated: 3": once it has ended, its outcomes say it. */
export function runStateText(run: RunSummary, counts: ItemCounts): string {
  const outcomes = itemFilters(run.kind)
    .filter(({ outcome }) => outcome !== 'waiting' && outcome !== 'sending')
    .map((filter) => ({ label: filter.label, count: countOf(counts, filter) }))
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => l10n.t('{0}: {1}', label, grouped(count)));
  return (run.state === 'ended' ? outcomes : [runHeadline(run, counts), ...outcomes]).join(' · ');
}

/** "1,234 of 10,000 · 120 per minute · 8 min left". */
export function progressText({ done, total, perMinute, remainingMs }: RunProgress): string {
  return [
    l10n.t('{0} of {1}', grouped(done), grouped(total)),
    // Where the user delivers each token by hand, minutes may pass without a result: that is no rate.
    ...(perMinute === undefined || perMinute < 0.5 ? [] : [l10n.t('{0} per minute', grouped(Math.round(perMinute)))]),
    ...(remainingMs === undefined ? [] : [remainingText(remainingMs)]),
  ].join(' · ');
}

/** Never more precise than the estimate. */
function remainingText(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes <= 1) return l10n.t('less than a minute left');
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return l10n.t('{0} min left', rest);
  return rest === 0 ? l10n.t('{0} h left', grouped(hours)) : l10n.t('{0} h {1} min left', grouped(hours), rest);
}
