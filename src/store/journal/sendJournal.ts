// What sendings leave in the store, from before the request to what follows from its answer. Runs inside the caller's
// transaction.

import { requireNotDeleted, requireNotPerhapsDeleted } from '../../core/deletedGroups.ts';
import type { AbandonedSending, NewSending, Renamed, SendResult } from '../../core/ports/journal.ts';
import { endsId, sendsDocument, type GroupRef, type UserGroupRecord } from '../../core/userGroup.ts';
import type { LeaseKeeper } from '../database/leaseKeeper.ts';
import { isAlive, leaseFrom } from '../database/leases.ts';
import type { BaseEntryRows } from '../groups/baseEntryRows.ts';
import type { FoundUserGroup } from '../groups/userGroupRows.ts';
import { atBegin, isOvertaken, withoutOlderDraft, withoutStaleToken, type AtBegin } from './atBegin.ts';
import { ABANDONED, AwaitedAnswers } from './awaitedAnswers.ts';
import { carryDocuments } from './carriedDocuments.ts';
import { EndedSendings, type EndedSendingsRows } from './endedSendings.ts';
import type { RotationJournal } from './rotationJournal.ts';
import { idInUse, requireOrder, requireUndisturbed } from './sendingOrder.ts';
import type { PendingSending, UnansweredVersion } from './versionRows.ts';

interface Rows extends EndedSendingsRows {
  readonly entries: BaseEntryRows;
}

export class SendJournal {
  readonly #rows: Rows;
  readonly #rotations: RotationJournal;
  readonly #now: () => number;
  readonly #ended: EndedSendings;
  /** What this window is sending, by version id. */
  readonly awaited: AwaitedAnswers<AtBegin & { readonly ref: GroupRef; readonly sending: NewSending }>;

  /** @param rotations what an answer shows of them is recorded there */
  constructor(rows: Rows, rotations: RotationJournal, now: () => number, keeper?: LeaseKeeper) {
    this.#rows = rows;
    this.#rotations = rotations;
    this.#now = now;
    this.#ended = new EndedSendings(rows, now);
    this.awaited = new AwaitedAnswers('versions', keeper);
  }

