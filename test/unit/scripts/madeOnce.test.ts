// Folders of the cache are made once, and whole or not at all.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { madeOnce, acquireLock } from '../../../scripts/editor/madeOnce.ts';

describe('a folder that is made once', () => {
  let cache: string;
  beforeEach(() => {
    cache = mkdtempSync(join(tmpdir(), 'made-once-'));
  });
  afterEach(() => {
    rmSync(cache, { recursive: true });
  });

  it('is made by one of several who want it at the same time', async () => {
    const target = join(cache, 'editor');
    let times = 0;
    const make = (partial: string): Promise<void> => {
      times += 1;
      writeFileSync(join(partial, 'part'), 'whole');
      return Promise.resolve();
    };
    await Promise.all([madeOnce(target, make), madeOnce(target, make), madeOnce(target, make)]);
    assert.equal(times, 1);
    assert.equal(readFileSync(join(target, 'part'), 'utf8'), 'whole');
  });

  it('is not there when making it failed, and can be made again', async () => {
    const target = join(cache, 'editor');
    await assert.rejects(
      madeOnce(target, () => Promise.reject(new Error('no network'))),
      /no network/,
    );
    assert.equal(existsSync(target), false);
    await madeOnce(target, () => Promise.resolve());
    assert.equal(existsSync(target), true);
  });

  it('forgets what a killed process had begun', async () => {
    const target = join(cache, 'editor');
    mkdirSync(`${target}.partial`);
    writeFileSync(join(`${target}.partial`, 'half'), '');
    await madeOnce(target, () => Promise.resolve());
    assert.equal(existsSync(join(target, 'half')), false);
  });
});

describe('a lock', () => {
  it('is had by one at a time', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lock-'));
    const file = join(folder, 'running.lock');
    const first = acquireLock(file);
    assert.equal(acquireLock(file), undefined);
    first?.close();
    const second = acquireLock(file);
    assert.ok(second);
    second.close();
    rmSync(folder, { recursive: true });
  });
});
