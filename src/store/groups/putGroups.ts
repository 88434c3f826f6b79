// Groups that come with what is known of them elsewhere: put into the list as they are. Runs inside the caller's
// transaction.

import type { GroupFacts } from '../../core/ports/userGroupStore.ts';
import { isGone } from '../../core/deletedGroups.ts';
import { answeredMapping, type OpenRotation, type UserGroupRecord } from '../../core/userGroup.ts';
import type { BaseEntryRows } from './baseEntryRows.ts';
import { asGone, newlyListed } from './userGroupChanges.ts';
import type { FoundUserGroup, UserGroupRows } from './userGroupRows.ts';

/** What the journal has on record of a group. */
export interface GroupHistory {
  /** Rotations that nobody knows the end of. */
  openRotations(groupRow: number): readonly OpenRotation[];
  hasVersions(groupRow: number): boolean;
  /** One that was sent elsewhere, and has ended. */
  addVersion(groupRow: number, version: GroupFacts['versions'][number]): void;
}

interface Rows {
  readonly groups: UserGroupRows;
  readonly entries: BaseEntryRows;
  readonly history: GroupHistory;
}

export class PutGroups {
  readonly #rows: Rows;
  readonly #now: () => number;

  constructor(rows: Rows, now: () => number) {
    this.#rows = rows;
    this.#now = now;
  }

  put(connectionId: string, groups: readonly GroupFacts[], known: 'stay' | 'replace'): string[] {
    const stored: string[] = [];
    for (const facts of groups) {
      const ref = { connectionId, userGroupId: facts.userGroupId };
      const found = this.#rows.groups.find(ref);
      if (found !== undefined && known === 'stay') continue;
      this.#put(found ?? this.#rows.groups.add(newlyListed(ref, this.#now())), connectionId, facts);
      stored.push(facts.userGroupId);
    }
    return stored;
  }

  #put(group: FoundUserGroup, connectionId: string, facts: GroupFacts): void {
    const { record, row } = group;
    const { draft, base, answered, existedNotAppliedAt, goneAt, versions } = facts;
    const changed: UserGroupRecord = {
      ...record,
      name: answered?.name ?? record.ref.userGroupId,
      draft: draft?.text === base?.text ? undefined : draft,
      base,
      answered,
      existedNotAppliedAt,
      goneAt,
      // Of another machine, whose sequence is another one.
      baseVersion: undefined,
      answeredVersion: undefined,
      // Moves under an editor that shows the group.
      documentMtime: Math.max(this.#now(), record.documentMtime + 1),
    };
    const isAnswered =
      base?.from === 'answered' ? answered?.mapping !== undefined : answeredMapping(answered ?? {}) === 'some';
    const mappingKnown = base?.mappingKnown === true || isAnswered;
    const put = { record: changed, mappingKnown };
    // Whatever others know of it is older, or has to be asked for.
    const whole = isGone(record) ? asGone(put, record.listedVersion ?? 0, record.listing) : put;
    this.#rows.groups.save(row, whole);
    this.#rows.entries.keep(row, connectionId, whole === put ? base?.entries : undefined);
    // The order of versions is that of their ids: older ones cannot be put before those that are here.
    if (this.#rows.history.hasVersions(row)) return;
    for (const version of versions) this.#rows.history.addVersion(row, version);
  }
}
