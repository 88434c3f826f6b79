// Runs the tests, tier by tier, and closes with one line that counts them: "npm test", "npm run test:unit" and so on.

import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, useScratchFolder } from './editor/folders.ts';
import { startLeashed, type Leashed } from './editor/leashed.ts';
import { judged, report, type Tally, type TierResult } from './test/tally.ts';
import { tiers, type Tier } from './test/tiers.ts';

const { values, positionals } = parseArgs({ options: { grep: { type: 'string' } }, allowPositionals: true });
const chosen = tiers.filter(({ name, counts, onDemand = false }) => (
  positionals.length === 0 ? !onDemand && (values.grep === undefined || counts === 'tests') : positionals.includes(name)
));

const scratch = useScratchFolder();
let running: Leashed | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => { void running?.end().finally(() => process.exit(130)); });
}

const results: TierResult[] = [];
for (const tier of chosen) {
  console.log(`\n── ${tier.name} ──`);
  results.push(await run(tier));
}
const ran = results.reduce((total, { passed, failed }) => total + passed + failed, 0);
if (ran === 0) console.error('\nNo test was run: nothing has such a name.');
console.log(`\n${report(results)}`);
process.exitCode = ran === 0 || results.some(({ failed }) => failed > 0) ? 1 : 0;

async function run(tier: Tier): Promise<TierResult> {
  const started = Date.now();
  const outcome = await outcomeOf(tier);
  return { tier: tier.name, ...outcome, seconds: Math.round((Date.now() - started) / 1000) };
}

async function outcomeOf({ name, commands, counts, limitMinutes }: Tier): Promise<Tally & { note?: string }> {
  const countsFile = join(scratch, `${name}.json`);
  const filter = counts === 'tests' && values.grep !== undefined ? ['--grep', values.grep] : [];
  const limit = AbortSignal.timeout(limitMinutes * 60_000);
  let exitCode = 0;
  for (const command of commands) {
    running = startLeashed(process.execPath, [...command, ...filter], {
      cwd: root, output: 'inherit', env: { ...process.env, TEST_COUNTS_FILE: countsFile },
    });
    const code = await Promise.race([running.exited, once(limit, 'abort')]);
    if (typeof code !== 'number') {
      await running.end();
      return { passed: 0, failed: 1, skipped: 0, note: `was ended after ${limitMinutes} minutes` };
    }
    exitCode ||= code;
  }
  if (counts === 'one') return { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1, skipped: 0 };
  return judged(exitCode, countsIn(countsFile), filter.length > 0);
}

function countsIn(file: string): Tally | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) as Tally : undefined;
}
