// The sandbox's user groups in a SQLite file of their own. Several sandboxes on one file serve the same groups.
// It is a stand-in's store: tokens lie in it readable, and nothing in it is a secret of the real service.

import { randomBytes } from 'node:crypto';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Environment } from '../core/connection.ts';
import { UserGroupsError } from '../core/errors.ts';
import { foreignText } from '../core/foreignText.ts';

const MAX_GROUPS = 200_000;
const BUSY_MS = 5000;
const SQLITE_BUSY = 5;

/**
 * Each leads to the next version of the file; a released one never changes. Every text but `environment` is a JSON
 * text: it carries what SQLite's text does not (NUL, lone surrogates) and is answered as it is.
 */
const MIGRATIONS = [
  `
  CREATE TABLE user_group (
    team_id INTEGER PRIMARY KEY,
    environment TEXT NOT NULL,
    user_group_id TEXT NOT NULL,
    token TEXT NOT NULL UNIQUE,
    name TEXT,
    mapping TEXT,
    properties TEXT,
    emails TEXT,
    group_tags TEXT,
    is_demo_group TEXT,
    access_group TEXT,
    hierarchy_level_name TEXT,
    parent_provided_id TEXT,
    UNIQUE (environment, user_group_id)
  ) STRICT;
  CREATE INDEX children ON user_group (environment, parent_provided_id) WHERE parent_provided_id IS NOT NULL;
  CREATE TRIGGER renamed AFTER UPDATE OF user_group_id ON user_group BEGIN
    UPDATE user_group SET parent_provided_id = NEW.user_group_id
      WHERE environment = NEW.environment AND parent_provided_id = OLD.user_group_id;
  END;
`,
];

/** Columns of what requests bring beside the ID. */
const SENT_COLUMNS = [
  'name',
  'mapping',
  'properties',
  'emails',
  'group_tags',
  'is_demo_group',
  'access_group',
  'hierarchy_level_name',
  'parent_provided_id',
] as const;
type SentColumn = (typeof SENT_COLUMNS)[number];

/** A row; texts are JSON texts. */
export type GroupRow = Readonly<Record<SentColumn, string | null>> & {
  readonly team_id: number;
  readonly environment: Environment;
  readonly user_group_id: string;
  readonly token: string;
};

/** JSON texts of what a request brought. */
export interface SentFields extends Readonly<Partial<Record<SentColumn, string>>> {
  readonly userGroupId: string;
  /** The ID that an update gives the group. */
  readonly newId?: string | undefined;
}

/** The groups of one environment. Every change is one statement, and with that one transaction. */
export class GroupStore {
  readonly #database: DatabaseSync;
  readonly #environment: Environment;
  readonly #statements: ReturnType<typeof prepared>;

