// The database file: made for its owner, refused when newer, set aside when damaged.

import assert from 'node:assert/strict';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { mock } from 'node:test';
import { DatabaseSync } from 'node:sqlite';

import { setAside } from '../../../../src/store/database/damagedFile.ts';
import { Database, IN_MEMORY } from '../../../../src/store/database/database.ts';
import { SCHEMA_VERSION } from '../../../../src/store/database/migrations.ts';
import { makeMissingFile } from '../../../../src/store/database/openingLock.ts';
import { openStore } from '../../../../src/store/sqliteStore.ts';
import { type OpenedStore, storeFixture } from '../storeFixture.ts';

describe('The database file', () => {
  const fixture = storeFixture();

  it('is made with its folder, for its owner only', () => {
    const path = fixture.path(join('global storage', 'user-groups.sqlite'));
    fixture.open(path);
    assert.deepEqual([dirname(path), path, `${path}-wal`, `${path}.lock`].map(forOthers), [0, 0, 0, 0]);
  });

  it('is not touched where something is there already: that would end the locks that are held on it', () => {
    const folder = fixture.path('a folder');
    mkdirSync(folder);
    makeMissingFile(folder);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('is waited for as long as is wanted while another window opens it', () => {
    const path = fixture.path();
    fixture.open(path);
    const opening = new DatabaseSync(`${path}.lock`);
    opening.exec('BEGIN EXCLUSIVE');
    assert.throws(() => openStore({ path, busyTimeoutMs: 0 }), {
      kind: 'unavailable',
      message: `Another window is using the file "${path}". Try again.`,
    });
    opening.close();
    openStore({ path, busyTimeoutMs: 0 }).close();
  });

  it('is none in memory', () => {
    const database = new Database(IN_MEMORY, Date.now);
    database.requireInPlace();
    database.close();
    assert.ok(!existsSync(`${IN_MEMORY}.lock`));
  });

  it('keeps what was written when it is opened again, and says of no damage', () => {
    const path = fixture.path();
    const { store, ref } = fixture.open(path);
    store.groups.saveDraft(ref('acme'), 'typed', 1);
    store.close();
    const again = fixture.reopen(path);
    assert.equal(again.groups.find(ref('acme'))?.draft?.text, 'typed');
    assert.equal(again.setAside, undefined);
  });

  it('writes ahead and waits for the disk', () => {
    const path = fixture.path();
    const database = new Database(path, Date.now);
    const [journalMode, synchronous] = ['journal_mode', 'synchronous'].map(
      (name) => database.get(`PRAGMA ${name}`)?.[name],
    );
    database.close();
    const FULL = 2;
    assert.deepEqual([journalMode, synchronous], ['wal', FULL]);
  });

  it('of a newer version is refused in words and left as it is', () => {
    const path = fixture.path();
    fixture.open(path).store.close();
    const newer = new DatabaseSync(path);
    newer.exec(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
    newer.close();
    const before = readFileSync(path);
    assert.throws(() => fixture.reopen(path), {
      name: 'unavailable',
      message: `The file "${path}" was saved by a newer version of this extension. Update the extension.`,
    });
    assert.deepEqual(readFileSync(path), before);
    assert.deepEqual(readdirSync(dirname(path)), [basename(path), `${basename(path)}.lock`]);
  });

  it('that cannot be opened is refused in words', () => {
    const path = fixture.path();
    mkdirSync(path);
    assert.throws(() => fixture.reopen(path), {
      name: 'unavailable',
      message: new RegExp(`^The file "${path}" can't be opened\\.`),
    });
  });

  it('whose folder cannot be made is refused in words', () => {
    const file = fixture.path('a file');
    writeFileSync(file, '');
    assert.throws(() => fixture.reopen(join(file, 'user-groups.sqlite')), { name: 'unavailable' });
  });
});

describe('A database file that is replaced while it is open', () => {
  const fixture = storeFixture();

  const replace = (path: string): void => {
    setAside(path, 0);
    makeMissingFile(path);
  };

  const replaced = (path: string): { readonly kind: string; readonly message: string } => ({
    kind: 'unavailable',
    message: `The file "${path}" was replaced while this window had it open. Reload the window.`,
  });

  for (const [words, happens] of [
    ['is another one', replace],
    ['is gone', (path: string) => void setAside(path, 0)],
  ] as const) {
    it(`and ${words} accepts nothing, and says so`, async () => {
      const path = fixture.path();
      const { store, ref, saveDraft, rotate, find } = fixture.open(path);
      store.requireInPlace();
      const reported = mock.fn();
      store.changes.onDidChange(reported);
      happens(path);
      const sending = { operation: 'update', text: '{}', at: 1 } as const;
      const requireInPlace = (): void => {
        store.requireInPlace();
      };
      for (const attempt of [requireInPlace, () => saveDraft('acme'), () => rotate('acme')])
        assert.throws(attempt, replaced(path));
      await assert.rejects(store.journal.beginSendBatched(ref('acme'), sending), replaced(path));
      assert.deepEqual(
        [find('acme'), reported.mock.callCount(), existsSync(`${path}.suspected`)],
        [undefined, 0, false],
      );
    });
  }

  it('in the middle of a transaction is reported by that very transaction', () => {
    const path = fixture.path();
    const database = new Database(path, Date.now);
    const writing = (): void => {
      database.write(() => {
        replace(path);
      });
    };
    assert.throws(writing, replaced(path));
    database.close();
  });

  it('of which only the log has been removed so far, behind a link, accepts nothing either', () => {
    const [path, link] = [fixture.path(), fixture.path('link')];
    new Database(path, Date.now).close();
    symlinkSync(path, link);
    const database = new Database(link, Date.now);
    const writing = (): void => {
      database.write(() => {
        renameSync(`${path}-wal`, `${path}.away-wal`);
      });
    };
    assert.throws(writing, replaced(link));
    database.close();
  });

  it('by itself, as SQLite does when it is made smaller, goes on taking in', () => {
    const path = fixture.path();
    const { store, ref } = fixture.open(path);
    store.deleteEverything();
    store.sweep();
    const { id } = store.connections.add({ kind: 'service', name: 'again', baseUrl: 'https://again.example.com' });
    store.groups.saveDraft({ ...ref('acme'), connectionId: id }, 'typed', 1);
    assert.equal(fixture.reopen(path).groups.find({ ...ref('acme'), connectionId: id })?.draft?.text, 'typed');
  });
});

describe('A damaged database file', () => {
  const fixture = storeFixture();

  const setAsideContents = (opened: OpenedStore): Buffer => readFileSync(opened.store.setAside!);

  it('that holds something else is set aside under a dated name, its content kept, and a new one begun', () => {
    const path = fixture.path();
    writeFileSync(path, 'this is no database, '.repeat(500));
    const before = readFileSync(path);
    const opened = fixture.open(path);
    assert.equal(opened.store.setAside, path.replace('.sqlite', '.damaged-2025-05-12T00-00-00-000Z.sqlite'));
    assert.deepEqual(setAsideContents(opened), before);
    assert.equal(forOthers(path), 0);
    opened.store.groups.saveDraft(opened.ref('acme'), 'typed', 1);
    opened.store.close();
    const again = fixture.reopen(path);
    assert.equal(again.setAside, undefined);
    assert.equal(again.groups.find(opened.ref('acme'))?.draft?.text, 'typed');
  });

  for (const [words, damage] of [
    [
      'that lost its end',
      (path: string) => {
        truncateSync(path, 40_000);
      },
    ],
    [
      'that is damaged inside',
      (path: string) => {
        damagePage(path, 'user_groups');
      },
    ],
  ] as const)
    it(`${words} is set aside as it is`, () => {
      const path = fixture.path();
      const { store, saveDraft } = fixture.open(path);
      saveDraft('acme', 'x'.repeat(100_000));
      store.close();
      damage(path);
      const before = readFileSync(path);
      assert.deepEqual(setAsideContents(fixture.open(path)), before);
    });

  it('too large to be looked through each time says so when the damage is met, and is set aside at the next opening', () => {
    const path = fixture.path();
    const { store, ref } = fixture.open(path);
    for (let group = 0; group < 20; group += 1) store.groups.saveDraft(ref(String(group)), 'x'.repeat(1_000_000), 1);
    store.close();
    damagePage(path, 'user_groups');
    const opened = fixture.reopen(path);
    assert.equal(opened.setAside, undefined);
    assert.throws(() => opened.groups.find(ref('1')), {
      name: 'unavailable',
      message: new RegExp(`^The file "${path}" is damaged\\.`),
    });
    opened.close();
    assert.ok(existsSync(fixture.reopen(path).setAside!));
    assert.deepEqual(
      readdirSync(dirname(path)).filter((name) => name.endsWith('.suspected')),
      [],
    );
  });

  it('moves what another window has not yet merged into it, or that would get into the new file', () => {
    const path = fixture.path();
    const { store, ref } = fixture.open(path);
    store.close();
    const holder = fixture.reopen(path);
    holder.groups.saveDraft(ref('acme'), 'typed', 1);
    damagePage(path, 'current_token_key');
    const opened = fixture.open(path);
    assert.ok(readFileSync(`${opened.store.setAside!}-wal`).includes('typed'));
    assert.equal(opened.store.groups.find(ref('acme')), undefined);
    assert.equal(holder.groups.find(ref('acme'))?.draft?.text, 'typed');
  });

  it('is set aside by the first window only', () => {
    const path = fixture.path();
    writeFileSync(path, 'this is no database, '.repeat(500));
    const first = fixture.open(path);
    const second = fixture.reopen(path);
    assert.equal(second.setAside, undefined);
    assert.deepEqual(second.connections.all(), first.store.connections.all());
  });
});

/** What others than its owner may do with it; Windows has no such modes. */
function forOthers(path: string): number {
  return process.platform === 'win32' ? 0 : statSync(path).mode & 0o077;
}

function damagePage(path: string, table: string): void {
  const database = new DatabaseSync(path);
  const page = database
    .prepare('SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE name = ?')
    .get(table)!;
  database.close();
  const pageSize = page.page_size as number;
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(pageSize, 0xa5), 0, pageSize, ((page.rootpage as number) - 1) * pageSize);
  closeSync(file);
}
