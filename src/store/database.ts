// The SQLite file: opened with what every window relies on, read and written in transactions, failures translated.

import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

import { UserGroupsError } from '../core/errors.ts';
import { foreignText } from '../core/foreignText.ts';
import { ChangeWatch } from './changeWatch.ts';
import { checkContent, setAside, suspectDamage } from './damagedFile.ts';
import { migrate, MIGRATIONS, schemaVersion } from './migrations.ts';
import { makeMissingFile, whileOpeningAlone } from './openingLock.ts';
import { isDamage, toStoreError } from './storeErrors.ts';

export const IN_MEMORY = ':memory:';

/** How long one window waits for another's transaction, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000;

export class Database {
  /** Where a damaged file was set aside at opening. */
  readonly setAside: string | undefined;
  readonly changes: ChangeWatch;
  readonly #path: string;
  readonly #sqlite: DatabaseSync;
  readonly #totalChanges: StatementSync;

  /**
   * Opens the file, or makes it, with its folder, for its owner only.
   * @throws UserGroupsError `unavailable` when it cannot be opened, or was written by a newer version.
   */
  constructor(path: string, now: () => number) {
    this.#path = path;
    try {
      const opened = path === IN_MEMORY ? { sqlite: ready(path) } : openFile(path, now);
      this.#sqlite = opened.sqlite;
      this.setAside = opened.aside;
      this.#totalChanges = this.prepare('SELECT total_changes() AS changes');
      this.changes = new ChangeWatch(this.prepare('PRAGMA data_version'));
    } catch (error) {
      throw toStoreError(error, path);
    }
  }

  prepare(sql: string): StatementSync {
    return this.#sqlite.prepare(sql);
  }

  /** Runs reading statements; their failures leave as `UserGroupsError`. */
  read<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (isDamage(error)) this.#suspectDamage();
      throw toStoreError(error, this.#path);
    }
  }

  /** One transaction, on disk when this returns. IMMEDIATE, since one that turns from reading to writing cannot wait for others. */
  write<T>(work: () => T): T {
    const { result, hasChanged } = this.read(() => {
      this.#sqlite.exec('BEGIN IMMEDIATE');
      try {
        const before = this.#changes();
        const result = work();
        const hasChanged = this.#changes() !== before;
        this.#sqlite.exec('COMMIT');
        return { result, hasChanged };
      } catch (error) {
        // SQLite has rolled back by itself after some errors (a full disk).
        if (this.#sqlite.isTransaction) this.#sqlite.exec('ROLLBACK');
        throw error;
      }
    });
    if (hasChanged) this.changes.fire();
    return result;
  }

  close(): void {
    this.changes.dispose();
    if (this.#sqlite.isOpen) this.#sqlite.close();
  }

  #changes(): unknown {
    return this.#totalChanges.get()?.changes;
  }

  #suspectDamage(): void {
    if (this.#path !== IN_MEMORY) suspectDamage(this.#path);
  }
}

function openFile(path: string, now: () => number): { sqlite: DatabaseSync; aside?: string } {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  return whileOpeningAlone(path, BUSY_TIMEOUT_MS, () => openOrReplace(path, now));
}

/** Another window that met the damage first has put a new file in its place by the time this one may look. */
function openOrReplace(path: string, now: () => number): { sqlite: DatabaseSync; aside?: string } {
  makeMissingFile(path);
  try {
    return { sqlite: ready(path) };
  } catch (error) {
    if (!isDamage(error)) throw error;
    const aside = setAside(path, now());
    makeMissingFile(path);
    return { sqlite: ready(path), aside };
  }
}

/** An open database with the newest schema; closed again when anything about it is wrong. */
function ready(path: string): DatabaseSync {
  const sqlite = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  try {
    // Before anything that could write: a file of a newer version stays as it is.
    refuseNewer(sqlite, path);
    if (path !== IN_MEMORY) checkContent(sqlite, path);
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    migrate(sqlite);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

function refuseNewer(sqlite: DatabaseSync, path: string): void {
  if (schemaVersion(sqlite) <= MIGRATIONS.length) return;
  throw new UserGroupsError({
    kind: 'unavailable',
    happened: 'the groups kept on this machine were written by a newer version of this extension',
    next: `update the extension; the file ${foreignText(path)} was left as it is`,
  });
}
