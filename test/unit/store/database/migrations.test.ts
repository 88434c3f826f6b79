// A file of an older schema is brought forward step by step; any other is refused and left as it is.

import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { migrate, SCHEMA_VERSION, schemaVersion } from '../../../../src/store/database/migrations.ts';
import { storeFixture } from '../storeFixture.ts';

/** Made up: no version was released yet whose files would have to be brought forward. */
const STEPS = [
  'ALTER TABLE connections ADD COLUMN color TEXT',
  "UPDATE connections SET color = 'red'",
  'CREATE TABLE c (x)',
];

describe('A file of an older version', () => {
  const fixture = storeFixture();

  function olderFile(): string {
    const path = fixture.path();
    const { store, ref } = fixture.open(path);
    store.groups.saveDraft(ref('acme'), 'typed', 1);
    store.close();
    return path;
  }

  function contentOf(database: DatabaseSync): unknown[] {
    const connections = database.prepare('SELECT name, color FROM connections').all();
    return [schemaVersion(database), ...connections.map((row) => ({ ...row }))];
  }

  it('is brought forward by the steps it lacks, in order and each once, with everything in it', () => {
    const database = new DatabaseSync(olderFile());
    migrate(database, STEPS.slice(0, 1));
    assert.deepEqual(contentOf(database), [2, { name: 'production', color: null }]);
    migrate(database, STEPS);
    migrate(database, STEPS);
    assert.deepEqual(contentOf(database), [4, { name: 'production', color: 'red' }]);
    assert.equal(database.prepare('SELECT draft FROM user_groups').get()?.draft, 'typed');
    database.close();
  });

  it('is brought forward once when another window takes a step while this one waits for the lock', () => {
    const path = olderFile();
    const [other, waiting] = [new DatabaseSync(path), new DatabaseSync(path)];
    const exec = waiting.exec.bind(waiting);
    waiting.exec = (sql) => {
      if (sql === 'BEGIN IMMEDIATE') migrate(other, STEPS.slice(0, schemaVersion(other)));
      exec(sql);
    };
    migrate(waiting, STEPS);
    assert.deepEqual(contentOf(waiting), [4, { name: 'production', color: 'red' }]);
    waiting.close();
    other.close();
  });

  for (const [words, step] of [
    ['fails', 'CREATE TABLE d (x); CREATE TABLE connections (x)'],
    ['SQLite has rolled back by itself', 'CREATE TABLE d (x); ROLLBACK; CREATE TABLE connections (x)'],
  ] as const) {
    it(`stays at the version before a step that ${words}, with the reason`, () => {
      const database = new DatabaseSync(olderFile());
      assert.throws(() => {
        migrate(database, [STEPS[0]!, step]);
      }, /already exists/);
      assert.deepEqual(contentOf(database), [2, { name: 'production', color: null }]);
      assert.equal(database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'd'").get(), undefined);
      database.close();
    });
  }
});

describe('A file that no released version has saved', () => {
  const fixture = storeFixture();

  for (const [words, sql] of [
    ['tables and no version', 'CREATE TABLE connections (x)'],
    ['tables and version 1', 'CREATE TABLE connections (x); PRAGMA user_version = 1'],
    ['tables and version 22', 'CREATE TABLE connections (x); PRAGMA user_version = 22'],
    ['a version and no tables', 'PRAGMA user_version = 1'],
    ['the mark of another application', 'PRAGMA application_id = 7; PRAGMA user_version = 1'],
  ] as const) {
    it(`is refused in words and left as it is, with its log: ${words}`, () => {
      const path = fixture.path();
      const written = fixture.path('written.sqlite');
      const writer = new DatabaseSync(written);
      writer.exec(`PRAGMA journal_mode = WAL; ${sql}`);
      // As a window leaves it that dies.
      for (const end of ['', '-wal']) copyFileSync(written + end, path + end);
      writer.close();
      const contents = (): Buffer[] => [readFileSync(path), readFileSync(`${path}-wal`)];
      const before = contents();
      assert.ok(before[1]!.length > 0);
      for (let attempt = 0; attempt < 2; attempt += 1) {
        assert.throws(() => fixture.reopen(path), {
          name: 'unavailable',
          message: `The file "${path}" was not saved by a released version of this extension. To start with an empty list, move it and the files beside it to another folder, then reload the window.`,
        });
      }
      assert.deepEqual(contents(), before);
      assert.deepEqual(
        readdirSync(dirname(path)).filter((name) => name.includes('damaged') || name.includes('suspected')),
        [],
      );
    });
  }
});

describe('A window whose file newer code has brought further', () => {
  const fixture = storeFixture();

  it('writes nothing any more, and asks to be reloaded', async () => {
    const path = fixture.path();
    const { store, ref: refHere } = fixture.open(path);
    store.groups.saveDraft(refHere('acme'), 'typed', 1);
    const newer = new DatabaseSync(path);
    newer.exec(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
    newer.close();
    const refused = {
      kind: 'unavailable',
      message: `The file "${path}" belongs to a newer version of this extension since another window opened it. Reload the window.`,
    };
    assert.throws(() => store.groups.saveDraft(refHere('acme'), 'typed on', 2), refused);
    const sending = { operation: 'update', text: '{}', at: 1 } as const;
    assert.throws(() => store.journal.beginSend(refHere('acme'), sending), refused);
    await assert.rejects(store.journal.beginSendBatched(refHere('acme'), sending), refused);
    assert.equal(store.groups.find(refHere('acme'))?.draft?.text, 'typed');
  });

  it('asks to be reloaded where it reads what is there no more', () => {
    const path = fixture.path();
    const { store, connectionId } = fixture.open(path);
    const lost = (): unknown => store.groups.page(connectionId, undefined, 9);
    const change = (sql: string): void => {
      const newer = new DatabaseSync(path);
      newer.exec(sql);
      newer.close();
    };
    change('DROP INDEX user_groups_searched; ALTER TABLE user_groups RENAME COLUMN sort_key TO place');
    assert.throws(lost, /no such column/, 'the schema is the own one: a bug');
    change(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
    assert.throws(lost, { kind: 'unavailable', message: /belongs to a newer version of this extension/ });
    assert.throws(() => store.search.containing('acme', 9), { kind: 'unavailable' });
  });
});
