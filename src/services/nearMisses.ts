// "Did you mean": ids that are a few slips of the keyboard away from the one that was typed.

import { distance } from 'fastest-levenshtein';

/** Characters added, left out or replaced; two that changed places count as two. */
export const MOST_SLIPS = 2;

const MOST_NAMED = 3;

/** In short ids, two slips make any id out of any other. */
const SHORT = 4;

/** The nearest first, at most three. Letter case makes no difference. */
export function nearMisses(userGroupId: string, ids: readonly string[]): string[] {
  const typed = userGroupId.toLowerCase();
  const most = typed.length <= SHORT ? 1 : MOST_SLIPS;
  return ids
    .map((id) => ({ id, slips: distance(typed, id.toLowerCase()) }))
    .filter(({ slips }) => slips <= most)
    .sort((a, b) => a.slips - b.slips)
    .slice(0, MOST_NAMED)
    .map(({ id }) => id);
}
