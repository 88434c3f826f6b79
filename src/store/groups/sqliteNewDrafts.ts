// The role of documents that no group exists for yet: each method is one question or one transaction.

import type { NewDraftStore } from '../../core/ports/newDraftStore.ts';
import type { NewDraft } from '../../core/userGroup.ts';
import type { Database } from '../database/database.ts';
import type { LiveConnections } from '../database/liveConnections.ts';
import { NewDraftRows } from './newDraftRows.ts';
import { requireUnchanged } from './userGroupChanges.ts';

export class SqliteNewDrafts implements NewDraftStore {
  readonly #database: Database;
  readonly #live: LiveConnections;
  readonly #rows;

  constructor(database: Database, live: LiveConnections) {
    this.#database = database;
    this.#live = live;
    this.#rows = new NewDraftRows(database);
  }

  all(connectionId: string): NewDraft[] {
    return this.#database.read(() => this.#rows.all(this.#live.idOf(connectionId)));
  }

  find(connectionId: string, number: number): NewDraft | undefined {
    return this.#database.read(() => this.#rows.find(this.#live.idOf(connectionId), number));
  }

  add(connectionId: string, text: string, at: number): NewDraft {
    return this.#database.write(() => {
      const number = this.#rows.nextNumber(this.#live.idOf(connectionId));
      return this.#rows.put({ connectionId, number, text, mtime: at });
    });
  }

  save(connectionId: string, number: number, text: string, at: number, over?: number): NewDraft | undefined {
    return this.#database.write(() => {
      this.#live.require(connectionId);
      const former = this.#rows.find(connectionId, number);
      if (former === undefined || former.text === text) return former;
      requireUnchanged(former.mtime, over);
      return this.#rows.put({ connectionId, number, text, mtime: Math.max(at, former.mtime + 1) });
    });
  }

  remove(connectionId: string, number: number): void {
    this.#database.write(() => this.#rows.remove(this.#live.idOf(connectionId), number));
  }
}
