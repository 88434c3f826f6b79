// Trouble with the disk as SQLite itself makes it, on the very connections that the product has open.

import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Every database opened in this process, to find those of the product. */
const opened = new Set<DatabaseSync>();
const { exec } = DatabaseSync.prototype as { exec: (this: DatabaseSync, sql: string) => void };
DatabaseSync.prototype.exec = function remembered(this: DatabaseSync, sql: string): void {
  opened.add(this);
  if (sql === 'COMMIT') committing();
  exec.call(this, sql);
};

let happensFirst = (): void => undefined;

function committing(): void {
  const happens = happensFirst;
  happensFirst = () => undefined;
  happens();
}

/** Just before the next transaction ends; what it throws is what SQLite throws. */
export function beforeNextCommit(happens: () => void): void {
  happensFirst = happens;
}

export interface Trouble {
  readonly begin: () => void;
  /** Whatever caused it is over. */
  readonly end: () => void;
}

/** Every change needs more room than there is. */
export function diskFull(path: string): Trouble {
  const events = ['INSERT', 'UPDATE', 'DELETE'] as const;
  const each = (work: (database: DatabaseSync, name: string, table: string, event: string) => void): void => {
    for (const database of openAt(path)) {
      for (const { name } of database
        .prepare("SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        .all()) {
        for (const event of events) work(database, `needs_room_${String(name)}_${event}`, String(name), event);
      }
    }
  };
  const filler =
    "INSERT INTO connections (connection_id, kind, name, base_url) VALUES (hex(randomblob(8)), 'filler', hex(randomblob(8)), hex(zeroblob(1000000)));";
  return {
    begin: () => {
      each((database, name, table, event) => {
        exec.call(
          database,
          `CREATE TEMP TRIGGER ${name} BEFORE ${event} ON main.${table} WHEN NOT EXISTS (SELECT 1 FROM connections WHERE kind = 'filler') BEGIN ${filler} END`,
        );
      });
      for (const database of openAt(path))
        exec.call(
          database,
          `PRAGMA max_page_count = ${Number(database.prepare('PRAGMA page_count').get()?.page_count)}`,
        );
    },
    end: () => {
      each((database, name) => {
        exec.call(database, `DROP TRIGGER IF EXISTS temp.${name}`);
      });
      for (const database of openAt(path)) exec.call(database, 'PRAGMA max_page_count = 4294967294');
    },
  };
}

/** As on a medium that turned read-only: SQLite refuses to write. */
export function readOnly(path: string): Trouble {
  const set = (value: string): void => {
    for (const database of openAt(path)) exec.call(database, `PRAGMA query_only = ${value}`);
  };
  return {
    begin: () => {
      set('ON');
    },
    end: () => {
      set('OFF');
    },
  };
}

/** Something else writes and does not come to an end. */
export function locked(path: string): Trouble {
  let holder: DatabaseSync | undefined;
  return {
    begin: () => {
      holder = new DatabaseSync(path);
      exec.call(holder, 'BEGIN EXCLUSIVE');
    },
    end: () => {
      holder?.close();
    },
  };
}

/**
 * What the disk answers for the table's pages is not what was written there. There is no end to it while the file is
 * open.
 */
export function damaged(path: string, tables: readonly string[]): Trouble {
  return {
    begin: () => {
      const other = new DatabaseSync(path);
      exec.call(other, 'PRAGMA wal_checkpoint(TRUNCATE)');
      const { page_size: pageSize } = other.prepare('PRAGMA page_size').get() as { page_size: number };
      const roots = tables.map((table) =>
        Number(other.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table)?.rootpage),
      );
      const file = openSync(path, 'r+');
      for (const root of roots) writeSync(file, Buffer.alloc(pageSize, 0xa5), 0, pageSize, (root - 1) * pageSize);
      closeSync(file);
      // What has changed is read again by those who have it in memory.
      exec.call(other, 'UPDATE current_token_key SET only_row = only_row');
      other.close();
    },
    end: () => undefined,
  };
}

function openAt(path: string): DatabaseSync[] {
  const { ino } = statSync(path);
  return [...opened].filter((database) => database.isOpen && isAt(database.location(), ino));
}

function isAt(location: string | null, ino: number): boolean {
  return location !== null && location !== '' && statSync(location, { throwIfNoEntry: false })?.ino === ino;
}
