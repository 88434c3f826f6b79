// The role of connections, to which all else belongs. Removed ones can be restored for a while: their rows stay,
// hidden.

import * as l10n from '@vscode/l10n';
import { randomUUID } from 'node:crypto';

import type { TokenMismatch } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { visibleId } from '../../core/foreignText.ts';
import { requireNoneOpen } from '../../core/openRotations.ts';
import {
  type ConnectionRow,
  type ConnectionStore,
  REMOVED_KEPT_MS,
  type RemovedConnection,
} from '../../core/ports/connectionStore.ts';
import type { Database } from '../database/database.ts';
import { OF_LIVE } from '../database/liveConnections.ts';
import { connectionGone } from '../database/storeErrors.ts';
import { fromStored, toStored } from '../database/storedText.ts';
import type { RotationRows } from '../journal/rotationRows.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Milliseconds of a slice of a removal; what is begun at its end takes a few more. */
const SLICE_MS = 8;
/** Groups, and items of runs, that go at once within a slice. A group may have fifty versions. */
const GROUPS = 10;
const ITEMS = 100;

interface Named {
  readonly connection_id: string;
  readonly kind: ConnectionRow['kind'];
  readonly name: string;
  readonly base_url: string;
}

/** Columns of its API token, of which there may be none. */
type Mismatch =
  | { readonly mismatch_about: null }
  | { readonly mismatch_about: TokenMismatch['about']; readonly mismatch_reason: string; readonly origin: string };

interface RemovedRow extends Named {
  readonly entry: string | null;
  readonly removed_at: number;
}

const REMOVED = `
  SELECT connection_id, removed_connections.kind, removed_connections.name, base_url, entry, removed_at
  FROM removed_connections JOIN connections USING (connection_id) WHERE connections.kind = 'removed'`;

export class SqliteConnections implements ConnectionStore {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #rotations: RotationRows;

  constructor(database: Database, rotations: RotationRows, now: () => number) {
    this.#database = database;
    this.#rotations = rotations;
    this.#now = now;
  }

