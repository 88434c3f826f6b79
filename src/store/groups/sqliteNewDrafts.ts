// The role of documents that no group exists for yet.

import type { NewDraftStore } from '../../core/ports/userGroupStore.ts';
import type { NewDraft } from '../../core/userGroup.ts';
import type { Database } from '../database/database.ts';
import { LiveConnections } from '../database/liveConnections.ts';
import { connectionGone } from '../database/storeErrors.ts';
import { fromStored, toStored } from '../database/storedText.ts';
import { requireUnchanged } from './userGroupChanges.ts';

interface Row {
  readonly connection_id: string;
  readonly number: number;
  readonly mtime: number;
  readonly text: string;
}

export class SqliteNewDrafts implements NewDraftStore {
  readonly #database: Database;
  readonly #live: LiveConnections;

  constructor(database: Database) {
    this.#database = database;
    this.#live = new LiveConnections(database);
  }

  all(connectionId: string): NewDraft[] {
    return this.#database.all(
      'SELECT * FROM new_drafts WHERE connection_id = :connectionId ORDER BY number',
      { connectionId: this.#live.idOf(connectionId) },
      fromRow,
    );
  }

  find(connectionId: string, number: number): NewDraft | undefined {
    return this.#database.get(
      'SELECT * FROM new_drafts WHERE connection_id = :connectionId AND number = :number',
      { connectionId: this.#live.idOf(connectionId), number },
      fromRow,
    );
  }

  add(connectionId: string, text: string, at: number): NewDraft {
    return this.#database.write(() => {
      // Never given before: a tab left open on a removed draft must not meet another one.
      const row = this.#database.get<Pick<Row, 'number'>>(
        `UPDATE connections SET last_new_draft = last_new_draft + 1
         WHERE connection_id = :connectionId RETURNING last_new_draft AS number`,
        { connectionId: this.#live.idOf(connectionId) },
      );
      if (row === undefined) throw connectionGone();
      return this.#put({ connectionId, number: row.number, text, mtime: at });
    });
  }

  save(connectionId: string, number: number, text: string, at: number, over?: number): NewDraft | undefined {
    return this.#database.write(() => {
      this.#live.require(connectionId);
      const former = this.find(connectionId, number);
      if (former === undefined || former.text === text) return former;
      requireUnchanged(former.mtime, over);
      return this.#put({ connectionId, number, text, mtime: Math.max(at, former.mtime + 1) });
    });
  }

  remove(connectionId: string, number: number): void {
    this.#database.write(() =>
      this.#database.run('DELETE FROM new_drafts WHERE connection_id = :connectionId AND number = :number', {
        connectionId: this.#live.idOf(connectionId),
        number,
      }),
    );
  }

  #put(draft: NewDraft): NewDraft {
    this.#database.run(
      `INSERT OR REPLACE INTO new_drafts (connection_id, number, mtime, text)
       VALUES (:connectionId, :number, :mtime, :text)`,
      { ...draft, text: toStored(draft.text) },
    );
    return draft;
  }
}

function fromRow({ connection_id: connectionId, number, text, mtime }: Row): NewDraft {
  return { connectionId, number, text: fromStored(text), mtime };
}
