// Checkpoints in a thread of their own: what many rows left in the log is copied before the next ones are written.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

import { Checkpoints } from '../../../../src/store/database/checkpoints.ts';
import { Database } from '../../../../src/store/database/database.ts';
import { storeFixture } from '../storeFixture.ts';

const MANY = 5_000;

describe('A checkpoint', () => {
  const fixture = storeFixture();

  it('copies what many rows wrote together, and not before they are many', async () => {
    const database = new Database(fixture.path(), Date.now);
    database.write(() => database.run('CREATE TABLE notes (note TEXT)'));
    const write = (rows: number, text: string): Promise<void> =>
      database.writeBatched(() => {
        for (let row = 0; row < rows; row += 1) database.run('INSERT INTO notes VALUES (:text)', { text });
      });
    const isCopied = (text: string): boolean => readFileSync(fixture.path()).includes(text);
    const copied: boolean[] = [];
    await write(1, 'the first one');
    await write(1, 'the second one');
    copied.push(isCopied('the first one'));
    await write(MANY, 'one of many');
    // It waits for the checkpoint.
    await write(1, 'the last one');
    copied.push(isCopied('one of many'), isCopied('the last one'));
    database.close();
    assert.deepEqual(copied, [false, true, false]);
  });

  it('that cannot be made is waited for all the same, and makes no file', async () => {
    const missing = new Checkpoints(fixture.path('missing'));
    const folder = fixture.path('folder');
    mkdirSync(folder);
    const unusable = new Checkpoints(folder);
    await Promise.all([missing.after(MANY), unusable.after(MANY)]);
    await unusable.after(MANY);
    missing.close();
    unusable.close();
    assert.equal(existsSync(fixture.path('missing')), false);
  });

  it('that somebody waits for keeps the process alive, and no thread does afterwards', async () => {
    const module = new URL('../../../../src/store/database/checkpoints.ts', import.meta.url).href;
    const script = `
      const { Checkpoints } = await import(${JSON.stringify(module)});
      await new Checkpoints(${JSON.stringify(fixture.path('missing'))}).after(${MANY});
      console.log('ended');`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    assert.equal(stdout, 'ended\n');
  });

  it('whose thread has ended is waited for no longer, and the next has another thread', async () => {
    const checkpoints = new Checkpoints(fixture.path('missing'));
    const under = checkpoints.after(MANY);
    checkpoints.close();
    await under;
    await checkpoints.after(MANY);
    checkpoints.close();
  });
});
