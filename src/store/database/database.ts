// The SQLite file: opened with what every window relies on, read and written in transactions, failures translated.

import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  DatabaseSync,
  type SQLInputValue,
  type SQLOutputValue,
  type StatementResultingChanges,
  type StatementSync,
} from 'node:sqlite';

import { ChangeWatch } from './changeWatch.ts';
import { Checkpoints } from './checkpoints.ts';
import { checkContent, setAside, suspectDamage } from './damagedFile.ts';
import { emptyTables, sweep } from './erasing.ts';
import { migrate, SCHEMA_VERSION, whyForeign } from './migrations.ts';
import { OpenFile } from './openFile.ts';
import { makeMissingFile, whileOpeningAlone } from './openingLock.ts';
import { RecentlyUsed } from './recentlyUsed.ts';
import { fileMigrated, foreignFile, isDamage, isUnknownToSchema, toStoreError } from './storeErrors.ts';
import { WalFlush } from './walFlush.ts';

export const IN_MEMORY = ':memory:';

/** Values of parameters by name. A missing one is NULL, `true` is 1. */
export type Values = Readonly<Record<string, SQLInputValue | boolean | undefined>>;

/** A row whose columns are checked one by one. */
type AnyRow = Record<string, SQLOutputValue>;

/** More than the code's own statements, so that only those of filters unused for long are prepared again. */
const STATEMENTS_KEPT = 300;

interface Batched {
  readonly work: () => () => void;
  readonly reject: (error: unknown) => void;
}

/** How long one window waits for another's transaction, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000;

/**
 * What is to be written together is gathered for so long, in milliseconds: a flush of the disk takes about a tenth to
 * twice of that.
 */
const GATHER_MS = 4;

/** After so many pages of its log SQLite copies it into the database at a commit: its own limit, and with a thread. */
const PAGES_BETWEEN_CHECKPOINTS = 1_000;
const PAGES_LEFT_TO_THREAD = 4 * PAGES_BETWEEN_CHECKPOINTS;

interface TransactionEnd<T> {
  readonly result: T;
  readonly changedRows: number;
}

interface Opened {
  readonly sqlite: DatabaseSync;
  /** Missing in memory, and where there is no log or it cannot be written. */
  readonly walFlush?: WalFlush | undefined;
  readonly file: OpenFile;
  readonly aside?: string;
}

export class Database {
  /** Where a damaged file was set aside at opening. */
  readonly setAside: string | undefined;
  readonly changes: ChangeWatch;
  readonly #path: string;
  readonly #sqlite: DatabaseSync;
  readonly #walFlush: WalFlush | undefined;
  readonly #checkpoints: Checkpoints | undefined;
  readonly #file: OpenFile;
  readonly #statements = new RecentlyUsed<StatementSync>(STATEMENTS_KEPT);
  #together: Batched[] = [];
  #isGathering = false;

