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

  for (const [words, sentence, fail] of [
    [
      'the disk is full',
      /^The disk is full\. Free some space and try again\.$/,
      () => {
        const database = open();
        database.exec('CREATE TABLE t (x); PRAGMA max_page_count = 2');
        database.prepare('INSERT INTO t VALUES (?)').run('x'.repeat(10_000));
      },
    ],
    [
      'the file may not be written',
      /^The file "\/where\/it\/is" can't be written\. Check the permissions of the file and its folder\.$/,
      () => {
        open().exec('CREATE TABLE t (x)');
        open({ readOnly: true }).exec('INSERT INTO t VALUES (1)');
      },
    ],
    [
      'another window keeps it busy',
      /^Another window is using the file "\/where\/it\/is"\. Try again\.$/,
      () => {
        open().exec('BEGIN EXCLUSIVE');
        open().exec('BEGIN IMMEDIATE');
      },
    ],
    [
      'it is no database',
      /^The file "\/where\/it\/is" is damaged\. Reload the window/,
      () => {
        writeFileSync(fixture.path(), 'x'.repeat(5000));
        open().exec('SELECT * FROM sqlite_schema');
      },
    ],
    [
      'it cannot be opened',
      /^The file "\/where\/it\/is" can't be opened\. /,
      () => void new DatabaseSync(fixture.path('no such folder/file')),
    ],
    [
      'reading or writing fails',
      /^Reading or writing the file "\/where\/it\/is" failed\. /,
      () => {
        const SQLITE_IOERR_WRITE = 778;
        throw Object.assign(new Error('disk I/O error'), { errcode: SQLITE_IOERR_WRITE });
      },
    ],
    ['a file is missing', /can't be opened/, () => void openSync(fixture.path('missing'), 'r')],
  ] as const)
    it(`when ${words}`, () => {
      const { kind, message } = reported(fail);
      assert.match(message, sentence);
      assert.equal(kind, 'unavailable');
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

  it('when the file system refuses', () => {
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
