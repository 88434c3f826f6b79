// Runs the tests, tier by tier, and closes with one line that counts them: "npm test", "npm run test:unit" and so on.

import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, useScratchFolder } from './editor/folders.ts';
import { startLeashed, type Leashed } from './editor/leashed.ts';
import { attemptsIn, attemptWords, isOfProduct, onlyLoopback, OUTSIDE_FILE } from './test/destinations.ts';
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

/** Whatever else it came to: a tier whose tests reach for anything but this machine has failed. */
async function outcomeOf(tier: Tier): Promise<Tally & { note?: string }> {
  const outsideFile = join(scratch, `${tier.name}.outside`);
  const tally = await tallyOf(tier, { [OUTSIDE_FILE]: outsideFile, ...(tier.runsHere === true && { NODE_OPTIONS: [process.env.NODE_OPTIONS ?? '', onlyLoopback].join(' ').trim() }) });
  const attempts = attemptsIn(outsideFile).filter(isOfProduct);
  for (const { host, how, role, stack } of attempts.slice(0, 10)) console.error(`\nRefused: ${how} ${host} (${role})\n${stack.join('\n')}`);
  return attempts.length === 0 ? tally : { ...tally, failed: tally.failed + 1, note: [tally.note, attemptWords(attempts)].filter((part) => part !== undefined).join('; ') };
}

async function tallyOf({ name, commands, counts, limitMinutes, variables: usual }: Tier, variables: NodeJS.ProcessEnv): Promise<Tally & { note?: string }> {
  const countsFile = join(scratch, `${name}.json`);
  const filter = counts === 'tests' && values.grep !== undefined ? ['--grep', values.grep] : [];
  const limit = AbortSignal.timeout(limitMinutes * 60_000);
  let exitCode = 0;
  for (const command of commands) {
    running = startLeashed(process.execPath, [...command, ...filter], {
      cwd: root, output: 'inherit', env: { ...usual, ...process.env, TEST_COUNTS_FILE: countsFile, ...variables },
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