  /** @throws UserGroupsError `unavailable` when the database cannot be used. */
  constructor(path: string, environment: Environment) {
    ({ database: this.#database, statements: this.#statements } = opened(path));
    this.#environment = environment;
  }

  /** `undefined` when there is no room for another group. */
  getOrCreate(fields: SentFields): { readonly row: GroupRow; readonly isNew: boolean } | undefined {
    const { userGroupId } = fields;
    const created = one(this.#statements.create, this.#environment, userGroupId, newToken(), ...sentIn(fields));
    if (created !== undefined) return { row: created, isNew: true };
    const known = this.get(userGroupId);
    return known && { row: known, isNew: false };
  }

  /** Absent fields keep what is stored. `undefined` when there is no such group, `taken` when another has the ID. */
  update(fields: SentFields): GroupRow | 'taken' | undefined {
    const { userGroupId, newId = userGroupId } = fields;
    if (newId !== userGroupId && this.get(newId) !== undefined) return 'taken';
    return one(this.#statements.update, newId, ...sentIn(fields), this.#environment, userGroupId);
  }

  /** `undefined` when no group holds this token. */
  rotate(currentToken: string): GroupRow | undefined {
    return one(this.#statements.rotate, newToken(), this.#environment, currentToken);
  }

  /** `undefined` when no group holds this token. One that is another's parent stays. */
  remove(currentToken: string): GroupRow | 'hasChildren' | undefined {
    const removed = one(this.#statements.remove, this.#environment, currentToken);
    if (removed !== undefined) return removed;
    return one(this.#statements.ofToken, this.#environment, currentToken) && 'hasChildren';
  }

  get(userGroupId: string): GroupRow | undefined {
    return one(this.#statements.get, this.#environment, userGroupId);
  }

  all(): GroupRow[] {
    return rows(this.#statements.all, this.#environment);
  }

  close(): void {
    this.#database.close();
  }
}

/** Each statement is prepared once. */
function prepared(database: DatabaseSync) {
  return {
    get: database.prepare('SELECT * FROM user_group WHERE environment = ? AND user_group_id = ?'),
    all: database.prepare('SELECT * FROM user_group WHERE environment = ? ORDER BY team_id'),
    // The highest team_id is about the number of groups: what is deleted is little.
    create: database.prepare(`
      INSERT INTO user_group (environment, user_group_id, token, ${SENT_COLUMNS.join(', ')})
      SELECT ?, ?, ?${', ?'.repeat(SENT_COLUMNS.length)}
      WHERE (SELECT coalesce(max(team_id), 0) FROM user_group) < ${MAX_GROUPS}
      ON CONFLICT (environment, user_group_id) DO NOTHING RETURNING *`),
    update: database.prepare(`
      UPDATE user_group
      SET user_group_id = ?, ${SENT_COLUMNS.map((column) => `${column} = coalesce(?, ${column})`).join(', ')}
      WHERE environment = ? AND user_group_id = ? RETURNING *`),
    rotate: database.prepare('UPDATE user_group SET token = ? WHERE environment = ? AND token = ? RETURNING *'),
    ofToken: database.prepare('SELECT * FROM user_group WHERE environment = ? AND token = ?'),
    remove: database.prepare(`
      DELETE FROM user_group WHERE environment = ? AND token = ? AND NOT EXISTS (
        SELECT 1 FROM user_group AS child
        WHERE child.environment = user_group.environment AND child.parent_provided_id = user_group.user_group_id)
      RETURNING *`),
  };
}

function sentIn(fields: SentFields): (string | null)[] {
  return SENT_COLUMNS.map((column) => fields[column] ?? null);
}

function one(statement: StatementSync, ...values: (string | null)[]): GroupRow | undefined {
  return rows(statement, ...values)[0];
}

/** The cast: the table is STRICT, so that a row is what its columns say, which node:sqlite cannot know. */
function rows(statement: StatementSync, ...values: (string | null)[]): GroupRow[] {
  return statement.all(...values) as GroupRow[];
}

/** As JSON text, like the other columns. */
function newToken(): string {
  return JSON.stringify(randomBytes(20).toString('hex'));
}

function opened(path: string): { database: DatabaseSync; statements: ReturnType<typeof prepared> } {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: BUSY_MS });
    useWriteAheadLog(database);
    database.exec('PRAGMA synchronous = NORMAL');
    migrate(database);
    return { database, statements: prepared(database) };
  } catch (error) {
    database?.close();
    throw new UserGroupsError(
      'unavailable',
      `The sandbox's database "${foreignText(path)}" cannot be used (${foreignText(error instanceof Error ? error.message : String(error))}).`,
      'Move the file away to begin with an empty one.',
      { cause: error },
    );
  }
}

/** SQLite does not wait by itself when two processes switch a new file at once (tried: 2 % fail). */
function useWriteAheadLog(database: DatabaseSync): void {
  const giveUpAt = Date.now() + BUSY_MS;
  for (;;) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if ((error as { errcode?: unknown }).errcode !== SQLITE_BUSY || Date.now() > giveUpAt) throw error;
    }
  }
}

function migrate(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
    if (version > MIGRATIONS.length) throw new Error('it was written by a newer version');
    for (const migration of MIGRATIONS.slice(version)) database.exec(migration);
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
