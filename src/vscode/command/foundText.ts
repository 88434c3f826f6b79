// The words for search results: how many of how many, and how old the answers are.

import * as l10n from '@vscode/l10n';
import { groupsText } from '../../core/stateText.ts';
import type { MatchCount } from '../../core/ports/groupSearch.ts';
import { grouped, isOne } from '../../core/language.ts';

const DAY_MS = 86_400_000;

/** "12 of 3,000 groups match · last service responses 3 to 130 days ago · 2 without a response". */
export function foundText(matching: number, of: number, counts: readonly MatchCount[], now: number): string {
  return [matchText(matching, of), ...ageText(counts, now)].join(' · ');
}

function matchText(matching: number, of: number): string {
  if (matching === 0) return l10n.t('No group matches');
  if (matching !== of)
    return isOne(matching)
      ? l10n.t('1 of {0} groups matches', grouped(of))
      : l10n.t('{0} of {1} groups match', grouped(matching), grouped(of));
  return groupsText(of);
}

/** When the service last answered for them; a get-or-create, an update or a rotation of today reports today. */
function ageText(counts: readonly MatchCount[], now: number): string[] {
  const times = counts.flatMap(({ oldest, newest }) =>
    oldest === undefined || newest === undefined ? [] : [oldest, newest],
  );
  const never = counts.reduce((sum, { groups, answered }) => sum + groups - answered, 0);
  if (times.length === 0) return never === 0 ? [] : [l10n.t('no service response yet')];
  return [
    answeredText(Math.max(...times), Math.min(...times), now),
    ...(never === 0 ? [] : [l10n.t('{0} without a response', grouped(never))]),
  ];
}

/** "last service response today", "last service responses 3 to 130 days ago". */
function answeredText(newestAt: number, oldestAt: number, now: number): string {
  const [newest, oldest] = [daysAgo(newestAt, now), daysAgo(oldestAt, now)];
  if (oldest === 0) return l10n.t('last service response today');
  if (newest === oldest)
    return isOne(oldest)
      ? l10n.t('last service response 1 day ago')
      : l10n.t('last service response {0} days ago', grouped(oldest));
  if (newest === 0)
    return isOne(oldest)
      ? l10n.t('last service responses within 1 day')
      : l10n.t('last service responses within {0} days', grouped(oldest));
  return l10n.t('last service responses {0} to {1} days ago', grouped(newest), grouped(oldest));
}

/** Full days. A clock that jumped back counts as today. */
function daysAgo(at: number, now: number): number {
  return Math.max(0, Math.floor((now - at) / DAY_MS));
}
