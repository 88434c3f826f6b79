// Nothing that a script starts outlives it.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { startLeashed } from '../../../scripts/editor/leashed.ts';

/** Would run for good, and so would its child. Both hold on to the output, which therefore ends when both are gone. */
const endless = `
  const child = 'console.log("child"); setInterval(() => undefined, 1000)';
  require('node:child_process').spawn(process.execPath, ['-e', child], { stdio: 'inherit' });
  setInterval(() => undefined, 1000);`;

/** The same, deaf to being asked: an editor that hangs. */
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
});

/** Returns when nobody holds the writing end any more; the test's time limit is the deadline. */
async function closed(output: Readable): Promise<void> {
  if (!output.closed) await once(output, 'close');
}
