// How a file comes to the present schema: made by schema.ts, or brought there from an older one step by step.

import type { DatabaseSync } from 'node:sqlite';

import { SCHEMA } from './schema.ts';

/** Marks a file as one of this product: "UGED" in ASCII. */
const APPLICATION_ID = 0x55_47_45_44;

/** The version of the first schema that was released. */
const FIRST_VERSION = 1;

/**
 * From the first version on, each step leads to the next one. A released step never changes: the next change is a new
 * step, and schema.ts says the same.
 */
const STEPS: readonly string[] = [];

/** The version of a file that this code has made or brought forward. */
export const SCHEMA_VERSION = FIRST_VERSION + STEPS.length;

/** The version of an empty file is 0. */
export function schemaVersion(database: DatabaseSync): number {
  return numberOf(database, 'user_version');
}

/** Whether this code can do nothing with the file, and why. */
export function whyForeign(database: DatabaseSync): 'unknown' | 'newer' | undefined {
  const version = schemaVersion(database);
  if (numberOf(database, 'application_id') === APPLICATION_ID) return version > SCHEMA_VERSION ? 'newer' : undefined;
  const isEmpty = version === 0 && database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
  return isEmpty ? undefined : 'unknown';
}

/** The file must not be foreign. Each step has a transaction of its own, because several windows may try at once. */
export function migrate(database: DatabaseSync, steps = STEPS): void {
  const newest = FIRST_VERSION + steps.length;
  while (schemaVersion(database) < newest) {
    database.exec('BEGIN IMMEDIATE');
    try {
      // Read again: another window may have taken the step while this one waited for the lock.
      const version = schemaVersion(database);
      if (version === 0)
        database.exec(`${SCHEMA}; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${newest}`);
      else if (version < newest)
        database.exec(`${steps[version - FIRST_VERSION]}; PRAGMA user_version = ${version + 1}`);
      database.exec('COMMIT');
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  }
}

function numberOf(database: DatabaseSync, pragma: 'user_version' | 'application_id'): number {
  return Number(database.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
}
