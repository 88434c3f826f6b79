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
 * Every text but `environment` is a JSON text: it carries what SQLite's text does not (NUL, lone surrogates) and is
 * answered as it is.
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
    UNIQUE (environment, user_group_id)
  ) STRICT;
`,
];

/** A row; texts are JSON texts. */
export interface GroupRow {
  readonly team_id: number;
  readonly environment: Environment;
  readonly user_group_id: string;
  readonly token: string;
  readonly name: string | null;
  readonly mapping: string | null;
  readonly properties: string | null;
}

/** JSON texts of what a request brought. */
export interface SentFields {
  readonly userGroupId: string;
  readonly name?: string | undefined;
  readonly mapping?: string | undefined;
  readonly properties?: string | undefined;
}

/** The groups of one environment. Every change is one statement, and with that one transaction. */
export class GroupStore {
  readonly #database: DatabaseSync;
  readonly #environment: Environment;
  readonly #statements: ReturnType<typeof prepared>;

  /** @throws UserGroupsError `unavailable` when the database cannot be used. */
  constructor(path: string, environment: Environment) {
    this.#database = opened(path);
    this.#environment = environment;
    this.#statements = prepared(this.#database);
  }

  /** `undefined` when there is no room for another group. */
  getOrCreate(fields: SentFields): { readonly row: GroupRow; readonly isNew: boolean } | undefined {
    const { userGroupId, name, mapping, properties } = fields;
    const created = one(
      this.#statements.create,
      this.#environment,
      userGroupId,
      newToken(),
      name ?? null,
      mapping ?? null,
      properties ?? null,
    );
    if (created !== undefined) return { row: created, isNew: true };
    const known = this.get(userGroupId);
    return known && { row: known, isNew: false };
  }

  /** Absent fields keep what is stored. `undefined` when there is no such group. */
  update({ userGroupId, name, mapping, properties }: SentFields): GroupRow | undefined {
    return one(
      this.#statements.update,
      name ?? null,
      mapping ?? null,
      properties ?? null,
      this.#environment,
      userGroupId,
    );
  }

  /** `undefined` when no group holds this token. */
  rotate(currentToken: string): GroupRow | undefined {
    return one(this.#statements.rotate, newToken(), this.#environment, currentToken);
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
    // Nothing is ever deleted, so that the highest team_id is the number of groups.
    create: database.prepare(`
      INSERT INTO user_group (environment, user_group_id, token, name, mapping, properties)
      SELECT ?, ?, ?, ?, ?, ? WHERE (SELECT coalesce(max(team_id), 0) FROM user_group) < ${MAX_GROUPS}
      ON CONFLICT (environment, user_group_id) DO NOTHING RETURNING *`),
    update: database.prepare(`
      UPDATE user_group
      SET name = coalesce(?, name), mapping = coalesce(?, mapping), properties = coalesce(?, properties)
      WHERE environment = ? AND user_group_id = ? RETURNING *`),
    rotate: database.prepare('UPDATE user_group SET token = ? WHERE environment = ? AND token = ? RETURNING *'),
  };
}

function one(statement: StatementSync, ...values: (string | null)[]): GroupRow | undefined {
  return rows(statement, ...values)[0];
}

/** The cast: the table is STRICT, so that a row is what its columns say, which node:sqlite cannot know. */
function rows(statement: StatementSync, ...values: (string | null)[]): GroupRow[] {
  return statement.all(...values) as unknown as GroupRow[];
}

/** As JSON text, like the other columns. */
function newToken(): string {
  return JSON.stringify(randomBytes(20).toString('hex'));
}

function opened(path: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: BUSY_MS });
    useWriteAheadLog(database);
    database.exec('PRAGMA synchronous = NORMAL');
    migrate(database);
    return database;
  } catch (error) {
    database?.close();
    throw new UserGroupsError({
      kind: 'unavailable',
      happened: `The sandbox's database cannot be used (${foreignText(error instanceof Error ? error.message : String(error))}).`,
      next: 'Move its file away to begin with an empty one.',
      cause: error,
    });
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
