// Rows of `new_drafts`: documents that no group exists for yet.

import type { NewDraft } from '../../core/userGroup.ts';
import type { Database } from '../database/database.ts';
import { connectionGone } from '../database/storeErrors.ts';
import { fromStored, toStored } from '../database/storedText.ts';

interface Row {
  readonly connection_id: string;
  readonly number: number;
  readonly mtime: number;
  readonly text: string;
}

export class NewDraftRows {
  readonly #all;
  readonly #one;
  readonly #nextNumber;
  readonly #put;
  readonly #delete;

  constructor(database: Database) {
    this.#all = database.prepare<Row>('SELECT * FROM new_drafts WHERE connection_id = :connectionId ORDER BY number');
    this.#one = database.prepare<Row>(
      'SELECT * FROM new_drafts WHERE connection_id = :connectionId AND number = :number',
    );
    this.#nextNumber = database.prepare(`
      UPDATE connections
      SET last_new_draft = last_new_draft + 1
      WHERE connection_id = :id
      RETURNING last_new_draft AS number`);
    this.#put = database.prepare(`
      INSERT OR REPLACE INTO new_drafts (connection_id, number, mtime, text)
      VALUES (:connectionId, :number, :mtime, :text)`);
    this.#delete = database.prepare('DELETE FROM new_drafts WHERE connection_id = :connectionId AND number = :number');
  }

  all(connectionId: string): NewDraft[] {
    return this.#all.all({ connectionId }).map(fromRow);
  }

  find(connectionId: string, number: number): NewDraft | undefined {
    const row = this.#one.get({ connectionId, number });
    return row && fromRow(row);
  }

  /**
   * Never given before: a tab left open on a removed draft must not meet another one.
   * @throws UserGroupsError `conflict` when the connection is gone
   */
  nextNumber(connectionId: string): number {
    const row = this.#nextNumber.get({ id: connectionId });
    if (row === undefined) throw connectionGone();
    return row.number as number;
  }

  put(draft: NewDraft): NewDraft {
    const { connectionId, number, mtime, text } = draft;
    this.#put.run({ connectionId, number, mtime, text: toStored(text) });
    return draft;
  }

  remove(connectionId: string, number: number): void {
    this.#delete.run({ connectionId, number });
  }
}

function fromRow(row: Row): NewDraft {
  return { connectionId: row.connection_id, number: row.number, text: fromStored(row.text), mtime: row.mtime };
}
