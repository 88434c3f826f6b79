// "Did you mean": known ids with a few typing errors' difference from the one typed.

import { distance } from 'fastest-levenshtein';

/** Characters added, omitted or replaced, and swapped neighbours. */
export const MOST_SLIPS = 2;

const MOST_NAMED = 3;

/** In short ids, two errors turn any id into any other. */
const SHORT = 4;

/** The nearest first, at most three, one of each series of numbered ids. Letter case makes no difference. */
export function nearMisses(userGroupId: string, ids: readonly string[]): string[] {
  const typed = userGroupId.toLowerCase();
  const series = seriesOf(typed);
  const most = typed.length <= SHORT ? 1 : MOST_SLIPS;
  return ids
    .map((id) => ({ id, slips: slipsToId(most, typed, series, id.toLowerCase()) }))
    .filter(({ slips }) => slips <= most)
    .sort((a, b) => a.slips - b.slips)
    .map(({ id }) => id)
    .filter(isFirstOfSeries())
    .slice(0, MOST_NAMED);
}

/** One number of a series represents all: "customer-101 or customer-102 or customer-103" adds nothing. */
function isFirstOfSeries(): (id: string) => boolean {
  const named = new Set<string>();
  return (id) => named.size < named.add(seriesOf(id)).size;
}

/** Infinity: more than that, or another number of the same series. */
function slipsToId(most: number, typed: string, series: string, id: string): number {
  const found = slipsWithin(most, typed, id);
  // Numbered ids are all near each other, so nearness proves nothing: 101 beside 102 and 103 is the next customer.
  const isOfSeries = typed !== id && seriesOf(id) === series;
  return isOfSeries && !(found === 1 && distance(typed, id) === 2) ? Infinity : found;
}

/** Yields one text for all ids that differ only in their numbers. */
function seriesOf(id: string): string {
  return id.replaceAll(/\d+/g, '0');
}

/** How many typing errors lead from one text to the other. Infinity: more than `most`. */
export function slipsWithin(most: number, one: string, other: string): number {
  // A fast check that distinguishes most texts: swapped neighbours count twice here.
  const found = distance(one, other) > 2 * most ? Infinity : slips(one, other);
  return found > most ? Infinity : found;
}

/** Levenshtein's distance, with swapped neighbours as one error ("optimal string alignment"). */
function slips(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[other.length] ?? 0;
}
