// The journal on a disk: whole lines, on the disk before anything leaves.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { mock } from 'node:test';
import { StateFiles } from '../../../src/cli/stateFiles.ts';
import type { JournalEntry } from '../../../src/services/plans/planJournal.ts';
import { largeFiles } from '../../../src/store/database/largeFiles.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

describe('The journal on a disk', () => {
  let journal: string;
  let files: StateFiles;
  beforeEach(() => {
    const state = join(temporaryFolder('user-groups-state-'), 'a.jsonl');
    journal = `${state}.journal`;
    files = new StateFiles({ file: state, shown: 'a.jsonl', files: largeFiles });
  });
  afterEach(() => {
    mock.restoreAll();
    syncBuiltinESMExports();
  });

  const entry = (userGroupId: string): JournalEntry => ({
    event: 'sending',
    userGroupId,
    at: '2026-05-12T10:00:00.000Z',
    operation: 'update',
  });
  const line = (userGroupId: string): string =>
    `{"id":"${userGroupId}","event":"sending","at":"2026-05-12T10:00:00.000Z","operation":"update"}\n`;
  const text = (): string => fs.readFileSync(journal, 'utf8');
  const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });

  it('has a line on the disk once it is recorded', async () => {
    const open = await files.open();
    const flushed: string[] = [];
    open.record(entry('acme'));
    mock.method(fs, 'fsyncSync', () => flushed.push(text()));
    syncBuiltinESMExports();
    open.record(entry('beta'));
    open.close();
    assert.deepEqual(flushed, [line('acme') + line('beta')]);
  });

  it('has all of a line or nothing, and goes on where there is room again', async () => {
    const open = await files.open();
    open.record(entry('acme'));
    const write = mock.method(fs, 'writeFileSync', (file: number) => {
      fs.writeSync(file, '{"id":"be');
      throw full;
    });
    const flush = mock.method(fs, 'fsyncSync', () => {
      throw full;
    });
    syncBuiltinESMExports();
    const refused = { kind: 'unavailable', message: /^The file ".*a\.jsonl\.journal" can't be written\./ };
    assert.throws(() => {
      open.record(entry('beta'));
    }, refused);
    write.mock.restore();
    syncBuiltinESMExports();
    assert.throws(() => {
      open.record(entry('coral'));
    }, refused);
    flush.mock.restore();
    syncBuiltinESMExports();
    open.record(entry('delta'));
    open.close();
    assert.equal(text(), line('acme') + line('delta'));
    assert.deepEqual([...open.known.pending.keys()], ['acme', 'delta']);
    assert.deepEqual([...files.read().pending.keys()], ['acme', 'delta']);
  });

  for (const [what, left, kept] of [
    ['lacks nothing but its line end', line('beta').trimEnd(), line('beta')],
    ['was cut', '{"id":"b\u00FC', ''],
  ] as const)
    it(`loses nothing before a line that ${what}, though the disk is full`, async () => {
      fs.writeFileSync(journal, line('acme') + left);
      const open = await files.open();
      for (const name of ['writeSync', 'writeFileSync'] as const)
        mock.method(fs, name, () => {
          throw full;
        });
      syncBuiltinESMExports();
      assert.throws(() => {
        open.record(entry('coral'));
      });
      mock.restoreAll();
      syncBuiltinESMExports();
      assert.ok(text().startsWith(line('acme')));
      open.record(entry('delta'));
      open.close();
      assert.equal(text(), line('acme') + kept + line('delta'));
    });
});
