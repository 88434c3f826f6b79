// Very many groups for tests of lists.

import { alike, foldedListing } from '../../../../src/core/folding.ts';
import { naturalKey } from '../../../../src/core/naturalKey.ts';
import { Database } from '../../../../src/store/database/database.ts';
import { MAY_12 } from '../storeFixture.ts';

/** Rows as the store writes them, in one transaction: as many through the store would be as many commits. */
export function fill(path: string, connectionId: string, groups: readonly { id: string; name?: string }[]): void {
  const database = new Database(path, Date.now);
  database.write(() => {
    for (const { id, name = id } of groups) {
      const folded = foldedListing(name, id);
      database.run(
        `INSERT INTO user_groups (connection_id, user_group_id, folded, sort_key, alike, document_mtime)
         VALUES (:connectionId, :id, :folded, :sortKey, :alike, :mtime)`,
        { connectionId, id, folded, sortKey: naturalKey(folded), alike: alike(id), mtime: MAY_12 },
      );
    }
  });
  database.close();
}
