// Mocha's own spec report on the screen; the counts, what was run and what failed, into the file that TEST_COUNTS_FILE
// names.

import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import Mocha from 'mocha';
import type { RanTest } from './rerun.ts';
import type { Tally } from './tally.ts';

export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const { EVENT_TEST_PASS, EVENT_TEST_PENDING, EVENT_TEST_FAIL, EVENT_RUN_END } = Mocha.Runner.constants;
    const lines: (() => string)[] = [];
    const tests: RanTest[] = [];
    runner.on(EVENT_TEST_PASS, (test) => {
      tests.push(ranTest(test, 'passed'));
    });
    runner.on(EVENT_TEST_PENDING, (test) => {
      tests.push(ranTest(test, 'skipped'));
    });
    runner.on(EVENT_TEST_FAIL, (test: Mocha.Runnable, error: unknown) => {
      const crash = crashOf(test, error);
      // What stood on the screen is added to an error after its test has failed, so the line is made at the end.
      lines.push(() => crash?.title ?? failureLine(test.fullTitle(), error));
      tests.push(crash ?? ranTest(test, 'failed'));
    });
    const report = (isWhole: boolean): void => {
      const file = process.env.TEST_COUNTS_FILE;
      const { passes: passed, failures, pending: skipped } = this.stats;
      const tally: Tally = {
        passed,
        failed: failures,
        skipped,
        failures: lines.map((line) => line()),
        tests,
        ...(!isWhole && { note: 'ended before its last test' }),
      };
      if (file !== undefined) writeFileSync(file, JSON.stringify(tally));
    };
    // Mocha waits without end for a process that dies while it has no file, and Node then ends with exit code 0.
    const endEarly = (exitCode: number): void => {
      report(false);
      if (exitCode === 0) process.exitCode = 1;
    };
    process.once('exit', endEarly);
    runner.once(EVENT_RUN_END, () => {
      process.off('exit', endEarly);
      report(true);
    });
  }
}

/** What mocha reports when a process has died in the middle of a file, whose tests it then knows nothing of. */
function crashOf({ file }: Mocha.Runnable, error: unknown): RanTest | undefined {
  const exit = /^(?:Uncaught )?Workerpool Worker terminated.*exitCode: `(\w+)`\s+signalCode: `(\w+)`/s.exec(
    String((error as Partial<Error> | undefined)?.message),
  );
  if (exit === null || file === undefined) return undefined;
  const [, code, signal] = exit;
  const title = `${relative(process.cwd(), file)}: its process ended with ${signal === 'null' ? `exit code ${code}` : signal}`;
  return { title, test: title, file, outcome: 'failed', hasCrashed: true };
}

/** At once: the title of a hook names the test that it is run for, and changes. */
function ranTest(test: Mocha.Runnable, outcome: RanTest['outcome']): RanTest {
  const { file, title, duration } = test;
  const hook = isHook(test) ? test : undefined;
  return {
    title: test.fullTitle(),
    test: hook?.ctx?.currentTest?.title ?? title,
    outcome,
    ...(file !== undefined && { file }),
    ...(duration !== undefined && { milliseconds: duration }),
    ...(hook !== undefined && { hookOf: hook.parent.fullTitle() }),
  };
}

/** As much as is known of one that was run in another process. */
interface Hook {
  readonly parent: { fullTitle(): string };
  readonly ctx?: { readonly currentTest?: { readonly title: string } };
}

function isHook(test: object): test is Hook {
  return 'type' in test && test.type === 'hook';
}

const LONGEST_REASON = 900;

function failureLine(title: string, error: unknown): string {
  const lines = String((error as Partial<Error> | undefined)?.message ?? error)
    .split('\n')
    .map((line) => line.trim());
  const reason = lines
    .filter((line) => line !== '')
    .join(' ⏎ ')
    .slice(0, LONGEST_REASON);
  // The test's own line: a title alone may stand over several assertions.
  const [place] = /\btest\/\S+\.test\.ts:\d+/.exec(String((error as Partial<Error> | undefined)?.stack)) ?? [];
  return `${title}${place === undefined ? '' : ` (${place})`}: ${reason}`;
}
