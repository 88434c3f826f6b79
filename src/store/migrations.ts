// The schema, as the ordered steps that led to it; `user_version` counts the steps a file has taken.

import type { DatabaseSync } from 'node:sqlite';

/**
 * Texts from elsewhere pass through storedText.ts; `folded` and `alike` are made by folding.ts.
 * A released step never changes; what is to change is a new step.
 */
export const MIGRATIONS: readonly string[] = [`
  CREATE TABLE connections (
    connection_id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL UNIQUE,
    base_url TEXT NOT NULL,
    last_new_draft INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  -- Short columns first: a list never reads as far as the texts.
  CREATE TABLE user_groups (
    id INTEGER PRIMARY KEY,
    connection_id TEXT NOT NULL REFERENCES connections ON DELETE CASCADE,
    user_group_id TEXT NOT NULL,
    folded TEXT NOT NULL,
    alike TEXT NOT NULL,
    document_mtime INTEGER NOT NULL,
    draft_at INTEGER,
    base_at INTEGER,
    base_from TEXT,
    mapping_known INTEGER NOT NULL DEFAULT 0,
    existed_not_applied_at INTEGER,
    gone_at INTEGER,
    unknown_operation TEXT,
    unknown_at INTEGER,
    answered_at INTEGER,
    answered_operation TEXT,
    answered_name TEXT,
    provided_id TEXT,
    team_id TEXT,            -- digits: a number beyond 2^53 stays as it came
    environment_tag TEXT,    -- JSON text, so that null as answered is not absent
    token_at INTEGER,
    token_key_id TEXT,
    token_fingerprint TEXT,
    token_box BLOB,
    properties TEXT,         -- JSON text, likewise
    draft TEXT,
    base TEXT,
    UNIQUE (connection_id, user_group_id)
  ) STRICT;
  CREATE INDEX user_groups_listed ON user_groups (connection_id, folded, user_group_id);
  CREATE INDEX user_groups_searched ON user_groups (folded, user_group_id);
  CREATE INDEX user_groups_alike ON user_groups (alike, connection_id);
  CREATE INDEX user_groups_with_draft ON user_groups (connection_id) WHERE draft_at IS NOT NULL;
  CREATE INDEX user_groups_with_token ON user_groups (connection_id) WHERE token_at IS NOT NULL;

  CREATE TABLE replaced_tokens (
    id INTEGER PRIMARY KEY,
    group_row INTEGER NOT NULL REFERENCES user_groups ON DELETE CASCADE,
    key_id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    box BLOB NOT NULL,
    issued_at INTEGER NOT NULL,
    replaced_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX replaced_tokens_of_group ON replaced_tokens (group_row);

  -- AUTOINCREMENT: the id of a forgotten version must not come back while its request is still under way.
  CREATE TABLE versions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    group_row INTEGER NOT NULL REFERENCES user_groups ON DELETE CASCADE,
    operation TEXT NOT NULL,
    sent_at INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    status INTEGER,
    duration_ms REAL,
    reason TEXT,
    text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX versions_of_group ON versions (group_row, id);

  CREATE TABLE new_drafts (
    connection_id TEXT NOT NULL REFERENCES connections ON DELETE CASCADE,
    number INTEGER NOT NULL,
    mtime INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (connection_id, number)
  ) STRICT;

  CREATE TABLE current_token_key (
    only_row INTEGER NOT NULL PRIMARY KEY CHECK (only_row = 1),
    key_id TEXT NOT NULL
  ) STRICT;
`];

/** How many steps the file has taken; a file newer than this code has taken more than there are here. */
export function schemaVersion(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}

/** Takes the steps that are missing, each in a transaction of its own; several windows may try at once. */
export function migrate(database: DatabaseSync, steps: readonly string[] = MIGRATIONS): void {
  while (schemaVersion(database) < steps.length) {
    database.exec('BEGIN IMMEDIATE');
    try {
      // Read again: another window may have taken the step while this one waited for the lock.
      const version = schemaVersion(database);
      const step = steps[version];
      if (step !== undefined) database.exec(`${step}; PRAGMA user_version = ${version + 1}`);
      database.exec('COMMIT');
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  }
}
