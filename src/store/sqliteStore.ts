// Opens the database, and makes the roles of the store over it. Each is one class behind its port, with its SQL and its
// transactions. Rows that several roles share are read and written inside the caller's transaction.

import type { Store } from '../core/ports/store.ts';
import { SqliteApiTokens } from './connections/sqliteApiTokens.ts';
import { SqliteConnections } from './connections/sqliteConnections.ts';
import { SqlitePace } from './connections/sqlitePace.ts';
import { Database } from './database/database.ts';
import type { LeaseKeeper } from './database/leaseKeeper.ts';
import type { KeyRing } from './database/tokenSealer.ts';
import { BaseEntryRows } from './groups/baseEntryRows.ts';
import { SqliteDestinations } from './groups/sqliteDestinations.ts';
import { SqliteGroups } from './groups/sqliteGroups.ts';
import { SqliteNewDrafts } from './groups/sqliteNewDrafts.ts';
import { SqliteTokens } from './groups/sqliteTokens.ts';
import { UserGroupRows } from './groups/userGroupRows.ts';
import { RotationRows } from './journal/rotationRows.ts';
import { SqliteJournal } from './journal/sqliteJournal.ts';
import { VersionRows } from './journal/versionRows.ts';
import { RotationItems } from './runs/rotationItems.ts';
import { SqliteRuns } from './runs/sqliteRuns.ts';
import { SqliteSearch } from './search/sqliteSearch.ts';

export interface StoreOptions {
  /** The path of the database file, which is created when missing, with its folder; `:memory:` keeps nothing. */
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** How long another window's transaction is waited for. */
  readonly busyTimeoutMs?: number | undefined;
  /** Keeps the leases of what is under way while this window is too busy for it. */
  readonly keeper?: LeaseKeeper | undefined;
}

/** The store, and the row that remembers which key seals tokens. */
export interface SqliteStore extends Store {
  readonly keyRing: KeyRing;
}

/**
 * Opens the database; several windows may have the same file open.
 * @throws UserGroupsError `unavailable` when it cannot be opened, or was not written by this version or an older one.
 */
export function openStore({ path, now = Date.now, busyTimeoutMs, keeper }: StoreOptions): SqliteStore {
  const database = new Database(path, now, busyTimeoutMs);
  const groups = new UserGroupRows(database, now);
  const rows = {
    groups,
    entries: new BaseEntryRows(database),
    tokens: new SqliteTokens(database, groups),
    versions: new VersionRows(database),
    rotations: new RotationRows(database, now),
    rotationItems: new RotationItems(database),
  };
  const journal = new SqliteJournal(database, rows, now, keeper);
  return {
    connections: new SqliteConnections(database, rows.rotations, now),
    apiTokens: new SqliteApiTokens(database, rows),
    groups: new SqliteGroups(database, rows, now),
    newDrafts: new SqliteNewDrafts(database),
    tokens: rows.tokens,
    destinations: new SqliteDestinations(database, groups),
    journal,
    runs: new SqliteRuns(database, now, keeper),
    search: new SqliteSearch(database),
    pace: new SqlitePace(database),
    changes: database.changes,
    keyRing: keyRingOf(database),
    setAside: database.setAside,
    requireInPlace: () => database.requireInPlace(),
    deleteEverything: () => journal.deleteEverything(),
    sweep: () => database.sweep(),
    close: () => {
      keeper?.close();
      database.close();
    },
  };
}

/** Which key seals tokens from now on: one row that all windows share. */
function keyRingOf(database: Database): KeyRing {
  const current = (): string | undefined =>
    database.get('SELECT key_id FROM current_token_key', {}, (row) => String(row.key_id));
  return {
    current,
    offer: (keyId, insteadOf) =>
      database.write(() => {
        if (insteadOf === undefined)
          database.run('INSERT OR IGNORE INTO current_token_key (only_row, key_id) VALUES (1, :keyId)', { keyId });
        else
          database.run('UPDATE current_token_key SET key_id = :keyId WHERE key_id = :insteadOf', { keyId, insteadOf });
        return current() ?? keyId;
      }),
  };
}
