// What is deleted leaves nothing on the disk.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { removeFilesBeside, sweep } from '../../../../src/store/database/erasing.ts';
import { standIn } from '../../../support/standIn.ts';
import { waitingRun } from '../runs/begunRun.ts';
import { storeFixture } from '../storeFixture.ts';

const SECRET = 'a name that nobody may find again';

describe('What is deleted', () => {
  const fixture = storeFixture();

  it('is in neither the file nor its log once it is swept', () => {
    const path = fixture.path();
    const { store, ref, saveDraft } = fixture.open(path);
    const isFound = (): boolean => [path, `${path}-wal`].some((file) => readFileSync(file).includes(SECRET));
    saveDraft('acme', SECRET.repeat(1000));
    store.groups.forget(ref('acme'));
    assert.ok(isFound());
    store.sweep();
    assert.ok(!isFound());
  });

  it('is in no free page of the file where everything was', () => {
    const { store, saveDraft, other } = fixture.openTwice();
    saveDraft('acme', SECRET.repeat(1000));
    store.close();
    other.deleteEverything();
    other.close();
    assert.ok(!readFileSync(fixture.path()).includes(SECRET));
  });

  it('is everything, with what belongs to it', () => {
    const path = fixture.path();
    const opened = fixture.open(path);
    const { store, send } = opened;
    send('acme', '{}', {});
    waitingRun(opened, ['acme']);
    store.deleteEverything();
    const database = new DatabaseSync(path);
    const rows = database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .all()
      .map(({ name }) => database.prepare(`SELECT count(*) AS rows FROM "${String(name)}"`).get()?.rows);
    database.close();
    assert.deepEqual(new Set(rows), new Set([0]));
  });

  it('is nothing while a rotation is in progress', () => {
    const { store, saveDraft, rotate, find } = fixture.open();
    saveDraft('acme');
    rotate('acme');
    const deleteEverything = (): void => {
      store.deleteEverything();
    };
    assert.throws(deleteEverything, { kind: 'conflict' });
    assert.equal(find('acme')?.draft?.text, '{}');
  });

  it('waits until the checkpoint of somebody else has ended, for which SQLite does not wait', () => {
    const answers = [1, 1, 0];
    sweep(
      standIn<DatabaseSync>({
        exec: () => undefined,
        prepare: () => standIn<StatementSync>({ get: () => ({ busy: answers.shift() ?? null }) }),
      }),
    );
    assert.deepEqual(answers, []);
  });

  it('is reported as busy when another window keeps the log', () => {
    const path = fixture.path();
    const { saveDraft } = fixture.open(path);
    const reader = new DatabaseSync(path);
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM connections').get();
    saveDraft('acme');
    const own = new DatabaseSync(path, { timeout: 0 });
    const sweeping = (): void => {
      sweep(own);
    };
    assert.throws(sweeping, { errcode: 5 });
    own.close();
    reader.close();
  });
});

describe('Files beside the database', () => {
  const fixture = storeFixture();

  /** What is left in the folder. */
  const files = (path: string): string[] => readdirSync(dirname(path)).toSorted();

  it('go where they are left by damage, with what belongs to them, and no others', () => {
    const path = fixture.path();
    const names = [
      'user-groups.damaged-2025.sqlite',
      'user-groups.damaged-2025.sqlite-wal',
      'user-groups.sqlite.suspected',
    ];
    for (const name of [...names, 'user-groups.sqlite', 'other.damaged-2025.sqlite'])
      writeFileSync(fixture.path(name), '');
    assert.deepEqual(removeFilesBeside(path, []), []);
    assert.deepEqual(files(path), ['other.damaged-2025.sqlite', 'user-groups.sqlite']);
  });

  it('are named where they cannot be removed', () => {
    const path = fixture.path();
    mkdirSync(fixture.path('user-groups.damaged-2025.sqlite'));
    assert.deepEqual(removeFilesBeside(path, []), ['user-groups.damaged-2025.sqlite']);
  });

  it('go whole where they are other databases, be they damaged or not there', () => {
    const [path, other, damaged] = [fixture.path(), fixture.path('sandbox.db'), fixture.path('damaged.db')];
    const database = new DatabaseSync(other);
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (x); INSERT INTO t VALUES (1)');
    database.close();
    writeFileSync(damaged, 'this is no database, '.repeat(500));
    for (const companion of ['-wal', '-shm', '-journal']) writeFileSync(damaged + companion, '');
    assert.deepEqual(removeFilesBeside(path, [other, damaged, fixture.path('none.db')]), []);
    assert.deepEqual(files(path), []);
  });

  it('are emptied and stay where another window has them open', () => {
    const [path, other] = [fixture.path(), fixture.path('sandbox.db')];
    const open = new DatabaseSync(other);
    // Deleted once, it is in free pages still.
    open.exec(`PRAGMA journal_mode = WAL; CREATE TABLE t (x); INSERT INTO t VALUES ('${SECRET.repeat(1000)}');
      DELETE FROM t; INSERT INTO t VALUES (1)`);
    assert.deepEqual(removeFilesBeside(path, [other]), []);
    assert.deepEqual([existsSync(other), open.prepare('SELECT * FROM t').all()], [true, []]);
    open.close();
    assert.ok(!readFileSync(other).includes(SECRET));
  });

  it('are named where they can be neither emptied nor removed', () => {
    const [path, other, damaged] = [fixture.path(), fixture.path('sandbox.db'), fixture.path('damaged.db')];
    for (const folder of [other, `${damaged}-shm`]) mkdirSync(folder);
    writeFileSync(`${other}-wal`, '');
    writeFileSync(damaged, 'this is no database, '.repeat(500));
    assert.deepEqual(removeFilesBeside(path, [other, damaged]), [basename(other), basename(damaged)]);
    assert.deepEqual(files(path), ['damaged.db-shm', 'sandbox.db', 'sandbox.db-wal']);
  });
});
