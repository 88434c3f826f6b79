// Deletes so that nothing of it is left on the disk: rows, free pages, the log beside the file, and the files
// themselves.

import { existsSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { leftByDamage } from './damagedFile.ts';
import { isDamage, SQLITE } from './storeErrors.ts';

/** What SQLite and this product put beside a database. */
const COMPANIONS = ['-wal', '-shm', '-journal'] as const;
/** How long another window's use of the file is waited for, in milliseconds. */
const BUSY_TIMEOUT_MS = 1000;
/** Between two looks whether a checkpoint of somebody else has ended, in milliseconds. */
const PAUSE_MS = 10;

/** Empties every table within the caller's transaction. What is freed from now on is overwritten. */
export function emptyTables(sqlite: DatabaseSync): void {
  const tables = sqlite
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all();
  for (const { name } of tables) sqlite.exec(`DELETE FROM "${String(name)}"`);
}

/**
 * Takes what was deleted before out of free pages and out of the log. @throws what SQLite throws when another window is
 * in the way
 */
export function sweep(sqlite: DatabaseSync): void {
  let isDone = false;
  try {
    sqlite.exec('VACUUM');
  } finally {
    isDone = isLogEmptied(sqlite);
  }
  if (!isDone) throw Object.assign(new Error('PRAGMA wal_checkpoint was not finished'), { errcode: SQLITE.busy });
}

/** SQLite waits for readers and writers, but not for another checkpoint, nor does it throw when pages are left. */
function isLogEmptied(sqlite: DatabaseSync): boolean {
  const until = performance.now() + BUSY_TIMEOUT_MS;
  while (sqlite.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 1) {
    if (performance.now() >= until) return false;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
  return true;
}

/**
 * Removes what lies beside the database at this path, which stays: damaged ones that were set aside. And the other
 * databases, whole. Returns the names of files that are still there and hold something.
 */
export function removeFilesBeside(path: string, otherDatabases: readonly string[]): string[] {
  const left = leftByDamage(path).filter((file) => !isRemoved(file));
  return [...left, ...otherDatabases.filter((other) => !isErased(other))].map((file) => basename(file));
}

/**
 * A file that another window has open is emptied and stays: removed under its feet, it would lose its changes or spoil
 * a new one.
 */
function isErased(path: string): boolean {
  try {
    if (existsSync(path) && !isEmptied(path)) return true;
  } catch (error) {
    if (!isDamage(error)) return false;
  }
  return [path, ...COMPANIONS.map((companion) => path + companion)].map(isRemoved).every(Boolean);
}

/** Whether the file can be removed, too: nobody else has it open. */
function isEmptied(path: string): boolean {
  const sqlite = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    sqlite.exec('PRAGMA secure_delete = ON; BEGIN IMMEDIATE');
    emptyTables(sqlite);
    sqlite.exec('COMMIT');
    sweep(sqlite);
    return isAlone(sqlite);
  } finally {
    sqlite.close();
  }
}

/** Leaving WAL needs the file for oneself. */
function isAlone(sqlite: DatabaseSync): boolean {
  try {
    return sqlite.prepare('PRAGMA journal_mode = DELETE').get()?.journal_mode === 'delete';
  } catch {
    return false;
  }
}

function isRemoved(file: string): boolean {
  try {
    rmSync(file, { force: true });
    return true;
  } catch {
    return false;
  }
}
