// Where a window on files keeps its rows, and what SQLite itself says of them.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export function databaseIn(folder: string): string {
  return join(folder, 'user-groups.db');
}

/** What is wrong with the file: nothing, if it is sound and its counts are right. */
export function problemsOf(folder: string): unknown[] {
  const database = new DatabaseSync(databaseIn(folder));
  try {
    return [
      ...database
        .prepare('PRAGMA integrity_check')
        .all()
        .filter(({ integrity_check: said }) => said !== 'ok'),
      ...database.prepare('PRAGMA foreign_key_check').all(),
      ...database
        .prepare(
          `
        SELECT connection_id, groups AS counted FROM connection_counts
        WHERE groups <> (
          SELECT count(*) FROM user_groups WHERE user_groups.connection_id = connection_counts.connection_id)`,
        )
        .all(),
      ...database
        .prepare(
          `
        SELECT user_group_id, previous_tokens AS counted FROM user_groups
        WHERE previous_tokens <> (SELECT count(*) FROM previous_tokens WHERE group_row = user_groups.id)`,
        )
        .all(),
      ...database
        .prepare(
          `
        SELECT name, groups AS counted FROM entry_names
        WHERE groups <> (SELECT count(*) FROM base_entries WHERE name_id = entry_names.id)`,
        )
        .all(),
    ];
  } finally {
    database.close();
  }
}
