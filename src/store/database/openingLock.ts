// One window at a time opens the database: SQLite's own waiting covers neither the change to WAL nor a file being
// renamed.

import { closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * Runs `open` while no other window opens the same file. The lock is SQLite's, on an empty file beside it, so that it
 * ends with its process. Waits up to `timeout` milliseconds.
 * @throws what SQLite throws when it waited in vain.
 */
export function whileOpeningAlone<T>(path: string, timeout: number, open: () => T): T {
  const lockPath = `${path}.lock`;
  makeMissingFile(lockPath);
  const lock = new DatabaseSync(lockPath, { timeout });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return open();
  } finally {
    lock.close();
  }
}

/**
 * For its owner only; SQLite gives `-wal` and `-shm` the permissions of the file itself. An existing file is left
 * alone: closing it here would end the locks that this process holds on it.
 */
export function makeMissingFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
}
