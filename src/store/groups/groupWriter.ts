// Records of groups as they are read and written within a transaction; a group that is not in the list is put there.

import type { GroupRef, UserGroupRecord } from '../../core/userGroup.ts';
import { newlyListed, type StoredUserGroup } from './userGroupChanges.ts';
import type { FoundUserGroup, UserGroupRows } from './userGroupRows.ts';

export class GroupWriter {
  readonly #rows: UserGroupRows;
  readonly #now: () => number;

  constructor(rows: UserGroupRows, now: () => number) {
    this.#rows = rows;
    this.#now = now;
  }

  isListed(ref: GroupRef): boolean {
    return this.#rows.rowOf(ref) !== undefined;
  }

  listed(ref: GroupRef): FoundUserGroup {
    return this.#rows.find(ref) ?? this.#rows.add(newlyListed(ref, this.#now()));
  }

  /** Returns the record as it is then. */
  save(group: FoundUserGroup, changed: StoredUserGroup): UserGroupRecord {
    if (changed !== group) this.#rows.save(group.row, changed);
    return changed.record;
  }

  remove(row: number): void {
    this.#rows.remove(row);
  }
}
