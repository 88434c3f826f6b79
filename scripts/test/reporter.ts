// Mocha's own spec report on the screen; the counts into the file that TEST_COUNTS_FILE names.

import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';
import type { Tally } from './tally.ts';

export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const file = process.env.TEST_COUNTS_FILE;
      const { passes: passed, failures: failed, pending: skipped } = this.stats;
      if (file !== undefined) writeFileSync(file, JSON.stringify({ passed, failed, skipped } satisfies Tally));
    });
  }
}
