// What a tier of tests came to, and the lines that say so.

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** A line each. */
  readonly failures?: readonly string[];
}

export interface TierResult extends Tally {
  readonly tier: string;
  readonly seconds: number;
  /** Why the figures are not the tests' own. */
  readonly note?: string;
}

/** What the exit code and the counts of one run amount to. No counts: the run crashed before its end. */
export function judged(exitCode: number, counts: Tally | undefined, isFiltered: boolean): Tally & { note?: string } {
  if (counts === undefined) return { passed: 0, failed: 1, skipped: 0, note: `crashed (exit code ${exitCode})` };
  const { passed, failed, skipped } = counts;
  if (passed + failed + skipped === 0 && !isFiltered) return { passed, failed: 1, skipped, note: 'ran no test' };
  if (exitCode !== 0 && failed === 0) return { passed, failed: 1, skipped, note: `ended with exit code ${exitCode}` };
  return counts;
}

/** One line a tier, what failed, then the closing line. */
export function report(results: readonly TierResult[]): string {
  const width = Math.max(...results.map(({ tier }) => tier.length));
  const sum = (key: 'passed' | 'failed'): number => results.reduce((total, result) => total + result[key], 0);
  const failures = results.flatMap(({ tier, failures: lines = [] }) => lines.map((line) => `✗ ${tier}: ${line}`));
  return [
    ...results.map((result) => `${result.tier.padEnd(width)}  ${told(result)}`), ...(failures.length > 0 ? ['', ...failures] : []), '', closing(sum('passed'), sum('failed')),
  ].join('\n');
}

function told({ passed, failed, skipped, seconds, note }: TierResult): string {
  const more = [skipped > 0 ? `${skipped} skipped` : '', note ?? '', `${seconds} s`].filter((part) => part !== '');
  return [closing(passed, failed), ...more].join(', ');
}

function closing(passed: number, failed: number): string {
  return `${passed} passed, ${failed} failed`;
}
