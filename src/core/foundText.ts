// The words for search results: how many of how many, and how old the answers are.

import type { MatchCount } from './ports/groupSearch.ts';
import { counted, grouped } from './stateText.ts';

const DAY_MS = 86_400_000;

/** "12 of 3,000 groups match · answered 3 days to 4 months ago · 2 never answered". */
export function foundText(matching: number, of: number, counts: readonly MatchCount[], now: number): string {
  const how =
    matching === of
      ? `${grouped(of)} ${of === 1 ? 'group' : 'groups'}`
      : `${grouped(matching)} of ${grouped(of)} groups match`;
  return [how, ...ageText(counts, now)].join(' · ');
}

/** When the service last answered for them; a get-or-create, an update or a rotation of today reports today. */
function ageText(counts: readonly MatchCount[], now: number): string[] {
  const times = counts.flatMap(({ oldest, newest }) =>
    oldest === undefined || newest === undefined ? [] : [oldest, newest],
  );
  const never = counts.reduce((sum, { groups, answered }) => sum + groups - answered, 0);
  const [newest, oldest] = [ago(Math.max(...times), now), ago(Math.min(...times), now)];
  return [
    ...(times.length === 0 ? [] : [`answered ${newest === oldest ? agoOf(newest) : rangeOf(newest, oldest)}`]),
    ...(never === 0 ? [] : [times.length === 0 ? 'never answered' : `${grouped(never)} never answered`]),
  ];
}

/**
 * Full days, months of 30 days beyond 60 of them, years of 365 beyond two. A clock that jumped back counts as today.
 */
function ago(at: number, now: number): string {
  const days = Math.max(0, Math.floor((now - at) / DAY_MS));
  if (days === 0) return 'today';
  if (days < 60) return counted(days, 'day');
  return days < 730 ? counted(Math.floor(days / 30), 'month') : counted(Math.floor(days / 365), 'year');
}

function agoOf(words: string): string {
  return words === 'today' ? words : `${words} ago`;
}

/** "3 to 9 days ago", "3 days to 4 months ago", "today to 4 months ago". */
function rangeOf(newest: string, oldest: string): string {
  const [count, unit] = newest.split(' ');
  const isSameUnit = unit?.replace(/s$/, '') === oldest.split(' ')[1]?.replace(/s$/, '');
  return `${isSameUnit && unit !== undefined ? count : newest} to ${oldest} ago`;
}
