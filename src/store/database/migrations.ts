// How a file comes to the present schema: made by schema.ts, or brought there from an older one step by step.

import type { DatabaseSync } from 'node:sqlite';

import { naturalKey } from '../../core/naturalKey.ts';
import { SCHEMA } from './schema.ts';

/** The oldest schema that is brought further. Files with one before it were the developers' own. */
export const OLDEST_VERSION = 7;

/**
 * From that one on, each step leads to the next version. A released step never changes; what is to change is a new
 * step, and the same in schema.ts.
 */
export const STEPS: readonly string[] = [
  `
  -- The services bind what was bound by the row of its connection.
  CREATE TABLE variable_origins (
    id INTEGER PRIMARY KEY,
    variable TEXT NOT NULL,
    origin TEXT NOT NULL,
    UNIQUE (variable, origin)
  ) STRICT;
  CREATE TABLE variables_to_bind (
    connection_id TEXT NOT NULL PRIMARY KEY REFERENCES connections ON DELETE CASCADE,
    origin TEXT NOT NULL
  ) STRICT;
  INSERT INTO variables_to_bind SELECT connection_id, origin FROM api_tokens;
`,
  `
  CREATE TABLE removed_connections (
    connection_id TEXT NOT NULL PRIMARY KEY REFERENCES connections ON DELETE CASCADE,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    entry TEXT,
    removed_at INTEGER NOT NULL,
    due_since INTEGER
  ) STRICT;
`,
  `
  DROP INDEX user_groups_no_mapping;
  CREATE INDEX user_groups_no_mapping ON user_groups (connection_id)
    WHERE draft_at IS NULL AND answered_at IS NOT NULL AND mapping_known <> 1;
`,
  `
  ALTER TABLE user_groups ADD COLUMN base_version INTEGER;
  ALTER TABLE user_groups ADD COLUMN answered_version INTEGER;
  ALTER TABLE rotations ADD COLUMN after_version INTEGER;
  ALTER TABLE rotations ADD COLUMN known_key_id TEXT;
  ALTER TABLE rotations ADD COLUMN known_fingerprint TEXT;
`,
  `
  -- Names of values that changed with those in the code. No text within a plan holds the first one: quotes are
  -- escaped there.
  UPDATE run_items SET plan = replace(plan, '"deed":"', '"action":"') WHERE plan IS NOT NULL;
  UPDATE api_tokens SET doubt_about = 'recreated' WHERE doubt_about = 'madeAnew';
`,
  `
  -- They made up for what older code wrote to the same file. It cannot any more (database.ts).
  DROP TRIGGER facets_changed;
  DROP TRIGGER base_read;
  DROP TRIGGER IF EXISTS base_without_version;
  DROP TRIGGER IF EXISTS answer_without_version;
  -- A base of which nobody had read the entries by then is neither found by them nor missing any, until it is sent.
  DELETE FROM group_terms WHERE group_row IN (SELECT group_row FROM bases_to_read);
  UPDATE user_groups SET facets = NULL WHERE id IN (SELECT group_row FROM bases_to_read);
  DROP TABLE bases_to_read;
  -- Rotations that are open since before they had these columns: by their times, this once.
  UPDATE rotations SET (known_key_id, known_fingerprint) = (
      SELECT
        iif(token_at < begun_at, user_groups.token_key_id, rotations.token_key_id),
        iif(token_at < begun_at, user_groups.token_fingerprint, rotations.token_fingerprint)
      FROM user_groups WHERE id = group_row AND token_at IS NOT NULL)
    WHERE after_version IS NULL;
  UPDATE rotations
    SET after_version = coalesce(version_id, (SELECT max(id) FROM versions WHERE sent_at <= begun_at), 0)
    WHERE after_version IS NULL;
  UPDATE versions SET lease_until = sent_at WHERE outcome = 'sending' AND lease_until IS NULL;
`,
  `
  DROP INDEX user_groups_filtered;
  CREATE INDEX user_groups_filtered ON user_groups (
    folded, user_group_id, connection_id, answered_at, draft_at, mapping_known, existed_not_applied_at, gone_at,
    unknown_operation, replaced_tokens, facets);
  CREATE INDEX user_groups_replaced ON user_groups (connection_id) WHERE replaced_tokens > 0;
`,
  `
  DROP INDEX user_groups_listed;
  DROP INDEX user_groups_searched;
  DROP INDEX user_groups_filtered;
  ALTER TABLE user_groups ADD COLUMN sort_key TEXT NOT NULL DEFAULT '';
  UPDATE user_groups SET sort_key = natural_key(folded);
  CREATE INDEX user_groups_listed ON user_groups (connection_id, sort_key, user_group_id);
  CREATE INDEX user_groups_searched ON user_groups (sort_key, folded);
  CREATE INDEX user_groups_filtered ON user_groups (
    sort_key, user_group_id, connection_id, folded, answered_at, draft_at, mapping_known, existed_not_applied_at,
    gone_at, unknown_operation, replaced_tokens, facets);
`,
  `
  ALTER TABLE runs ADD COLUMN purpose TEXT;
`,
  `
  ALTER TABLE user_groups ADD COLUMN answered_mapping TEXT;
`,
  `
  DROP INDEX user_groups_filtered;
  ALTER TABLE user_groups ADD COLUMN listing TEXT;
  ALTER TABLE user_groups ADD COLUMN listed_version INTEGER;
  CREATE INDEX user_groups_filtered ON user_groups (
    sort_key, user_group_id, connection_id, folded, answered_at, draft_at, mapping_known, existed_not_applied_at,
    gone_at, listing, unknown_operation, replaced_tokens, facets);
  CREATE INDEX user_groups_absent ON user_groups (connection_id) WHERE listing = 'absent';
  CREATE INDEX user_groups_changed ON user_groups (connection_id) WHERE listing = 'changed';
`,
  `
  CREATE INDEX user_groups_deleted ON user_groups (connection_id) WHERE listing = 'deleted';
  ALTER TABLE user_groups ADD COLUMN answered_further TEXT;
`,
  `
  ALTER TABLE user_groups ADD COLUMN answered_computed TEXT;
`,
  `
  DROP INDEX user_groups_filtered;
  ALTER TABLE user_groups ADD COLUMN token_since INTEGER NOT NULL DEFAULT 9007199254740991;
  UPDATE user_groups SET token_since = token_at
    WHERE token_at IS NOT NULL AND (listing IS NULL OR listing NOT IN ('deleted', 'idChanged'));
  CREATE INDEX user_groups_filtered ON user_groups (
    sort_key, user_group_id, connection_id, folded, answered_at, draft_at, mapping_known, existed_not_applied_at,
    gone_at, listing, unknown_operation, replaced_tokens, token_since, facets);
  CREATE INDEX user_groups_by_age ON user_groups (connection_id, token_since, sort_key, user_group_id);
`,
  `
  CREATE TABLE token_destinations (
    group_row INTEGER NOT NULL PRIMARY KEY REFERENCES user_groups ON DELETE CASCADE,
    kind TEXT NOT NULL,
    file TEXT,
    variable TEXT
  ) STRICT;
  CREATE TRIGGER destination_forgotten AFTER UPDATE OF listing ON user_groups
    WHEN NEW.listing IN ('deleted', 'idChanged') BEGIN
    DELETE FROM token_destinations WHERE group_row = NEW.id;
  END;
`,
];

