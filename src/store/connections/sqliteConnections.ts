// The role of connections: each method is one question or one transaction.

import { requireNoneOpen } from '../../core/openRotations.ts';
import type { ConnectionRow, ConnectionStore, RemovedConnection } from '../../core/ports/connectionStore.ts';
import type { OpenRotation } from '../../core/userGroup.ts';
import type { Database } from '../database/database.ts';
import { ConnectionRows } from './connectionRows.ts';
import { RemovedConnectionRows } from './removedConnectionRows.ts';

/** Milliseconds of a slice of a removal; what is begun at its end takes a few more. */
const SLICE_MS = 8;
/** Groups, and items of runs, that go at once within a slice. A group may have fifty versions. */
const GROUPS = 10;
const ITEMS = 100;

export class SqliteConnections implements ConnectionStore {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #openRotations: () => readonly OpenRotation[];
  readonly #rows;
  readonly #hideRuns;
  readonly #dropItems;
  readonly #dropGroups;
  readonly #removed;

  constructor(database: Database, now: () => number, openRotations: () => readonly OpenRotation[]) {
    this.#database = database;
    this.#now = now;
    this.#openRotations = openRotations;
    this.#rows = new ConnectionRows(database);
    // Nobody works on them any more, or sees them.
    this.#hideRuns = database.prepare(
      "UPDATE runs SET state = 'filling', owner = NULL, lease_until = 0 WHERE connection_id = :id",
    );
    this.#dropItems = database.prepare(`
      DELETE FROM run_items WHERE rowid IN (
        SELECT run_items.rowid
        FROM runs JOIN run_items ON run_items.run = runs.id
        WHERE connection_id = :id LIMIT ${ITEMS})`);
    this.#dropGroups = database.prepare(`
      DELETE FROM user_groups WHERE id IN (SELECT id FROM user_groups WHERE connection_id = :id LIMIT ${GROUPS})`);
    this.#removed = new RemovedConnectionRows(database);
  }

  all(): ConnectionRow[] {
    return this.#database.read(() => this.#rows.all());
  }

  add(row: Omit<ConnectionRow, 'id'>): ConnectionRow {
    return this.#database.write(() => this.#rows.add(row));
  }

  change(id: string, change: { readonly name?: string; readonly baseUrl?: string }): void {
    this.#database.write(() => this.#rows.change(id, change));
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
      this.#rows.remove(id);
    });
  }

  keepRemoved(id: string, { entry, removedAt }: Pick<RemovedConnection, 'entry' | 'removedAt'>): void {
    this.#database.write(() => {
      this.#requireNoneOpenOn(id);
      this.#removed.keep(id, entry, removedAt);
    });
  }

  removed(): RemovedConnection[] {
    return this.#database.read(() => this.#removed.all(this.#now()));
  }

  restore(id: string, name: string): void {
    this.#database.write(() => {
      const kind = this.#removed.kindOf(id);
      this.#rows.requireFree(name, id);
      this.#removed.restore(id, kind, name);
    });
  }

  toErase(): string[] {
    if (!this.#database.read(() => this.#removed.hasAny())) return [];
    return this.#database.writeSilently(() => this.#removed.toErase(this.#now()));
  }

  /** A slice that is so short that nobody waits for it: other windows write in between. */
  #clearSome(id: string): boolean {
    const until = performance.now() + SLICE_MS;
    this.#hideRuns.run({ id });
    for (;;) {
      const changes = Number(this.#dropItems.run({ id }).changes) || Number(this.#dropGroups.run({ id }).changes);
      if (changes === 0) return false;
      if (performance.now() >= until) return true;
    }
  }

  /**
   * Within the transaction that removes the connection, or part of it: looked at before, a rotation could begin in
   * between.
   */
  #requireNoneOpenOn(id: string): void {
    requireNoneOpen(this.#openRotations().filter(({ connectionId }) => connectionId === id));
  }
}
