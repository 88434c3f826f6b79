// The translator of SQLite's and the disk's failures, fed with failures that SQLite really makes.

import assert from 'node:assert/strict';
import { openSync, writeFileSync } from 'node:fs';
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite';

import { UserGroupsError } from '../../../../src/core/errors.ts';
import { isDamage, isUnknownToSchema, toStoreError } from '../../../../src/store/database/storeErrors.ts';
import { storeFixture } from '../storeFixture.ts';

describe('A failure of the database is reported to a person', () => {
  const fixture = storeFixture();
  let opened: DatabaseSync[] = [];
  afterEach(() => {
    for (const database of opened) database.close();
    opened = [];
  });
  const open = (options: DatabaseSyncOptions = {}): DatabaseSync => {
    const database = new DatabaseSync(fixture.path(), { timeout: 0, ...options });
    opened.push(database);
    return database;
  };
  const reported = (work: () => void): UserGroupsError => {
    const error = toStoreError(failureOf(work), '/where/it/is');
    assert.ok(error instanceof UserGroupsError);
    return error;
  };

  it('when the disk is full', () => {
    const database = open();
    database.exec('CREATE TABLE t (x); PRAGMA max_page_count = 2');
    const error = reported(() => database.prepare('INSERT INTO t VALUES (?)').run('x'.repeat(10_000)));
    assert.equal(error.message, 'The disk is full. Free some space and try again.');
    assert.equal(error.kind, 'unavailable');
  });

  it('when the file may not be written', () => {
    open().exec('CREATE TABLE t (x)');
    const error = reported(() => open({ readOnly: true }).exec('INSERT INTO t VALUES (1)'));
    assert.equal(
      error.message,
      `The file "/where/it/is" can't be written. Check the permissions of the file and its folder.`,
    );
  });

  it('when another window keeps it busy', () => {
    open().exec('BEGIN EXCLUSIVE');
    const error = reported(() => open().exec('BEGIN IMMEDIATE'));
    assert.equal(error.message, 'Another window is using the file "/where/it/is". Try again.');
  });

  it('when what is still under way meets a database that its window has closed', () => {
    const database = open();
    const statement = database.prepare('SELECT 1');
    database.close();
    for (const work of [() => statement.get(), () => database.prepare('SELECT 2')]) {
      const { kind, message } = reported(work);
      assert.deepEqual(
        [kind, message],
        ['unavailable', 'This window has closed the list. Try again in another window.'],
      );
    }
    opened = [];
  });

  it('when it is no database', () => {
    writeFileSync(fixture.path(), 'x'.repeat(5000));
    const error = reported(() => open().exec('SELECT * FROM sqlite_schema'));
    assert.match(error.message, /^The file "\/where\/it\/is" is damaged\. Reload the window/);
  });

  it('when it cannot be opened', () => {
    const error = reported(() => new DatabaseSync(fixture.path('no such folder/file')));
    assert.match(error.message, /^The file "\/where\/it\/is" can't be opened\. /);
  });

  it('when reading or writing fails', () => {
    const SQLITE_IOERR_WRITE = 778;
    const error = reported(() => {
      throw Object.assign(new Error('disk I/O error'), { errcode: SQLITE_IOERR_WRITE });
    });
    assert.match(error.message, /^Reading or writing the file "\/where\/it\/is" failed\. /);
  });

  it('when the file system refuses', () => {
    assert.match(reported(() => openSync(fixture.path('missing'), 'r')).message, /can't be opened/);
    for (const [code, sentence] of [
      ['EACCES', /can't be written/],
      ['EPERM', /can't be written/],
      ['EROFS', /can't be written/],
      ['ENOSPC', /disk is full/],
      ['EDQUOT', /disk is full/],
      ['EBUSY', /is using/],
      ['EMFILE', /can't be opened/],
    ] as const) {
      const error = reported(() => {
        throw Object.assign(new Error(code), { code, syscall: 'open' });
      });
      assert.match(error.message, sentence);
      assert.deepEqual([error.kind, (error.cause as Error).message], ['unavailable', code]);
    }
  });

  it('but a bug passes unchanged', () => {
    const misuse = failureOf(() => open().exec('SELECT nonsense'));
    assert.equal(toStoreError(misuse, 'x'), misuse);
    const bug = new TypeError('x is not a function');
    assert.equal(toStoreError(bug, 'x'), bug);
    assert.equal(toStoreError('thrown text', 'x'), 'thrown text');
    for (const known of [{ errcode: '5' }, { code: 'EACCES' }, { code: 7, syscall: 'open' }, { syscall: 'open' }]) {
      const other = Object.assign(new Error('of something else'), known);
      assert.equal(toStoreError(other, 'x'), other);
    }
  });

  it('as damage, and as unknown to the schema, where it is that', () => {
    const coded = (errcode: number): Error => Object.assign(new Error('said SQLite'), { errcode });
    const codes = [1, 11, 26, 267, 13];
    assert.deepEqual(
      codes.map((code) => [isDamage(coded(code)), isUnknownToSchema(coded(code))]),
      [
        [false, true],
        [true, false],
        [true, false],
        [true, false],
        [false, false],
      ],
    );
    assert.deepEqual([isUnknownToSchema('thrown text'), isUnknownToSchema(new Error('a bug'))], [false, false]);
  });
});

function failureOf(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return assert.fail('nothing failed');
}