/** Of a file that this code has made or migrated. */
export const SCHEMA_VERSION = OLDEST_VERSION + STEPS.length;

/** That of an empty file is 0. */
export function schemaVersion(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}

/** Whether this code can do nothing with the file, and why. */
export function whyForeign(database: DatabaseSync): 'older' | 'newer' | undefined {
  const version = schemaVersion(database);
  if (version > SCHEMA_VERSION) return 'newer';
  const isEmpty = version === 0 && database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
  return version < OLDEST_VERSION && !isEmpty ? 'older' : undefined;
}

/** Of a file that is not foreign. Each step has a transaction of its own; several windows may try at once. */
export function migrate(database: DatabaseSync, steps = STEPS): void {
  database.function('natural_key', (folded) => naturalKey(String(folded)));
  while (schemaVersion(database) < OLDEST_VERSION + steps.length) {
    database.exec('BEGIN IMMEDIATE');
    try {
      // Read again: another window may have taken the step while this one waited for the lock.
      const version = schemaVersion(database);
      const next = version === 0 ? SCHEMA_VERSION : version + 1;
      const step = version === 0 ? SCHEMA : steps[version - OLDEST_VERSION];
      if (step !== undefined) database.exec(`${step}; PRAGMA user_version = ${next}`);
      database.exec('COMMIT');
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  }
}
