// Runs the tests, tier by tier, and closes with one line that counts them: "npm test", "npm run test:unit" and so on.

import { parseArgs } from 'node:util';
import { useScratchFolder } from './editor/folders.ts';
import type { Leashed } from './editor/leashed.ts';
import { runTier } from './test/runTier.ts';
import { report, type TierResult } from './test/tally.ts';
import { tiers } from './test/tiers.ts';

const { values, positionals } = parseArgs({ options: { grep: { type: 'string' } }, allowPositionals: true });
const chosen = tiers.filter(({ name, counts, onDemand = false }) =>
  positionals.length === 0
    ? !onDemand && (values.grep === undefined || counts === 'tests')
    : positionals.includes(name),
);

const scratch = useScratchFolder();
let running: Leashed | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    void running?.end().finally(() => process.exit(130));
  });
}

const results: TierResult[] = [];
for (const tier of chosen) {
  console.log(`\n── ${tier.name} ──`);
  results.push(
    await runTier(tier, {
      scratch,
      grep: values.grep,
      output: 'inherit',
      say: console.log,
      onStart: (process) => {
        running = process;
      },
    }),
  );
}
const ran = results.reduce((total, { passed, failed }) => total + passed + failed, 0);
if (ran === 0) console.error('\nNo test was run: nothing has such a name.');
console.log(`\n${report(results)}`);
process.exitCode = ran === 0 || results.some(({ failed }) => failed > 0) ? 1 : 0;