  all(): ConnectionRow[] {
    return this.#database.all(
      `SELECT connection_id, kind, name, base_url, origin, mismatch_about, mismatch_reason
       FROM connections LEFT JOIN api_tokens USING (connection_id)
       WHERE connections.kind IN ('service', 'sandbox') ORDER BY name, connection_id`,
      {},
      fromRow,
    );
  }

  add({ kind, name, baseUrl }: Omit<ConnectionRow, 'id'>): ConnectionRow {
    return this.#database.write(() => {
      const id = randomUUID();
      this.#requireFree(name, id);
      this.#database.run(
        'INSERT INTO connections (connection_id, kind, name, base_url) VALUES (:id, :kind, :name, :baseUrl)',
        { id, kind, name: toStored(name), baseUrl },
      );
      return { id, kind, name, baseUrl };
    });
  }

  change(id: string, { name, baseUrl }: { readonly name?: string; readonly baseUrl?: string }): void {
    this.#database.write(() => {
      if (name !== undefined) this.#requireFree(name, id);
      const { changes } = this.#database.run(
        `UPDATE connections SET name = coalesce(:name, name), base_url = coalesce(:baseUrl, base_url)
         WHERE connection_id = :id AND ${OF_LIVE}`,
        { id, name: toStored(name), baseUrl },
      );
      if (changes === 0) throw connectionGone();
    });
  }

  clear(id: string): boolean {
    return this.#database.write(() => {
      this.#requireNoneOpenOn(id);
      return this.#clearSome(id);
    });
  }

  remove(id: string): void {
    this.#database.write(() => {
      this.#requireNoneOpenOn(id);
      // The counts first: then nothing is counted down group by group.
      this.#database.run('DELETE FROM connection_counts WHERE connection_id = :id', { id });
      this.#database.run('DELETE FROM connections WHERE connection_id = :id', { id });
    });
  }

  keepRemoved(id: string, { entry, removedAt }: Pick<RemovedConnection, 'entry' | 'removedAt'>): void {
    this.#database.write(() => {
      this.#requireNoneOpenOn(id);
      const { changes } = this.#database.run(
        `INSERT INTO removed_connections (connection_id, kind, name, entry, removed_at)
         SELECT connection_id, kind, name, :entry, :removedAt FROM connections
         WHERE connection_id = :id AND ${OF_LIVE}`,
        { id, entry: toStored(entry), removedAt },
      );
      if (changes === 0) throw connectionGone();
      // Its name is free from now on.
      this.#database.run("UPDATE connections SET kind = 'removed', name = connection_id WHERE connection_id = :id", {
        id,
      });
    });
  }

  /** Those whose time is over are not offered, whether they are erased by now or not. */
  removed(): RemovedConnection[] {
    return this.#database.all(
      `${REMOVED} AND removed_at > :ended ORDER BY removed_at DESC, removed_connections.rowid DESC`,
      { ended: this.#now() - REMOVED_KEPT_MS },
      fromRemovedRow,
    );
  }

  restore(id: string, name: string): void {
    this.#database.write(() => {
      const removed = this.#database.get<RemovedRow>(`${REMOVED} AND connection_id = :id`, { id });
      if (removed === undefined) throw notKept();
      if (removed.kind === 'sandbox' && this.all().some(({ kind }) => kind === 'sandbox')) throw sandboxIsThere();
      this.#requireFree(name, id);
      this.#database.run('UPDATE connections SET kind = :kind, name = :name WHERE connection_id = :id', {
        id,
        kind: removed.kind,
        name: toStored(name),
      });
      this.#database.run('DELETE FROM removed_connections WHERE connection_id = :id', { id });
    });
  }

  /**
   * Those whose time was over at an earlier look, a day ago or more. So a clock that is ahead for a day erases nothing;
   * and when it was set back to before the removal, the time begins again, so that nothing stays for ever.
   */
  toErase(): string[] {
    if (this.#database.get('SELECT 1 FROM removed_connections LIMIT 1') === undefined) return [];
    const now = this.#now();
    const ended = now - REMOVED_KEPT_MS;
    return this.#database.writeSilently(() => {
      this.#database.run('UPDATE removed_connections SET removed_at = :now, due_since = NULL WHERE removed_at > :now', {
        now,
      });
      this.#database.run(
        `UPDATE removed_connections SET due_since = NULL
         WHERE due_since IS NOT NULL AND (removed_at > :ended OR due_since > :now)`,
        { now, ended },
      );
      this.#database.run(
        'UPDATE removed_connections SET due_since = :now WHERE due_since IS NULL AND removed_at <= :ended',
        { now, ended },
      );
      this.#database.run(
        `UPDATE connections SET kind = 'erasing' WHERE kind = 'removed'
           AND connection_id IN (SELECT connection_id FROM removed_connections WHERE due_since <= :dayAgo)`,
        { dayAgo: now - DAY_MS },
      );
      return this.#database.all(
        "SELECT connection_id FROM connections WHERE kind = 'erasing'",
        {},
        ({ connection_id: id }: Pick<Named, 'connection_id'>) => id,
      );
    });
  }

  /** A slice that is so short that nobody waits for it: other windows write in between. */
  #clearSome(id: string): boolean {
    const until = performance.now() + SLICE_MS;
    // Nobody works on them any more, or sees them.
    this.#database.run("UPDATE runs SET state = 'filling', owner = NULL, lease_until = 0 WHERE connection_id = :id", {
      id,
    });
    const dropItems = `
      DELETE FROM run_items WHERE rowid IN (
        SELECT run_items.rowid FROM runs JOIN run_items ON run_items.run = runs.id
        WHERE connection_id = :id LIMIT ${ITEMS})`;
    const dropGroups = `
      DELETE FROM user_groups WHERE id IN (SELECT id FROM user_groups WHERE connection_id = :id LIMIT ${GROUPS})`;
    for (;;) {
      const changes = this.#database.run(dropItems, { id }).changes || this.#database.run(dropGroups, { id }).changes;
      if (changes === 0) return false;
      if (performance.now() >= until) return true;
    }
  }

  /**
   * Within the transaction that removes the connection, or part of it: looked at before, a rotation could begin in
   * between.
   */
  #requireNoneOpenOn(id: string): void {
    requireNoneOpen(this.#rotations.all().filter(({ connectionId }) => connectionId === id));
  }

  /** For this connection. @throws UserGroupsError `conflict` */
  #requireFree(name: string, id: string): void {
    const others = 'SELECT connection_id FROM connections WHERE name = :name AND connection_id <> :id';
    if (this.#database.get(others, { name: toStored(name), id }) === undefined) return;
    throw new UserGroupsError(
      'conflict',
      l10n.t('A connection named "{0}" already exists.', visibleId(name)),
      l10n.t('Choose another name.'),
    );
  }
}

function fromRow(row: Named & Mismatch): ConnectionRow {
  return {
    ...named(row),
    ...(row.mismatch_about !== null && {
      mismatch: { origin: row.origin, about: row.mismatch_about, reason: fromStored(row.mismatch_reason) },
    }),
  };
}

function fromRemovedRow(row: RemovedRow): RemovedConnection {
  return {
    ...named(row),
    removedAt: row.removed_at,
    ...(row.entry !== null && { entry: fromStored(row.entry) }),
  };
}

function named({ connection_id: id, kind, name, base_url: baseUrl }: Named): Omit<ConnectionRow, 'mismatch'> {
  return { id, kind, name: fromStored(name), baseUrl };
}

function notKept(): UserGroupsError {
  return new UserGroupsError(
    'conflict',
    l10n.t('The connection was restored or erased meanwhile, here or in another window.'),
    l10n.t('Check the list of connections.'),
  );
}

function sandboxIsThere(): UserGroupsError {
  return new UserGroupsError(
    'conflict',
    l10n.t('The list already has a local sandbox.'),
    l10n.t('Remove that one first.'),
  );
}
