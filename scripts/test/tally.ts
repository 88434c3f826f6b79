// What a tier of tests came to, and the lines that say so.

import type { RanTest } from './rerun.ts';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** A line each. */
  readonly failures?: readonly string[];
  /** All that were run, and hooks that failed. */
  readonly tests?: readonly RanTest[];
  /** Milliseconds each. */
  readonly editorStarts?: readonly number[];
  /** User and system time of each command, its children included. */
  readonly cpuSeconds?: readonly number[];
  /** Failed at first and passed when run again, alone: counted as passed. */
  readonly flaky?: readonly FlakyTest[];
  /** Why the figures are not the tests' own. */
  readonly note?: string;
}

export interface FlakyTest {
  readonly name: string;
  /** Lines of the first run. */
  readonly failures: readonly string[];
}

export interface TierResult extends Tally {
  readonly tier: string;
  readonly seconds: number;
}

/** What the exit code and the counts of one run amount to. No counts: the run crashed before its end. */
export function judged(exitCode: number, counts: Tally | undefined, isFiltered: boolean): Tally {
  if (counts === undefined)
    return { passed: 0, failed: 1, skipped: 0, note: `crashed (exit code ${exitCode}), what it ran is not known` };
  const { passed, failed, skipped } = counts;
  if (passed + failed + skipped === 0 && !isFiltered) return { passed, failed: 1, skipped, note: 'ran no test' };
  if (exitCode !== 0 && failed === 0)
    return { ...counts, failed: 1, note: counts.note ?? `ended with exit code ${exitCode}` };
  return counts;
}

/** Of the commands of one tier. */
export function together(tallies: readonly Tally[]): Tally {
  const note = tallies.flatMap((each) => each.note ?? []).join('; ');
  return {
    passed: sum(tallies, 'passed'),
    failed: sum(tallies, 'failed'),
    skipped: sum(tallies, 'skipped'),
    failures: tallies.flatMap(({ failures = [] }) => failures),
    tests: tallies.flatMap(({ tests = [] }) => tests),
    ...(note !== '' && { note }),
  };
}

function sum(tallies: readonly Tally[], key: 'passed' | 'failed' | 'skipped'): number {
  return tallies.reduce((total, each) => total + each[key], 0);
}

const SLOWEST = 10;

/** One line a tier, the slowest tests, what failed, then the closing line, and what was flaky. */
export function report(results: readonly TierResult[]): string {
  const width = Math.max(...results.map(({ tier }) => tier.length));
  const failures = results.flatMap(({ tier, failures: lines = [], flaky = [] }) => [
    ...lines.map((line) => `✗ ${tier}: ${line}`),
    ...flaky.flatMap((test) => test.failures.map((line) => `✗ ${tier}, passed when run again: ${line}`)),
  ]);
  const all = cpuText(results);
  return [
    ...results.map((result) => `${result.tier.padEnd(width)}  ${resultText(result)}`),
    ...slowest(results),
    ...(failures.length > 0 ? ['', ...failures] : []),
    '',
    ...(results.length > 1 && all !== '' ? [`In all: ${all}`] : []),
    closing(sum(results, 'passed'), sum(results, 'failed')),
    ...results.flatMap(({ flaky = [] }) => flaky.map(({ name }) => `flaky: ${name}`)),
  ].join('\n');
}

/** What a run came to that closed with such a report; figures are `?` where it did not come so far. */
export function outcomeIn(output: string): { passed: string; failed: string; flaky: string[] } {
  const [, passed = '?', failed = '?'] = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1) ?? [];
  return { passed, failed, flaky: [...output.matchAll(/^flaky: (.*)$/gm)].map(([, name = '']) => name) };
}

function slowest(results: readonly TierResult[]): string[] {
  const timed = results.flatMap(({ tier, tests = [] }) =>
    tests.flatMap(({ title, milliseconds }) => (milliseconds === undefined ? [] : { tier, title, milliseconds })),
  );
  if (timed.length <= SLOWEST) return [];
  const lines = timed
    .sort((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, SLOWEST)
    .map(({ tier, title, milliseconds }) => `${inSeconds(milliseconds).padStart(7)}  ${tier}: ${title}`);
  return ['', 'The slowest tests:', ...lines];
}

function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

function startsText(starts: readonly number[]): string {
  const total = starts.reduce((sum, start) => sum + start, 0);
  return starts.length === 0 ? '' : `editor starts: ${starts.length} of ${inSeconds(total / starts.length)}`;
}

function resultText(result: TierResult): string {
  const { passed, failed, skipped, flaky = [], editorStarts = [], seconds, note } = result;
  const more = [
    skipped > 0 ? `${skipped} skipped` : '',
    flaky.length > 0 ? `${flaky.length} flaky` : '',
    note ?? '',
    startsText(editorStarts),
    `${seconds} s`,
    cpuText([result]),
  ].filter((part) => part !== '');
  return [closing(passed, failed), ...more].join(', ');
}

/** Nothing where the system does not say it. */
function cpuText(results: readonly TierResult[]): string {
  const seconds = results.flatMap(({ cpuSeconds = [] }) => cpuSeconds).reduce((total, each) => total + each, 0);
  return seconds === 0 ? '' : `${Math.round(seconds)} s of CPU`;
}

function closing(passed: number, failed: number): string {
  return `${passed} passed, ${failed} failed`;
}