  /**
   * Opens the file, or makes it, with its folder, for its owner only.
   * @throws UserGroupsError `unavailable` when it cannot be opened, or was not written by this version or an older one
   */
  constructor(path: string, now: () => number, busyTimeoutMs = BUSY_TIMEOUT_MS) {
    this.#path = path;
    try {
      const opened = path === IN_MEMORY ? ready(path, busyTimeoutMs) : openFile(path, now, busyTimeoutMs);
      this.#sqlite = opened.sqlite;
      this.#walFlush = opened.walFlush;
      this.#checkpoints = opened.walFlush && new Checkpoints(path);
      this.#file = opened.file;
      this.setAside = opened.aside;
      this.changes = new ChangeWatch(() => this.#one('PRAGMA data_version')?.data_version);
    } catch (error) {
      throw toStoreError(error, path);
    }
  }

  /**
   * `Row`: the selected columns, which `from` turns into something. The cast is safe because tables are STRICT: a row
   * has the types of its columns.
   */
  all<Row = AnyRow, T = Row>(sql: string, values: Values = {}, from?: (row: Row) => T): T[] {
    const rows = this.#translated(() => this.#statement(sql).all(bound(values)));
    return from === undefined ? (rows as T[]) : (rows as Row[]).map(from);
  }

  /** The first row. */
  get<Row = AnyRow, T = Row>(sql: string, values: Values = {}, from?: (row: Row) => T): T | undefined {
    const row = this.#translated(() => this.#one(sql, values));
    return row === undefined || from === undefined ? (row as T | undefined) : from(row as Row);
  }

  run(sql: string, values: Values = {}): { readonly changes: number; readonly lastInsertRowid: number } {
    return this.#translated(() => numbers(this.#statement(sql).run(bound(values))));
  }

  /** Makes a rule on texts known to statements by this name. */
  define(name: string, rule: (text: string) => string): void {
    this.#sqlite.function(name, (text) => rule(String(text)));
  }

  /**
   * @throws UserGroupsError `unavailable` when the file was replaced: nobody else ever reads what was read until now
   */
  requireInPlace(): void {
    this.#translated(() => this.#file.requireInPlace());
  }

  /**
   * One transaction, on disk when this returns. IMMEDIATE: one that reads first and then writes cannot wait for others.
   */
  write<T>(work: () => T): T {
    const { result, changedRows } = this.#transaction(work);
    if (changedRows > 0) this.changes.fire();
    return result;
  }

  /**
   * As `write`, on disk when the promise resolves. Joins one transaction with all other batched writes of the same few
   * milliseconds, or of the time in which the previous batch is flushed: that costs one flush for all, and nothing else
   * waits for it. An error in one of them undoes that one alone; when the flush fails, all of them reject, although
   * they may have been written.
   */
  writeBatched<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#gather();
      this.#together.push({
        work: () => {
          const result = work();
          return () => {
            resolve(result);
          };
        },
        reject,
      });
    });
  }

  /** A transaction that changes nothing anybody sees, so that nobody in this window is notified. */
  writeSilently<T>(work: () => T): T {
    return this.#transaction(work).result;
  }

  /**
   * Empties every table, unless `requireAllowed` throws, within the same transaction. @throws UserGroupsError, and then
   * everything is there still.
   */
  deleteEverything(requireAllowed: () => void): void {
    this.#translated(() => {
      this.#sqlite.exec('PRAGMA secure_delete = ON');
    });
    this.write(() => {
      requireAllowed();
      emptyTables(this.#sqlite);
    });
  }

  /** Leaves nothing of what was deleted in the file's free pages or in the log beside it. */
  sweep(): void {
    this.#translated(() => {
      sweep(this.#sqlite);
    });
  }

  close(): void {
    this.changes.dispose();
    if (!this.#sqlite.isOpen) return;
    this.#walFlush?.close();
    this.#checkpoints?.close();
    this.#sqlite.close();
  }

  /** Failures leave as `UserGroupsError`. */
  #translated<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (isDamage(error)) suspectDamage(this.#path);
      throw isUnknownToSchema(error) && !this.#hasOwnSchema()
        ? fileMigrated(this.#path)
        : toStoreError(error, this.#path);
    }
  }

  /** Prepared when it is first used: a window needs a few of all. */
  #statement(sql: string): StatementSync {
    return this.#statements.get(sql, () => this.#sqlite.prepare(sql));
  }

  #one(sql: string, values: Values = {}): AnyRow | undefined {
    return this.#statement(sql).get(bound(values));
  }

  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    setTimeout(() => {
      void this.#writeAll().finally(() => {
        this.#isGathering = false;
        if (this.#together.length > 0) this.#gather();
      });
    }, GATHER_MS);
  }

  async #writeAll(): Promise<void> {
    const all = this.#together;
    this.#together = [];
    let changedRows = 0;
    try {
      const written = this.#transactionBeforeFlush(() => all.map((one) => this.#oneOf(one)));
      ({ changedRows } = written);
      await this.#walFlush?.flush();
      for (const end of written.result) end();
    } catch (error) {
      for (const { reject } of all) reject(toStoreError(error, this.#path));
    }
    if (changedRows > 0) this.changes.fire();
    if (this.#sqlite.isOpen) await this.#checkpoints?.after(changedRows);
  }

  /**
   * Leaves the flush to the caller where it can be done beside, and checkpoints. Until then a crash of the machine, not
   * one of the window, takes it back as a whole.
   */
  #transactionBeforeFlush<T>(work: () => T): TransactionEnd<T> {
    if (this.#walFlush === undefined) return this.#transaction(work);
    return this.#translated(() => {
      this.#sqlite.exec(`PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = ${PAGES_LEFT_TO_THREAD}`);
      try {
        return this.#transaction(work);
      } finally {
        this.#sqlite.exec(`PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = ${PAGES_BETWEEN_CHECKPOINTS}`);
      }
    });
  }

  #oneOf({ work, reject }: Batched): () => void {
    this.#sqlite.exec('SAVEPOINT one');
    try {
      const end = work();
      this.#sqlite.exec('RELEASE one');
      return end;
    } catch (error) {
      // Rolled back as a whole by SQLite, on a full disk: then all of them have failed.
      if (!this.#sqlite.isTransaction) throw error;
      this.#sqlite.exec('ROLLBACK TO one; RELEASE one');
      return () => {
        reject(toStoreError(error, this.#path));
      };
    }
  }

  #transaction<T>(work: () => T): TransactionEnd<T> {
    return this.#translated(() => {
      this.#sqlite.exec('BEGIN IMMEDIATE');
      try {
        this.#file.requireInPlace();
        this.#requireOwnSchema();
        const before = this.#changes();
        const result = work();
        const changedRows = this.#changes() - before;
        this.#sqlite.exec('COMMIT');
        // Set aside in between, it was written, and is lost to everybody else: nobody may count on it.
        this.#file.requireInPlace();
        return { result, changedRows };
      } catch (error) {
        // SQLite has rolled back by itself after some errors (a full disk).
        if (this.#sqlite.isTransaction) this.#sqlite.exec('ROLLBACK');
        throw error;
      }
    });
  }

  /** What this code would write into a schema that it does not know might be wrong there. */
  #requireOwnSchema(): void {
    if (!this.#hasOwnSchema()) throw fileMigrated(this.#path);
  }

  #hasOwnSchema(): boolean {
    return this.#one('PRAGMA user_version')?.user_version === SCHEMA_VERSION;
  }

  #changes(): number {
    return Number(this.#one('SELECT total_changes() AS changes')?.changes);
  }
}

