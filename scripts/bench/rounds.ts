// Measures by turns and takes medians: whatever else the machine does meets all alike, and an outlier counts for
// nothing.

/** What each gave in so many rounds, A B A B …; an uncounted round goes before. */
export async function byTurns<K extends string>(
  rounds: number,
  measures: Readonly<Record<K, () => number | Promise<number>>>,
): Promise<Record<K, readonly number[]>> {
  const names = Object.keys(measures) as K[];
  const measured = Object.fromEntries(names.map((name): [K, number[]] => [name, []])) as Record<K, number[]>;
  for (let round = -1; round < rounds; round += 1) {
    // Every other round backwards: neither always follows the other.
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const value = await measures[name]();
      if (round >= 0) measured[name].push(value);
    }
  }
  return measured;
}

export function median(values: readonly number[]): number {
  return quantile(values, 1 / 2);
}

/** The value below which this share of all lies. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? NaN;
}

/** How long the work takes, in milliseconds. */
export async function elapsed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
