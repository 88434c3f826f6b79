// Whether a failed test, or a file whose process has died, is run once more, by which file and pattern, and what both
// runs come to.

import type { Tally } from './tally.ts';

/** Set while a failed test is run again, whose evidence then does not replace that of the first run. */
export const RERUN = 'TEST_RERUN';

/** A test that was run, or a hook that failed. */
export interface RanTest {
  /** With the titles of its suites. */
  readonly title: string;
  /** The title without those: of the test, or of the one that the hook was run for. */
  readonly test: string;
  /** Unknown of a hook that belongs to no file. */
  readonly file?: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Unknown of one that was skipped. */
  readonly milliseconds?: number;
  /** The suite of a hook, with the titles of the suites around it. */
  readonly hookOf?: string;
  /** Stands for all tests of its file, because the process that ran them has died. */
  readonly hasCrashed?: true;
}

export interface Rerun {
  readonly name: string;
  readonly file: string;
  /** For mocha's `--grep`. */
  readonly pattern: string;
}

/**
 * `undefined` unless one test alone failed: two flaky tests fail a run, so that running them again changes nothing.
 * Where a hook failed, its whole suite is run again, because mocha has left out the rest of it. Where the process has
 * died, its whole file is.
 */
export function rerunOf({ failed: failures, tests = [] }: Tally, after?: 'crash'): Rerun | undefined {
  const failed = tests.filter(({ outcome }) => outcome === 'failed');
  if (after === 'crash' && !failed.every(({ hasCrashed }) => hasCrashed)) return undefined;
  const [first] = failed;
  if (first?.file === undefined || failed.length !== failures) return undefined;
  const [suite] = failed
    .flatMap(({ hookOf, hasCrashed }) => hookOf ?? (hasCrashed === true ? '' : []))
    .sort((a, b) => a.length - b.length);
  const rerun = {
    name: first.title,
    file: first.file,
    pattern: suite === undefined ? exactly(first.title) : below(suite),
  };
  // A hook that fails after the test has failed is the same failure.
  return failed.every((test) => test.test === first.test && isSelected(test, rerun)) ? rerun : undefined;
}

/**
 * The tally of a run in which one test failed and was run again. `second` is `undefined` when that run crashed. A flaky
 * test counts once, as passed.
 */
export function withRerun(first: Tally, rerun: Rerun, second: Tally | undefined): Tally {
  if (second === undefined || second.failed > 0 || second.passed === 0)
    return { ...first, note: 'failed again when run alone' };
  const others = (first.tests ?? []).filter((test) => !isSelected(test, rerun));
  const count = (wanted: RanTest['outcome']): number => others.filter(({ outcome }) => outcome === wanted).length;
  const { failures = [], ...rest } = first;
  return {
    ...rest,
    passed: count('passed') + second.passed,
    failed: 0,
    skipped: count('skipped') + second.skipped,
    flaky: [{ name: rerun.name, failures }],
  };
}

function isSelected({ file, title }: RanTest, rerun: Rerun): boolean {
  return file === rerun.file && new RegExp(rerun.pattern).test(title);
}

function exactly(title: string): string {
  return `^${escaped(title)}$`;
}

/** Hooks of a whole file have a suite without a title. */
function below(suite: string): string {
  return suite === '' ? '^' : `^${escaped(suite)} `;
}

/** Mocha reads a pattern up to the end of its line. */
function escaped(title: string): string {
  return title
    .replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r');
}
