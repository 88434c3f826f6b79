// The words for search results: how many of how many, and how old the answers are.

import * as l10n from '@vscode/l10n';
import type { MatchCount } from './ports/groupSearch.ts';
import { agoText, grouped } from './stateText.ts';

const DAY_MS = 86_400_000;

/** "12 of 3,000 groups match · answered 3 days ago to 4 months ago · 2 never answered". */
export function foundText(matching: number, of: number, counts: readonly MatchCount[], now: number): string {
  const how = matching === of ? groupsText(of) : l10n.t('{0} of {1} groups match', grouped(matching), grouped(of));
  return [how, ...ageText(counts, now)].join(' · ');
}

/** "1 group", "3,000 groups". */
export function groupsText(count: number): string {
  return count === 1 ? l10n.t('1 group') : l10n.t('{0} groups', grouped(count));
}

/** When the service last answered for them; a get-or-create, an update or a rotation of today reports today. */
function ageText(counts: readonly MatchCount[], now: number): string[] {
  const times = counts.flatMap(({ oldest, newest }) =>
    oldest === undefined || newest === undefined ? [] : [oldest, newest],
  );
  const never = counts.reduce((sum, { groups, answered }) => sum + groups - answered, 0);
  if (times.length === 0) return never === 0 ? [] : [l10n.t('never answered')];
  const [newest, oldest] = [ago(Math.max(...times), now), ago(Math.min(...times), now)];
  return [
    newest === oldest ? l10n.t('answered {0}', newest) : l10n.t('answered {0} to {1}', newest, oldest),
    ...(never === 0 ? [] : [l10n.t('{0} never answered', grouped(never))]),
  ];
}

/** Full days, months of 30 days beyond 60 of them, years of 365 beyond two. */
function ago(at: number, now: number): string {
  const days = Math.max(0, Math.floor((now - at) / DAY_MS));
  if (days < 60) return agoText(at, now);
  return days < 730 ? l10n.t('{0} months ago', Math.floor(days / 30)) : l10n.t('{0} years ago', Math.floor(days / 365));
}
