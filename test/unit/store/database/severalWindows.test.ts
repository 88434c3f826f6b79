// Several windows on one file: nothing is lost, in any order of writes.

import assert from 'node:assert/strict';
import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { inDepth } from '../../../support/depth.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { storeFixture } from '../storeFixture.ts';

const EACH = 150;
/** Of them, once every third is forgotten. */
const LEFT = 100;

describe('Several windows on one file', function () {
  // Each window is a process of its own, and a busy machine starts them slowly.
  this.timeout(180_000);

  // A flush that waits for a busy disk holds the lock, and waiting for it in vain for five seconds fails: that would be
  // the disk's test.
  const fixture = storeFixture(temporaryFolder);
  let windows: ChildProcess[] = [];
  afterEach(() => {
    for (const window of windows) window.kill();
    windows = [];
  });

  it('lose nothing of what they write at the same time, and count rightly what their groups have in common', async () => {
    const path = fixture.path();
    const { store, connectionId, ref } = fixture.open(path);
    await Promise.all(['a', 'b', 'c'].map((prefix) => window(path, connectionId, prefix, EACH)));
    assert.deepEqual(store.groups.count(connectionId), { groups: 3 * LEFT + 1, tokens: 0, drafts: 1 });
    const outcomes = store.journal.versions({ limit: 10 * EACH }).map(({ outcome }) => outcome);
    assert.deepEqual(
      outcomes,
      Array.from({ length: 3 * LEFT }, () => 'created'),
    );
    assert.equal(store.groups.groupCount(connectionId), 3 * LEFT + 1);
    assert.deepEqual(
      store.search
        .siblingNames(ref('a-0'), 'properties', 10)
        .map(({ name, groups }) => `${name} ${groups}`)
        .toSorted(),
      [`a ${LEFT - 1}`, `b ${LEFT}`, `c ${LEFT}`, `region ${3 * LEFT - 1}`],
    );
    assert.deepEqual(store.search.siblingDataSources(ref('a-0'), '40', 1), [
      { dataSource: 'shared', groups: 3 * LEFT - 1 },
    ]);
    assert.deepEqual(
      ['a-0', 'a-1', 'b-0'].map((dataSource) => store.search.onlySiblingWith(ref('a-0'), dataSource)?.name),
      [undefined, undefined, 'b-0'],
    );
  });

  it('open a new file or a damaged one at the same moment: one makes it, and all use it', async () => {
    windows = Array.from({ length: 4 }, () =>
      fork(join(import.meta.dirname, 'openingWindow.ts'), { execArgv: ['--no-warnings'] }),
    );
    await Promise.all(windows.map((window) => once(window, 'message')));
    for (const round of Array.from({ length: inDepth(10) }).keys()) {
      const [fresh, damaged] = [fixture.path(`fresh-${round}.sqlite`), fixture.path(`damaged-${round}.sqlite`)];
      writeFileSync(damaged, 'this is no database, '.repeat(500));
      assert.deepEqual(await openAtOnce(windows, fresh), []);
      assert.equal((await openAtOnce(windows, damaged)).length, 1);
      for (const path of [fresh, damaged]) assert.equal(fixture.reopen(path).connections.all().length, windows.length);
    }
  });

  it('each see at once what the others wrote', () => {
    const path = fixture.path();
    const { store, ref } = fixture.open(path);
    const other = fixture.reopen(path);
    for (let turn = 0; turn < 20; turn += 1) {
      store.groups.saveDraft(ref('acme'), `first ${turn}`, 1);
      assert.equal(other.groups.find(ref('acme'))?.draft?.text, `first ${turn}`);
      other.groups.saveDraft(ref('acme'), `second ${turn}`, 1);
      assert.equal(store.groups.find(ref('acme'))?.draft?.text, `second ${turn}`);
    }
  });
});

/** Resolves to where the windows set the file aside. */
async function openAtOnce(windows: readonly ChildProcess[], path: string): Promise<string[]> {
  const answers = windows.map(async (window) => {
    const [answer] = (await once(window, 'message')) as [{ setAside?: string }];
    return answer.setAside ?? [];
  });
  for (const window of windows) window.send(path);
  return (await Promise.all(answers)).flat();
}

async function window(path: string, connectionId: string, prefix: string, number: number): Promise<void> {
  const script = join(import.meta.dirname, 'writingWindow.ts');
  await promisify(execFile)(process.execPath, ['--no-warnings', script, path, connectionId, prefix, String(number)]);
}
