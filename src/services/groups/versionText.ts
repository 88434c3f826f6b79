// What one sending of the history says of the group, and whether a search matches it.

import { fold } from '../../core/folding.ts';
import { dateText } from '../../core/language.ts';
import { operationText } from '../../core/operationTexts.ts';
import { dayText, outcomeText } from '../../core/stateText.ts';
import type { SentVersion, VersionSummary } from '../../core/userGroup.ts';

/** The service applied what was sent, as far as an answer can prove it. */
export function isApplied({ outcome }: Pick<SentVersion, 'outcome'>): boolean {
  return outcome === 'created' || outcome === 'updated';
}

/** It is unknown whether the service applied what was sent. */
export function isOutcomeUnknown({ outcome }: Pick<SentVersion, 'outcome'>): boolean {
  return outcome === 'unknown' || outcome === 'sending';
}

/** Whether every word of the query is in what is known of a sending. */
export type Finder = (query: string) => boolean;

/**
 * Looks at the beginnings of words of its date and time ("21 nov", "2026-11", "14:02", "saturday", "today"), of its
 * operation and its outcome, and anywhere in the texts, such as its group and what it changed. A number is so found in
 * a date, and not in the midst of a time.
 */
export function finderOf(version: VersionSummary, texts: readonly string[], now: number): Finder {
  const at = new Date(version.at);
  const beginnings = wordsOf(
    [
      dateText(at, 'longDate'),
      isoDay(at),
      at.toTimeString().slice(0, 8),
      dayText(version.at, now),
      operationText(version.operation),
      outcomeText(version.outcome),
      version.operation === 'getOrCreate' ? 'get-or-create' : '',
    ].join(' '),
  );
  const anywhere = fold(texts.join('\n'));
  return (query) =>
    wordsOf(query).every((word) => anywhere.includes(word) || beginnings.some((known) => known.startsWith(word)));
}

function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[\s,、·]+/)
    .filter((word) => word !== '');
}

/** "2026-11-21", in local time. */
function isoDay(at: Date): string {
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}
