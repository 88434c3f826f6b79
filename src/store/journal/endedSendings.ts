// What the end of a sending or a rotation changes of its group. Runs inside the caller's transaction.

import { deletedText, isGone, isPerhapsDeleted } from '../../core/deletedGroups.ts';
import type { Renamed, SendResult } from '../../core/ports/journal.ts';
import type { StoredReason } from '../../core/storedReasons.ts';
import { endsId, type ListedAs } from '../../contract/operations.ts';
import { isSameToken, type UserGroupRecord } from '../../core/userGroup.ts';
import type { SqliteTokens } from '../groups/sqliteTokens.ts';
import {
  afterLateSending,
  afterSending,
  isEmpty,
  withDocuments,
  withoutDraft,
  withOpenRotation,
  type Ended,
} from '../groups/userGroupChanges.ts';
import type { BaseEntryRows } from '../groups/baseEntryRows.ts';
import type { FoundUserGroup, UserGroupRows } from '../groups/userGroupRows.ts';
import type { RotationRows } from './rotationRows.ts';
import type { VersionRows } from './versionRows.ts';

export interface EndedSendingsRows {
  readonly groups: UserGroupRows;
  readonly entries: BaseEntryRows;
  readonly versions: VersionRows;
  readonly rotations: RotationRows;
  readonly tokens: SqliteTokens;
}

export const FOUND_OUT: StoredReason = 'Resolved later by asking the service.';

export class EndedSendings {
  readonly #rows: EndedSendingsRows;
  readonly #now: () => number;

  constructor(rows: EndedSendingsRows, now: () => number) {
    this.#rows = rows;
    this.#now = now;
  }

  /** What the group is then. The token that it had is kept among the replaced ones. */
  apply(group: FoundUserGroup, sent: Ended, result: SendResult): UserGroupRecord {
    // What the answer says was recorded when its token could not be sealed.
    const isRecorded = group.record.answeredVersion === sent.id;
    const isOverwritten =
      (result.isLate === true && (isRecorded || this.#rows.versions.hasRecordedSince(group.row, sent.id))) ||
      this.#isBeforeDeletion(group, sent);
    const after = this.#withOpenRotation(
      group,
      isOverwritten ? afterLateSending(group.record, result) : afterSending(group.record, sent, result, this.#now()),
    );
    this.#keepFormer(group, after, result);
    // Asked for, it did not exist.
    if (result.outcome === 'created') this.settleDeletion(group);
    return after;
  }

  /** The service has no such group: what may have ended it, with an unknown outcome, was carried out. What that was. */
  settleDeletion({ row, record }: FoundUserGroup): ListedAs | undefined {
    if (!isPerhapsDeleted(record)) return undefined;
    this.#rows.versions.settleDeletion(row, FOUND_OUT);
    return record.unknownOutcome?.operation === 'changeId' ? 'idChanged' : 'deleted';
  }

  /** A group that only this sending had listed is removed again when nothing arrived at the service. */
  save(
    group: FoundUserGroup,
    after: UserGroupRecord,
    versionId: number,
    outcome: SendResult['outcome'],
  ): UserGroupRecord | undefined {
    const { groups, versions } = this.#rows;
    const nothingArrived = outcome === 'refused' || outcome === 'notSent';
    if (!nothingArrived || !isEmpty(after) || versions.hasOther(group.row, versionId)) return groups.save(group, after);
    groups.remove(group.row);
    return undefined;
  }

  /** Its rotations are others now. */
  saveRotations(group: FoundUserGroup): void {
    this.#rows.groups.save(group, this.#withOpenRotation(group, group.record));
  }

  /**
   * Moves the documents of a group whose ID has changed to the group of the new ID, unless it was known before that the
   * former ID is gone, or that it still exists. Returns the group, which is to be saved.
   * @param former as it was before its ID was found to be gone
   */
  carryDocuments(former: FoundUserGroup, group: FoundUserGroup, { inText, entriesOf }: Renamed): FoundUserGroup {
    const { groups, entries } = this.#rows;
    const present = groups.listed(former.record.ref);
    if (isGone(former.record) || !isGone(present.record)) return group;
    const record = withDocuments(group.record, former.record, inText, this.#now());
    const { base, draft } = record;
    const hasBase = base !== undefined && base !== group.record.base;
    if (hasBase) entries.keep(group.row, former.record.ref.connectionId, entriesOf(base.text));
    const isCarried = former.record.draft === undefined ? hasBase : draft !== group.record.draft;
    if (isCarried) groups.save(present, withoutDraft(present.record, this.#now()));
    return { row: group.row, record };
  }

  /** It was sent before the group was deleted, or perhaps was: whatever came of it, that is the end. */
  #isBeforeDeletion({ row, record }: FoundUserGroup, { id, operation }: Ended): boolean {
    if (endsId(operation) || deletedText(record) === undefined) return false;
    return this.#rows.versions.hasDeletionSince(row, id);
  }

  #withOpenRotation({ row }: FoundUserGroup, after: UserGroupRecord): UserGroupRecord {
    return withOpenRotation(
      after,
      this.#rows.rotations.ofGroup(row).find(({ isUnderWay }) => !isUnderWay),
    );
  }

  #keepFormer(
    { row, record: { token: former } }: FoundUserGroup,
    { token }: UserGroupRecord,
    { superseded = [], at }: SendResult,
  ): void {
    const { tokens } = this.#rows;
    if (former !== undefined && former !== token) tokens.addReplaced(row, former, at);
    const known = [...(token === undefined ? [] : [token]), ...tokens.replacedOf(row)];
    for (const one of superseded) {
      if (!known.some(({ sealed }) => isSameToken(sealed, one.sealed))) tokens.addReplaced(row, one, at);
    }
  }
}
