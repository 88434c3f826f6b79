// The words for rows to import.

import * as l10n from '@vscode/l10n';
import { grouped } from '../../core/stateText.ts';
import { formatChanges, type Change } from '../../document/difference.ts';
import { placeOf, type ImportRow } from '../../bulk/importRow.ts';
import type { ImportCounts, PreviewRow } from './importPreview.ts';

/** The outcome of rows that were added to the list. */
export type Listed = 'added' | 'same' | 'different';

export function classText(is: PreviewRow['class']): string {
  switch (is) {
    case 'known':
      return l10n.t('In the list');
    case 'notKnown':
      return l10n.t('Not in the list');
    case 'invalid':
      return l10n.t('Cannot be sent');
  }
}

export function listedText(listed: Listed): string {
  switch (listed) {
    case 'added':
      return l10n.t('Added to the list');
    case 'same':
      return l10n.t('Already in the list');
    case 'different':
      return l10n.t('Differs, not changed');
  }
}

/** How many can be sent, or listed. */
export function validCount({ known, notKnown }: ImportCounts): number {
  return known + notKnown;
}

/** What a person must know about a row, as sentences. @param changes from what is known here to what the row says */
export function rowText({ problems, class: is }: PreviewRow, changes: readonly Change[]): string {
  return [
    ...problems.map(({ reason }) => reason),
    ...(is === 'known' && changes.length > 0
      ? [l10n.t('Differs from the list: {0}. An existing group is not updated.', formatChanges(changes, 4).join(', '))]
      : []),
  ].join(' ');
}

/** "line 12", "acme.usergroup.json". Foreign text. */
export function shownPlace(row: ImportRow): string {
  return row.file ?? placeOf(row);
}

/** "120 groups will be added to the list." */
export function listOnlyText(counts: ImportCounts): string[] {
  return [
    addedText(counts.notKnown),
    ...(counts.known > 0 ? [knownText(counts.known)] : []),
    l10n.t('No request is sent. Tokens are not fetched, and the file becomes drafts.'),
    ...omittedText(counts),
    ...markedText(counts),
  ];
}

export function getOrCreateText(counts: ImportCounts): string[] {
  const count = validCount(counts);
  return [
    count === 1
      ? l10n.t('1 group is requested. If it is new, it is created as in the file, and its token is stored locally.')
      : l10n.t(
          '{0} groups are requested. New ones are created as in the file, and their tokens are stored locally.',
          grouped(count),
        ),
    l10n.t('Existing groups are not updated. The result lists what was not applied.'),
    ...omittedText(counts),
    ...markedText(counts),
  ];
}

function addedText(count: number): string {
  return count === 1
    ? l10n.t('1 group will be added to the list.')
    : l10n.t('{0} groups will be added to the list.', grouped(count));
}

function knownText(count: number): string {
  return count === 1
    ? l10n.t('1 group is already in the list and stays as it is. The result lists what differs.')
    : l10n.t('{0} groups are already in the list and stay as they are. The result lists what differs.', grouped(count));
}

/** "3 groups have warnings. Check them in the preview first." */
function markedText({ warned }: ImportCounts): string[] {
  if (warned === 0) return [];
  return [
    warned === 1
      ? l10n.t('1 group has a warning. Check it in the preview first.')
      : l10n.t('{0} groups have warnings. Check them in the preview first.', grouped(warned)),
  ];
}

/** "3 rows cannot be sent and are omitted." */
function omittedText({ invalid }: ImportCounts): string[] {
  if (invalid === 0) return [];
  return [
    invalid === 1
      ? l10n.t('1 row cannot be sent and is omitted.')
      : l10n.t('{0} rows cannot be sent and are omitted.', grouped(invalid)),
  ];
}
