// Runs the tests, tier by tier, and closes with one line that counts them: "npm test", "npm run test:unit" and so on.
// The end-to-end tests run beside most others. With `--changed`, only what a change since `main` concerns; with
// `--approve`, the sentences of `test/approved/` are printed anew.

import { parseArgs } from 'node:util';
import { useScratchFolder } from './editor/folders.ts';
import type { Leashed } from './editor/leashed.ts';
import { bundleTests } from './test/bundle.ts';
import { changedFiles, tiersFor } from './test/changes.ts';
import { runTier } from './test/runTier.ts';
import { report, type TierResult } from './test/tally.ts';
import { tiers, type Tier } from './test/tiers.ts';

const { values, positionals } = parseArgs({
  options: {
    grep: { type: 'string' },
    changed: { type: 'boolean', default: false },
    approve: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
if (values.approve) process.env.TEST_APPROVE = '1';
const scratch = useScratchFolder();
const offered = values.changed ? tiersFor(changedFiles(), scratch) : tiers;
const chosen = offered.filter(({ name, counts, onDemand = false }) =>
  positionals.length === 0
    ? !onDemand && (values.grep === undefined || counts === 'tests')
    : positionals.includes(name),
);

const running = new Set<Leashed>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    void Promise.all(Array.from(running, (each) => each.end())).finally(() => process.exit(130));
  });
}

if (chosen.some(({ isBundled }) => isBundled === true)) await bundleTests();
const beside = chosen.filter(({ runsBeside }) => runsBeside === true);
const others = chosen.filter(({ runsBeside }) => runsBeside !== true);
const results = (
  await Promise.all([inTurn(others, beside.length > 0 ? 'whole' : 'live'), inTurn(beside, 'live')])
).flat();
const ran = results.reduce((total, { passed, failed }) => total + passed + failed, 0);
if (ran === 0) console.error('\nNo test was run: nothing has such a name.');
console.log(`\n${report(results)}`);
process.exitCode = ran === 0 || results.some(({ failed }) => failed > 0) ? 1 : 0;

/** @param shown whether what a tier prints comes line by line, or when it has ended. */
async function inTurn(turn: readonly Tier[], shown: 'live' | 'whole'): Promise<TierResult[]> {
  const done: TierResult[] = [];
  for (const tier of turn) {
    const printed: (string | Buffer)[] = [];
    const say = (line: string): void => {
      if (shown === 'live') console.log(line);
      else printed.push(`${line}\n`);
    };
    say(`\n── ${tier.name} ──`);
    done.push(
      await runTier(tier, {
        scratch,
        grep: values.grep,
        output: shown === 'live' ? 'inherit' : 'pipe',
        say,
        onStart: (started) => {
          running.add(started);
          void started.exited.finally(() => running.delete(started));
          for (const stream of started.output) stream.on('data', (part: Buffer) => printed.push(part));
        },
      }),
    );
    for (const part of printed) process.stdout.write(part);
  }
  return done;
}
