// The lock of a state: one holder at a time, and none for ever.

import assert from 'node:assert/strict';
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { lockFile } from '../../../src/cli/lockFile.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

describe('A lock', () => {
  const TIMES = { touchedEvery: 5, leftAfter: 100 };
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = temporaryFolder('user-groups-lock-');
    path = join(folder, 'a.lock');
  });

  it('is refused while another one has it, and free once that one ends', async () => {
    const first = await lockFile(path, TIMES);
    await assert.rejects(lockFile(path, TIMES), {
      kind: 'conflict',
      message: /^Another apply works on this state\. Wait for its end\. It holds ".*a\.lock"\.$/,
    });
    first.release();
    assert.equal(existsSync(path), false);
    (await lockFile(path, TIMES)).release();
  });

  it('is read from a plain file alone, through no link', async () => {
    writeFileSync(join(folder, 'mine'), 'mine');
    for (const target of ['/dev/zero', 'mine', 'nowhere']) {
      symlinkSync(target, path);
      await assert.rejects(lockFile(path, TIMES), { kind: 'unavailable', message: /a\.lock" can't be written\./ });
      rmSync(path);
    }
    assert.equal(readFileSync(join(folder, 'mine'), 'utf8'), 'mine');
  });

  it('is taken from one that was killed, by one of several', async () => {
    writeFileSync(path, 'left');
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => lockFile(path, TIMES)));
    const [only, ...others] = attempts.filter((each) => each.status === 'fulfilled');
    assert.equal(others.length, 0);
    assert.deepEqual(readdirSync(folder), ['a.lock']);
    only?.value.release();
    assert.deepEqual(readdirSync(folder), []);
  });

  it('is put back where another one has taken it at the last moment', async () => {
    writeFileSync(path, 'left');
    utimesSync(path, 1, 1);
    const taking = lockFile(path, TIMES);
    const refused = assert.rejects(taking, { kind: 'conflict' });
    // It has the same time as the former one, so nobody notices it before it is set aside.
    writeFileSync(path, 'of another one');
    utimesSync(path, 1, 1);
    const { ctimeMs } = statSync(path);
    while (statSync(path).ctimeMs === ctimeMs) await setImmediate();
    utimesSync(path, 2, 2);
    await refused;
    assert.equal(readFileSync(path, 'utf8'), 'of another one');
    assert.deepEqual(readdirSync(folder), ['a.lock']);
  });

  it('is not given back by one that has lost it', async () => {
    const lost = await lockFile(path, TIMES);
    writeFileSync(path, 'of another one');
    lost.release();
    assert.ok(existsSync(path));
  });
});
