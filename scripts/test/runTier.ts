// Runs one tier of tests. A file whose process has died is run once more, and in some tiers a test that failed alone.

import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CPU_FILE, IS_COUNTED } from '../editor/cpuTime.ts';
import { root } from '../editor/folders.ts';
import { startLeashed, type Leashed } from '../editor/leashed.ts';
import { attemptsIn, attemptText, isOfProduct, onlyLoopback, OUTSIDE_FILE } from './destinations.ts';
import { EDITOR_STARTS_FILE } from './editorStarts.ts';
import { RERUN, rerunOf, withRerun, type Rerun } from './rerun.ts';
import { judged, together, type Tally, type TierResult } from './tally.ts';
import type { Tier } from './tiers.ts';

export interface TierOptions {
  /** A folder for its files. */
  readonly scratch: string;
  /** Words or a pattern, for some of the tests. */
  readonly grep?: string | undefined;
  readonly output: 'inherit' | 'pipe';
  readonly say: (line: string) => void;
  /** Called with each process. */
  readonly onStart?: (running: Leashed) => void;
}

export async function runTier(tier: Tier, options: TierOptions): Promise<TierResult> {
  const started = Date.now();
  const outcome = await outcomeOf(tier, options);
  return { tier: tier.name, ...outcome, seconds: Math.round((Date.now() - started) / 1000) };
}

/** Whatever else it came to: a tier whose tests reach for anything but this machine has failed. */
async function outcomeOf(tier: Tier, options: TierOptions): Promise<Tally> {
  const outsideFile = join(options.scratch, `${tier.name}.outside`);
  const startsFile = join(options.scratch, `${tier.name}.starts`);
  const cpuFile = join(options.scratch, `${tier.name}.cpu`);
  const variables = {
    [CPU_FILE]: cpuFile,
    // A tier that a test of these scripts runs is counted by itself.
    [IS_COUNTED]: undefined,
    [EDITOR_STARTS_FILE]: startsFile,
    [OUTSIDE_FILE]: outsideFile,
    ...(tier.startsEditors !== true && {
      NODE_OPTIONS: [process.env.NODE_OPTIONS ?? '', onlyLoopback].join(' ').trim(),
    }),
  };
  const counted = await tallyOf(tier, variables, options);
  const tally = { ...counted, editorStarts: numbersIn(startsFile), cpuSeconds: numbersIn(cpuFile) };
  const attempts = attemptsIn(outsideFile).filter(isOfProduct);
  for (const { host, how, role, stack } of attempts.slice(0, 10))
    console.error(`\nRefused: ${how} ${host} (${role})\n${stack.join('\n')}`);
  if (attempts.length === 0) return tally;
  return {
    ...tally,
    failed: tally.failed + 1,
    note: [tally.note, attemptText(attempts)].filter((part) => part !== undefined).join('; '),
  };
}

async function tallyOf(tier: Tier, variables: NodeJS.ProcessEnv, options: TierOptions): Promise<Tally> {
  const { name, commands, counts } = tier;
  const filter = counts === 'tests' && options.grep !== undefined ? ['--grep', options.grep] : [];
  const limit = AbortSignal.timeout(tier.limitMinutes * 60_000);
  const exitCodes: number[] = [];
  const tallies: Tally[] = [];
  for (const [index, command] of commands.entries()) {
    const countsFile = join(options.scratch, `${name}-${index}.json`);
    const env = { TEST_COUNTS_FILE: countsFile, ...variables };
    const exitCode = await run(tier, [...command, ...filter], env, options, limit);
    if (exitCode === undefined)
      return { passed: 0, failed: 1, skipped: 0, note: `was ended after ${tier.limitMinutes} minutes` };
    exitCodes.push(exitCode);
    tallies.push(judged(exitCode, countsIn(countsFile), filter.length > 0));
  }
  if (counts === 'one') {
    const hasFailed = exitCodes.some((code) => code !== 0);
    return { passed: hasFailed ? 0 : 1, failed: hasFailed ? 1 : 0, skipped: 0 };
  }
  const tally = together(tallies);
  // Mocha's exit code is the number of failures. Another one, or a note, says that more than a test went wrong.
  const isWhole = exitCodes[0] === tally.failed && tally.note === undefined;
  const rerun = tier.again !== undefined && isWhole ? rerunOf(tally, tier.againAfter) : undefined;
  return rerun === undefined ? tally : withRerun(tally, rerun, await runAgain(tier, rerun, variables, options));
}

/** With nothing beside it; `undefined` when it crashed. */
async function runAgain(
  tier: Tier,
  rerun: Rerun,
  variables: NodeJS.ProcessEnv,
  options: TierOptions,
): Promise<Tally | undefined> {
  options.say(`\n── ${tier.name}, once more, alone: ${rerun.name} ──`);
  const countsFile = join(options.scratch, `${tier.name}-rerun.json`);
  const env = { TEST_COUNTS_FILE: countsFile, [RERUN]: '1', ...variables };
  const limit = AbortSignal.timeout(tier.limitMinutes * 60_000);
  const command = tier.again?.(rerun, options.scratch) ?? [];
  const exitCode = await run(tier, command, env, options, limit);
  return exitCode === 0 ? countsIn(countsFile) : undefined;
}

/** Resolves with its exit code; `undefined` when the time was up. */
async function run(
  tier: Tier,
  command: readonly string[],
  variables: NodeJS.ProcessEnv,
  options: TierOptions,
  limit: AbortSignal,
): Promise<number | undefined> {
  const running = startLeashed(process.execPath, command, {
    cwd: root,
    output: options.output,
    env: { ...tier.variables, ...process.env, ...variables },
  });
  options.onStart?.(running);
  const code = await Promise.race([running.exited, once(limit, 'abort')]);
  if (typeof code === 'number') return code;
  await running.end();
  return undefined;
}

function countsIn(file: string): Tally | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Tally) : undefined;
}

/** The number on each line, which processes of the tier have added. */
function numbersIn(file: string): number[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];
}
