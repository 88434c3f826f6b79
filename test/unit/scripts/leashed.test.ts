// Nothing that a script starts outlives it.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { CPU_FILE, IS_COUNTED } from '../../../scripts/editor/cpuTime.ts';
import { startLeashed } from '../../../scripts/editor/leashed.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

/** Would run for good, and so would its child. Both hold on to the output, which therefore ends when both are gone. */
const endless = `
  const child = 'console.log("child"); setInterval(() => undefined, 1000)';
  require('node:child_process').spawn(process.execPath, ['-e', child], { stdio: 'inherit' });
  setInterval(() => undefined, 1000);`;

/** An editor that hangs: it does not listen when it is asked to end. */
const deaf = `process.on('SIGTERM', () => undefined);${endless}`;

describe('a command on a leash', () => {
  it('passes its exit code on', async () => {
    assert.equal(await startLeashed(process.execPath, ['-e', 'process.exit(7)'], { output: 'pipe' }).exited, 7);
  });

  it('is not there when it cannot be started', async () => {
    assert.equal(await startLeashed('/nowhere/at/all', [], { output: 'pipe' }).exited, 127);
  });

  it('is ended with its children, also when it does not listen', async () => {
    const run = startLeashed(process.execPath, ['-e', deaf], { output: 'pipe' });
    const output = run.output[0]!;
    await once(output, 'data');
    await run.end();
    await closed(output);
  });

  it('ends with its children when its owner is killed', async () => {
    const leashed = new URL('../../../scripts/editor/leashed.ts', import.meta.url).href;
    const owner = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `
      import { startLeashed } from ${JSON.stringify(leashed)};
      startLeashed(process.execPath, ['-e', ${JSON.stringify(endless)}], { output: 'inherit' });
      setInterval(() => undefined, 1000);`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(owner.stdout, 'data');
    owner.kill('SIGKILL');
    await closed(owner.stdout);
  });

  it('counts the processor time of children that outlive the command that started them', async function () {
    if (process.platform !== 'linux') this.skip();
    const file = join(temporaryFolder('cpu-'), 'seconds');
    const busy = `while (process.cpuUsage().user < 400_000); console.log('done'); setInterval(() => undefined, 1000);`;
    const parent = `
      require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(busy)}], { stdio: 'inherit' });
      setInterval(() => undefined, 1000);`;
    const run = startLeashed(process.execPath, ['-e', parent], {
      output: 'pipe',
      env: { ...process.env, [CPU_FILE]: file, [IS_COUNTED]: undefined },
    });
    await once(run.output[0]!, 'data');
    await run.end();
    const [seconds] = readFileSync(file, 'utf8').split('\n').map(Number);
    assert.ok(seconds! > 0.4, `${seconds} s`);
  });
});

/** Returns when nobody holds the writing end any more; the test's time limit is the deadline. */
async function closed(output: Readable): Promise<void> {
  if (!output.closed) await once(output, 'close');
}
