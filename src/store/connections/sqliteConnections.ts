// The role of connections: each method is one question or one transaction.

import { requireNoneOpen } from '../../core/openRotations.ts';
import type { ConnectionRow, ConnectionStore, RemovedConnection } from '../../core/ports/connectionStore.ts';
import type { OpenRotation } from '../../core/userGroup.ts';
import type { Database } from '../database/database.ts';
import { ConnectionClearing } from './connectionClearing.ts';
import { ConnectionRows } from './connectionRows.ts';
import { RemovedConnectionRows } from './removedConnectionRows.ts';

export class SqliteConnections implements ConnectionStore {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #openRotations: () => readonly OpenRotation[];
  readonly #rows;
  readonly #clearing;
  readonly #removed;

  constructor(database: Database, now: () => number, openRotations: () => readonly OpenRotation[]) {
    this.#database = database;
    this.#now = now;
    this.#openRotations = openRotations;
    this.#rows = new ConnectionRows(database);
    this.#clearing = new ConnectionClearing(database);
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
      return this.#clearing.clearSome(id);
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

  /**
   * Within the transaction that removes the connection, or part of it: looked at before, a rotation could begin in
   * between.
   */
  #requireNoneOpenOn(id: string): void {
    requireNoneOpen(this.#openRotations().filter(({ connectionId }) => connectionId === id));
  }
}
