// The words for rows to import.

import * as l10n from '@vscode/l10n';
import { grouped, isOne } from '../../core/language.ts';
import { sentences } from '../../core/sentences.ts';
import { placeOf, type ImportRow } from '../../bulk/importRow.ts';
import type { PlannedChange } from './changePlan.ts';
import type { ImportCounts, PreviewRow } from './importPreview.ts';

/** What becomes of a row: those of groups in the list by the plan of their update. */
export type ImportState = 'notKnown' | 'invalid' | PlannedChange['kind'];

/** The outcome of rows that were added to the list. */
export type Listed = 'added' | 'same' | 'different';

export function stateText(of: ImportState): string {
  switch (of) {
    case 'changed':
      return l10n.t('To update');
    case 'same':
      return l10n.t('Unchanged');
    case 'skipped':
      return l10n.t('Skipped');
    case 'notKnown':
      return l10n.t('Not in the list');
    case 'invalid':
      return l10n.t('Invalid');
  }
}

export function listedText(listed: Listed): string {
  switch (listed) {
    case 'added':
      return l10n.t('Added');
    case 'same':
      return l10n.t('Already in the list');
    case 'different':
      return l10n.t('Different, not changed');
  }
}

/** How many can be sent, or listed. */
export function validCount({ known, notKnown }: ImportCounts): number {
  return known + notKnown;
}

/** What the user must know about a row. @param planned of its update, as sentences */
export function rowText({ problems }: Pick<PreviewRow, 'problems'>, planned = ''): string {
  return sentences([...new Set([...problems.map(({ reason }) => reason), planned])].filter((text) => text !== ''));
}

/** "line 12", "acme.usergroup.json". Foreign text. */
export function shownPlace(row: ImportRow): string {
  return row.file ?? placeOf(row);
}

/** Before rows are added to the list. */
export function listOnlyText(counts: ImportCounts): string[] {
  return [
    l10n.t('Nothing is sent. Tokens are not fetched, and the documents are saved as drafts.'),
    ...oneLine([...knownText(counts.known), ...invalidText(counts), ...reviewText(counts)]),
  ];
}

/** Before rows are sent. */
export function getOrCreateText(counts: ImportCounts): string[] {
  return [
    l10n.t('Missing groups are created. Existing groups stay unchanged.'),
    ...oneLine([...invalidText(counts), ...reviewText(counts)]),
  ];
}

function oneLine(parts: readonly string[]): string[] {
  return parts.length === 0 ? [] : [sentences(parts)];
}

function knownText(count: number): string[] {
  if (count === 0) return [];
  return [
    isOne(count)
      ? l10n.t('1 group is already in the list and stays unchanged.')
      : l10n.t('{0} groups are already in the list and stay unchanged.', grouped(count)),
  ];
}

function reviewText({ warned }: ImportCounts): string[] {
  if (warned === 0) return [];
  return [
    isOne(warned)
      ? l10n.t('1 group needs review in the preview.')
      : l10n.t('{0} groups need review in the preview.', grouped(warned)),
  ];
}

export function invalidText({ invalid }: ImportCounts): string[] {
  if (invalid === 0) return [];
  return [
    isOne(invalid) ? l10n.t('1 invalid row is skipped.') : l10n.t('{0} invalid rows are skipped.', grouped(invalid)),
  ];
}
