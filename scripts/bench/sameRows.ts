// Writes what a bulk operation has stored once more, by a bare loop: SQL alone, and a flush where the product has one.

import { DatabaseSync } from 'node:sqlite';
import { Database } from '../../src/store/database/database.ts';
import { elapsed } from './rounds.ts';

/** What is on disk before the request leaves. */
const BEFORE = [
  'INSERT INTO user_groups SELECT * FROM done.user_groups WHERE id > :after AND id <= :last',
  'INSERT INTO versions SELECT * FROM done.versions WHERE group_row > :after AND group_row <= :last',
];
/** What follows from the answer. */
const AFTER = [
  'INSERT INTO group_terms SELECT * FROM done.group_terms WHERE group_row > :after AND group_row <= :last',
  'INSERT INTO base_entries SELECT * FROM done.base_entries WHERE group_row > :after AND group_row <= :last',
];

/** Milliseconds. `atOnce`: groups that share a flush. */
export async function timeToWriteAgain(done: string, path: string, groups: number, atOnce: number): Promise<number> {
  new Database(path, Date.now).close();
  const database = new DatabaseSync(path);
  try {
    database.exec(`
      PRAGMA synchronous = FULL;
      ATTACH '${done}' AS done;
      INSERT INTO connections SELECT * FROM done.connections;
      INSERT INTO entry_names (id, connection, field, name) SELECT id, connection, field, name FROM done.entry_names;
      INSERT INTO data_sources (id, connection, data_source) SELECT id, connection, data_source
      FROM done.data_sources`);
    const [before, after] = [BEFORE, AFTER].map((each) => each.map((sql) => database.prepare(sql)));
    return await elapsed(() => {
      for (let first = 0; first < groups; first += atOnce)
        for (const statements of [before, after]) {
          database.exec('BEGIN IMMEDIATE');
          for (const statement of statements ?? []) statement.run({ after: first, last: first + atOnce });
          database.exec('COMMIT');
        }
    });
  } finally {
    database.close();
  }
}
