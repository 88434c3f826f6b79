// What differs between two runs of the bench, beyond what differs within each of them.

import type { Figure, Row } from './row.ts';

/** A run as `--json` writes it. */
export interface Run {
  readonly machine: string;
  readonly rows: readonly Row[];
}

/** The spread that is assumed of a figure that was taken only once. */
const SPREAD_OF_ONE = 0.1;

/** A line for each row of `now` that has changed or is new, the numbers as ratios where there is a peer. */
export function changesBetween(before: Run, now: Run): string[] {
  const then = byName(before.rows);
  const lines = Array.from(byName(now.rows), ([name, row]) => {
    const former = then.get(name);
    if (former === undefined) return `${name}: new, ${written(row)}`;
    return differ(former.figure, row.figure) ? `${name}: ${written(former)} → ${written(row)}` : undefined;
  });
  return [
    ...(before.machine === now.machine ? [] : [`The machine: ${before.machine} → ${now.machine}`]),
    ...lines.filter((line) => line !== undefined),
  ];
}

/** A row that begins with "…" goes on with the one that has a name of its own. */
function byName(rows: readonly Row[]): Map<string, Row> {
  let head = '';
  return new Map(
    rows.map((row) => {
      if (!row.what.startsWith('…')) head = row.what;
      return [row.what === head ? head : `${head} ${row.what}`, row];
    }),
  );
}

function differ(before: Figure, now: Figure): boolean {
  const [a, b] = [spreadOf(before), spreadOf(now)];
  return a.high < b.low || b.high < a.low;
}

function spreadOf({ value, low, high }: Figure): Pick<Figure, 'low' | 'high'> {
  const margin = low === high ? Math.abs(value) * SPREAD_OF_ONE : 0;
  return { low: low - margin, high: high + margin };
}

function written({ ours, ratio }: Row): string {
  return ratio === undefined ? ours : `${ratio.toFixed(2)}x`;
}
