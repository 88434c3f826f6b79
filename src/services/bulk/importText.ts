// The words for rows to import.

import { counted, grouped } from '../../core/stateText.ts';
import { formatChanges, type Change } from '../../document/difference.ts';
import { placeOf, type ImportRow } from '../../bulk/importRow.ts';
import type { ImportCounts, PreviewRow } from './importPreview.ts';

/** The outcome of rows that were added to the list. */
export type Listed = 'added' | 'same' | 'different';

export const CLASS_TEXT = { known: 'Known here', notKnown: 'Not known here', invalid: 'Cannot be sent' } as const;
export const LISTED_TEXT: Readonly<Record<Listed, string>> = {
  added: 'Added to the list',
  same: 'In the list already',
  different: 'Differs, not changed',
};

/** How many can be sent, or listed. */
export function validCount({ known, notKnown }: ImportCounts): number {
  return known + notKnown;
}

/** What a person must know about a row, as sentences. @param changes from what is known here to what the row says */
export function rowText({ problems, class: is }: PreviewRow, changes: readonly Change[]): string {
  return [
    ...problems.map(({ reason }) => reason),
    ...(is === 'known' && changes.length > 0
      ? [
          `Differs from what is known here: ${formatChanges(changes, 4).join(', ')}. A group that exists is not updated: it stays as it is on the service.`,
        ]
      : []),
  ].join(' ');
}

/** "line 12", "acme.usergroup.json". Foreign text. */
export function shownPlace(row: ImportRow): string {
  return row.file ?? placeOf(row);
}

/** "120 groups are added to this machine's list; 3 are in it already and stay as they are." */
export function listOnlyText(counts: ImportCounts): string[] {
  return [
    `${areAdded(counts.notKnown)} to this machine's list.`,
    ...(counts.known > 0
      ? [`${are(counts.known)} in it already: these stay as they are, and what differs is shown.`]
      : []),
    'No request is sent. Their tokens are not fetched; what the file says of them is a draft.',
    ...leftOutText(counts),
    ...markedText(counts),
  ];
}

export function getOrCreateText(counts: ImportCounts): string[] {
  return [
    `The service is asked for each of ${counted(validCount(counts), 'group')}: one that it does not have is created as the file says, and its token is kept here.`,
    'One that exists stays as it is: nothing of it is updated, and what was not applied is said.',
    ...leftOutText(counts),
    ...markedText(counts),
  ];
}

/** "3 groups are marked: look at them in the preview first." */
function markedText({ warned }: ImportCounts): string[] {
  return warned === 0 ? [] : [`${are(warned)} marked in the preview: look at ${warned === 1 ? 'it' : 'them'} first.`];
}

/** "3 groups cannot be sent and are left out." */
function leftOutText({ invalid }: ImportCounts): string[] {
  return invalid === 0
    ? []
    : [
        `${grouped(invalid)} that cannot be sent ${invalid === 1 ? 'is' : 'are'} left out, and ${invalid === 1 ? 'stays' : 'stay'} in sight in the preview.`,
      ];
}

function areAdded(count: number): string {
  return `${counted(count, 'group')} ${count === 1 ? 'is' : 'are'} added`;
}

function are(count: number): string {
  return `${counted(count, 'group')} ${count === 1 ? 'is' : 'are'}`;
}
