// What a list of the service leaves in the store. A group of which something was sent since the list was asked for, or
// is being sent, stays as it is: the list may be older than that. Runs inside the caller's transaction.

import { isPerhapsDeleted } from '../../core/deletedGroups.ts';
import type { ListAsked, ListedRecord, Renamed, SendResult } from '../../core/ports/journal.ts';
import type { UserGroupRecord } from '../../core/userGroup.ts';
import type { FoundUserGroup } from '../groups/userGroupRows.ts';
import { asGone } from '../groups/userGroupChanges.ts';
import type { EndedSendings, EndedSendingsRows } from './endedSendings.ts';
import type { RotationJournal } from './rotationJournal.ts';
import { SETTLED_MS } from './rotationRules.ts';

export class ListJournal {
  readonly #rows: EndedSendingsRows;
  readonly #rotations: RotationJournal;
  readonly #ended: EndedSendings;

  /** @param rotations what a token in the list shows of them is recorded there */
  constructor(rows: EndedSendingsRows, ended: EndedSendings, rotations: RotationJournal) {
    this.#rows = rows;
    this.#ended = ended;
    this.#rotations = rotations;
  }

  ask(connectionId: string): ListAsked {
    const { versions } = this.#rows;
    const meanwhile = versions.sending().filter(({ ref }) => ref.connectionId === connectionId);
    return {
      connectionId,
      version: versions.reserve(),
      meanwhile: new Set(meanwhile.map(({ ref }) => ref.userGroupId)),
      becoming: new Set(versions.becoming(connectionId)),
    };
  }

  /** Whether it was kept. */
  keep(asked: ListAsked, { userGroupId, at, answer, token, base, isChanged }: ListedRecord): boolean {
    const { groups, entries } = this.#rows;
    const ref = { connectionId: asked.connectionId, userGroupId };
    const group = groups.listed(ref);
    if (this.#isOlder(asked, group)) return false;
    const result: SendResult = { outcome: 'existed', at, answer, token, base };
    const sent = { id: asked.version, ref, operation: 'getOrCreate', text: '', at } as const;
    this.#rotations.settleBy(group, sent, result);
    const after = this.#ended.apply(group, { ...sent, isOvertaken: false }, result);
    if (after.base !== group.record.base) entries.keep(group.row, asked.connectionId, base.entries);
    groups.save(group, {
      ...after,
      listing: isChanged ? 'changed' : undefined,
      listedVersion: asked.version,
      ...stillDeletable(group, at),
    });
    return true;
  }

  /** The list has no such group, which the service had before. Whether that was kept. */
  markAbsent(asked: ListAsked, userGroupId: string, renamed: (newId: string) => Renamed): boolean {
    const ref = { connectionId: asked.connectionId, userGroupId };
    if (this.#rows.groups.rowOf(ref) === undefined) return false;
    const group = this.#rows.groups.listed(ref);
    if (group.record.answered === undefined || this.#isOlder(asked, group)) return false;
    // As long as the outcome is unknown: the list settles it.
    const newId =
      group.record.unknownOutcome?.operation === 'changeId' ? this.#rows.versions.mayBeNow(group.row) : undefined;
    this.#rows.groups.save(group, this.#withoutService(asked, group));
    if (newId !== undefined) this.#carry(group, renamed(newId));
    return true;
  }

  /** To the group of the new ID, which the list has brought. */
  #carry(former: FoundUserGroup, renamed: Renamed): void {
    const { groups } = this.#rows;
    const ref = { ...former.record.ref, userGroupId: renamed.userGroupId };
    if (groups.rowOf(ref) === undefined) return;
    const group = groups.listed(ref);
    groups.save(group, this.#ended.carryDocuments(former, group, renamed).record);
  }

  /** Where it was perhaps deleted from here, it was. */
  #withoutService({ version }: ListAsked, group: FoundUserGroup): UserGroupRecord {
    const outcome = this.#ended.settleDeletion(group);
    if (outcome !== undefined) {
      this.#rows.entries.keep(group.row, group.record.ref.connectionId, undefined);
      return asGone(group.record, version, outcome);
    }
    return { ...group.record, listing: 'absent', listedVersion: version };
  }

  /** Than what is known of the group, be it by a list that was asked for later. */
  #isOlder({ version, meanwhile }: ListAsked, { row, record }: FoundUserGroup): boolean {
    const { versions } = this.#rows;
    return (
      Math.max(record.answeredVersion ?? 0, record.listedVersion ?? 0) > version ||
      meanwhile.has(record.ref.userGroupId) ||
      versions.hasRecordedSince(row, version) ||
      versions.sendingOf(row).length > 0
    );
  }
}

/** It is there, and a late request to delete it may still be carried out. */
function stillDeletable({ record }: FoundUserGroup, at: number): Pick<UserGroupRecord, 'unknownOutcome'> {
  const { unknownOutcome } = record;
  const isOpen = isPerhapsDeleted(record) && unknownOutcome !== undefined && at - unknownOutcome.at < SETTLED_MS;
  return isOpen ? { unknownOutcome: { ...unknownOutcome, askedAt: at } } : {};
}
