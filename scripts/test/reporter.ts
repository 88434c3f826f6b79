// Mocha's own spec report on the screen; the counts, and what failed, into the file that TEST_COUNTS_FILE names.

import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';
import type { Tally } from './tally.ts';

export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const failed: [Mocha.Runnable, unknown][] = [];
    runner.on(Mocha.Runner.constants.EVENT_TEST_FAIL, (...failure: [Mocha.Runnable, unknown]) => { failed.push(failure); });
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const file = process.env.TEST_COUNTS_FILE;
      const { passes: passed, failures, pending: skipped } = this.stats;
      // Only now: what stood on the screen is added to an error after its test has failed.
      const tally: Tally = { passed, failed: failures, skipped, failures: failed.map(([test, error]) => failureLine(test, error)) };
      if (file !== undefined) writeFileSync(file, JSON.stringify(tally));
    });
  }
}

const LONGEST_REASON = 900;

function failureLine(test: Mocha.Runnable, error: unknown): string {
  const reason = String((error as Partial<Error> | undefined)?.message ?? error).split('\n').map((line) => line.trim()).filter((line) => line !== '').join(' ⏎ ');
  return `${test.fullTitle()}: ${reason.slice(0, LONGEST_REASON)}`;
}
