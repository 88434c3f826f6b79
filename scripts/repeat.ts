// Runs all tests again and again, each time from a clean clone of the last commit as a fresh machine does: "npm run
// test:repeat -- 20". With `--busy` something else keeps the cores at work. What failed or was flaky is kept. Each run
// takes the commit of its time, so that work can go on meanwhile; the table names it.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cache, removeFolder, root } from './editor/folders.ts';
import { startLeashed, type Leashed } from './editor/leashed.ts';
import { outcomeIn } from './test/tally.ts';

const { values, positionals } = parseArgs({
  options: { busy: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const count = Number(positionals[0] ?? 1);
const kept = join(cache, 'repeat');
rmSync(kept, { recursive: true, force: true });
mkdirSync(kept, { recursive: true });

const running = new Set<Leashed>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => void endAll().then(() => process.exit(130)));
const cores = values.busy ? availableParallelism() : 0;
for (let core = 0; core < cores; core += 1) start(process.execPath, ['-e', 'for (;;);']);

let failedRuns = 0;
console.log('Run  Commit       Time  Passed  Failed  Flaky  Load');
for (let run = 1; run <= count; run += 1) if (!(await isGreen(run))) failedRuns += 1;
await endAll();
console.log(`\n${count - failedRuns} of ${count} passed. What was not as it should be: ${kept}`);
process.exitCode = failedRuns === 0 ? 0 : 1;

/** Prints a line of the table. */
async function isGreen(run: number): Promise<boolean> {
  // Outside this clone, whose packages would stand in for missing ones.
  const clone = mkdtempSync(join(tmpdir(), 'user-groups-'));
  const log = join(kept, `${run}.log`);
  try {
    execFileSync('git', ['clone', '--quiet', root, clone]);
    const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: clone, encoding: 'utf8' }).trim();
    const began = Date.now();
    const exitCode = await start('bash', ['-c', '.ci/run > "$0" 2>&1', log], clone).exited;
    const minutes = `${((Date.now() - began) / 60_000).toFixed(1)} min`;
    const { passed, failed, flaky } = outcomeIn(readFileSync(log, 'utf8'));
    const figures = [minutes.padStart(9), passed.padStart(7), failed.padStart(7), String(flaky.length).padStart(6)];
    // Of its last quarter of an hour: processes that wanted a core.
    const load = (loadavg()[2] ?? Number.NaN).toFixed(1).padStart(5);
    console.log([String(run).padStart(3), '', commit, ...figures, load].join(' '));
    const pictures = join(clone, '.cache/failures');
    if (existsSync(pictures)) cpSync(pictures, join(kept, String(run)), { recursive: true });
    if (exitCode === 0 && flaky.length === 0) rmSync(log);
    return exitCode === 0;
  } finally {
    removeFolder(clone);
  }
}

function start(command: string, args: readonly string[], cwd = root): Leashed {
  const started = startLeashed(command, args, { cwd, output: 'inherit' });
  running.add(started);
  void started.exited.finally(() => running.delete(started));
  return started;
}

async function endAll(): Promise<void> {
  await Promise.all(Array.from(running, (each) => each.end()));
}
