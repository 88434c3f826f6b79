// Connections that are there: what belongs to one that was removed is as if its rows were gone, for whoever still knows
// its id.

import type { Database } from './database.ts';
import { connectionGone } from './storeErrors.ts';

/** Limits a statement to rows whose connection exists and is not removed. */
export const OF_LIVE =
  "connection_id NOT IN (SELECT connection_id FROM connections WHERE kind IN ('removed', 'erasing'))";

/** No row belongs to it, and none can. */
const NO_CONNECTION = '';

export class LiveConnections {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  has(id: string): boolean {
    const live = "SELECT 1 FROM connections WHERE connection_id = :id AND kind IN ('service', 'sandbox')";
    return this.#database.get(live, { id }) !== undefined;
  }

  /** @throws UserGroupsError `conflict` when it is gone or removed */
  require(id: string): void {
    if (!this.has(id)) throw connectionGone();
  }

  /** The id, or one that nothing belongs to. */
  idOf(id: string): string {
    return this.has(id) ? id : NO_CONNECTION;
  }

  of<T extends { readonly connectionId: string }>(about: T): T {
    return { ...about, connectionId: this.idOf(about.connectionId) };
  }
}
