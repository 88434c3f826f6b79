// A folder in the cache that is made once, whole or not at all, by one process at a time.

import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { removeFolder } from './folders.ts';

const lookAgainMilliseconds = 500;
/** SQLITE_BUSY: another process has the lock. */
const sqliteBusy = 5;

/**
 * Makes `folder` by `make` unless it is there. `make` fills a folder of another name, which is renamed when it is
 * whole.
 */
export async function madeOnce(folder: string, make: (partial: string) => Promise<void>): Promise<string> {
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  await alone(`${folder}.lock`, async () => {
    if (existsSync(folder)) return;
    const partial = `${folder}.partial`;
    removeFolder(partial);
    mkdirSync(partial);
    await make(partial);
    renameSync(partial, folder);
  });
  return folder;
}

async function alone(lockFile: string, work: () => Promise<void>): Promise<void> {
  let lock = acquireLock(lockFile);
  while (lock === undefined) {
    await setTimeout(lookAgainMilliseconds);
    lock = acquireLock(lockFile);
  }
  try {
    await work();
  } finally {
    lock.close();
  }
}

/**
 * The lock, held until it is closed, or nothing when another process has it. It is SQLite's: the system releases it
 * however a process ends.
 */
export function acquireLock(file: string): { close(): void } | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined;
    throw error;
  }
}