  /** @throws UserGroupsError `conflict`: see the port */
  begin(ref: GroupRef, sending: NewSending): number {
    this.closeAbandonedEnding(ref);
    const group = this.#rows.groups.listed(ref);
    const { row } = group;
    requireOrder(sending.operation, this.#rows.versions.inProgress(row, this.#now()));
    requireSendable(group, sending, this.#rows.rotations.ofGroup(row));
    if (
      sending.operation === 'changeId' &&
      this.#rows.groups.rowOf({ ...ref, userGroupId: sending.text }) !== undefined
    )
      throw idInUse(sending.text);
    const id = this.#rows.versions.begin(row, sending, leaseFrom(this.#now()));
    const before = atBegin(group.record, this.#rows.tokens.replacedOf(row));
    this.awaited.begin(id, { ref, sending, ...before });
    return id;
  }

  finish(versionId: number, result: SendResult): UserGroupRecord | undefined {
    const begun = this.#rows.versions.find(versionId) ?? this.#restarted(versionId, result);
    if (begun === undefined) return undefined;
    return result.renamed === undefined ? this.#end(begun, result) : this.#endRenaming(begun, result, result.renamed);
  }

  stillSending(): void {
    const until = leaseFrom(this.#now());
    for (const id of this.awaited.ids) this.#rows.versions.lease(id, until);
  }

  closeAbandoned(): AbandonedSending[] {
    const now = this.#now();
    const abandoned = this.#unawaited().filter(({ leaseUntil }) => !isAlive(leaseUntil, now));
    for (const version of abandoned) this.#closeVersion(version);
    return abandoned.map(({ operation, ref, at }) => ({ operation, ...ref, at }));
  }

  /** Before it is noticed that its window is gone: whatever is asked for next must know of it. */
  closeAbandonedEnding(ref: GroupRef): void {
    const now = this.#now();
    for (const version of this.#rows.versions.sendingOf(this.#rows.groups.listed(ref).row))
      if (endsId(version.operation) && !isAlive(version.leaseUntil, now)) this.#closeVersion(version);
  }

  /** When those of other windows count as abandoned. */
  abandonedAt(): number[] {
    return this.#unawaited().map(({ leaseUntil }) => leaseUntil);
  }

  /**
   * Not by this window, which knows that it lives. A rotation with a row of its own is left out: that row stands for
   * it.
   */
  #unawaited(): UnansweredVersion[] {
    const ofRotations = new Set(this.#rows.rotations.all().map(({ versionId }) => versionId));
    return this.#rows.versions.sending().filter(({ id }) => !ofRotations.has(id) && !this.awaited.has(id));
  }

  #end(begun: PendingSending, given: SendResult): UserGroupRecord | undefined {
    const { groups, versions, entries } = this.#rows;
    versions.close(begun.id, given);
    const group = groups.listed(begun.ref);
    const before = this.awaited.begun(begun.id);
    const result = withoutOlderDraft(
      group.record,
      before,
      withoutStaleToken(this.#rows.tokens.replacedOf(group.row), before, given),
    );
    this.#rotations.settleBy(group, begun, result);
    const sent = { ...begun, isOvertaken: isOvertaken(group.record, begun.id, before) };
    const after = this.#ended.apply(group, sent, result);
    if (after.record.base !== group.record.base) entries.keep(group.row, begun.ref.connectionId, result.base?.entries);
    return this.#ended.save(group, after, begun.id, result.outcome);
  }

  /** The group of the former ID ends like one that was deleted. The answer is about the one of the new ID. */
  #endRenaming(begun: PendingSending, given: SendResult, renamed: Renamed): UserGroupRecord {
    const { groups, versions } = this.#rows;
    const former = groups.listed(begun.ref);
    const { outcome, at, status, durationMs } = given;
    this.#end(begun, { outcome, at, status, durationMs });
    const found = groups.listed({ ...begun.ref, userGroupId: renamed.userGroupId });
    // Recorded once more, since its token could not be stored before, it brings nothing but that.
    const { answeredVersion = 0 } = found.record;
    const isRecorded = given.isLate === true && answeredVersion > begun.id;
    const id = isRecorded ? answeredVersion : begun.id;
    const group = carryDocuments(this.#rows, former, found, renamed, this.#now());
    const sent = { ...begun, id, ref: found.record.ref, operation: 'update', isOvertaken: false } as const;
    const { record, ...after } = this.#ended.apply(group, sent, given);
    // A list that was asked for meanwhile knows nothing of this ID.
    return groups.save(found, {
      ...after,
      record: isRecorded ? record : { ...record, answeredVersion: versions.reserve() },
    });
  }

  /**
   * The group was forgotten while the request was under way. A token is the one thing that must not be lost: the group
   * is listed again.
   */
  #restarted(versionId: number, result: SendResult): PendingSending | undefined {
    const underWay = this.awaited.begun(versionId);
    if (underWay === undefined || result.token === undefined) return undefined;
    const { ref, sending } = underWay;
    return {
      ...sending,
      ref,
      id: this.#rows.versions.begin(this.#rows.groups.listed(ref).row, sending, leaseFrom(this.#now())),
    };
  }

  #closeVersion(version: UnansweredVersion): void {
    const { ref, operation, at, text } = version;
    const result: SendResult = { outcome: 'unknown', at, reason: ABANDONED };
    // A rotation that somebody has dismissed meanwhile.
    if (operation === 'rotate') {
      this.#rows.versions.close(version.id, result);
      return;
    }
    const isToKeep = sendsDocument(operation) && this.#rows.groups.listed(ref).record.draft === undefined;
    this.#end(version, { ...result, ...(isToKeep && { draft: { text } }) });
  }
}

/** @throws UserGroupsError `conflict`: see the port */
function requireSendable(
  { record }: FoundUserGroup,
  { operation, mayRecreate, chosen }: NewSending,
  rotations: readonly unknown[],
): void {
  if (endsId(operation)) requireUndisturbed(record.token?.sealed, chosen, rotations);
  else if (operation === 'update') requireNotDeleted(record);
  else if (mayRecreate !== true) requireNotPerhapsDeleted(record);
}