function bound(values: Values): Record<string, SQLInputValue> {
  const known: Record<string, SQLInputValue> = {};
  for (const [name, value] of Object.entries(values))
    known[name] = typeof value === 'boolean' ? Number(value) : (value ?? null);
  return known;
}

function numbers({ changes, lastInsertRowid }: StatementResultingChanges): {
  changes: number;
  lastInsertRowid: number;
} {
  return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) };
}

function openFile(path: string, now: () => number, busyTimeoutMs: number): Opened {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  return whileOpeningAlone(path, busyTimeoutMs, () => openOrReplace(path, now, busyTimeoutMs));
}

/** Another window that met the damage first has put a new file in its place by the time this one may look. */
function openOrReplace(path: string, now: () => number, busyTimeoutMs: number): Opened {
  makeMissingFile(path);
  try {
    refuseForeign(path, busyTimeoutMs);
    return ready(path, busyTimeoutMs);
  } catch (error) {
    if (!isDamage(error)) throw error;
    const aside = setAside(path, now());
    makeMissingFile(path);
    return { ...ready(path, busyTimeoutMs), aside };
  }
}

/** An open database with the newest schema; closed again when anything about it is wrong. */
function ready(path: string, busyTimeoutMs: number): Opened {
  const sqlite = new DatabaseSync(path, { timeout: busyTimeoutMs });
  try {
    if (path !== IN_MEMORY) checkContent(sqlite, path);
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    migrate(sqlite);
    // Behind a link, the log lies beside the file itself. In memory, nothing is found, now and ever.
    const file = new OpenFile(path, `${sqlite.location() ?? path}-wal`);
    return { sqlite, walFlush: walFlushOf(sqlite), file };
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/** Where it cannot be had, SQLite flushes by itself. */
function walFlushOf(sqlite: DatabaseSync): WalFlush | undefined {
  // Behind a link, the log lies beside the file itself.
  const file = sqlite.location();
  if (file === null || sqlite.prepare('PRAGMA journal_mode').get()?.journal_mode !== 'wal') return undefined;
  try {
    return new WalFlush(file);
  } catch {
    return undefined;
  }
}

/**
 * Before anything that could write: such a file stays as it is, and so does a log beside it, which closing would merge
 * into it.
 */
function refuseForeign(path: string, timeout: number): void {
  const readOnly = existsSync(`${realpathSync(path)}-wal`);
  const sqlite = new DatabaseSync(path, { timeout, readOnly });
  try {
    const why = whyForeign(sqlite);
    if (why !== undefined) throw foreignFile(path, why);
  } finally {
    sqlite.close();
  }
}
