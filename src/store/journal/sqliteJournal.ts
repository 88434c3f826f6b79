// The role of what is sent, from before a request leaves until its answer is recorded: each method is one question or
// one transaction.

import { requireNotDeleted, requireNotPerhapsDeleted } from '../../core/deletedGroups.ts';
import { requireNoneOpen } from '../../core/openRotations.ts';
import type {
  AbandonedSending,
  Journal,
  ListAsked,
  ListedRecord,
  NewSending,
  NotStarted,
  PendingRotation,
  Renamed,
  RotationEnding,
  RotationSubject,
  SendResult,
  VersionQuery,
} from '../../core/ports/journal.ts';
import { endsId, isAskedAlone, sendsDocument } from '../../contract/operations.ts';
import type {
  GroupRef,
  OpenRotation,
  SealedToken,
  SentVersion,
  UserGroupRecord,
  VersionSummary,
} from '../../core/userGroup.ts';
import type { Database } from '../database/database.ts';
import type { LeaseKeeper } from '../database/leaseKeeper.ts';
import { isAlive, leaseFrom } from '../database/leases.ts';
import { LiveConnections } from '../database/liveConnections.ts';
import type { FoundUserGroup } from '../groups/userGroupRows.ts';
import type { RotationItems } from '../runs/rotationItems.ts';
import {
  atBegin,
  isOvertaken,
  withoutOlderDraft,
  withoutStaleToken,
  type AtBegin,
  ABANDONED,
  AwaitedAnswers,
} from './awaitedAnswers.ts';
import { EndedSendings, type EndedSendingsRows } from './endedSendings.ts';
import { ListJournal } from './listJournal.ts';
import { RotationJournal } from './rotationJournal.ts';
import { refOfRotation } from './rotationRows.ts';
import { idInUse, requireOrder, requireUndisturbed } from './sendingOrder.ts';
import type { PendingSending, UnansweredVersion } from './versionRows.ts';

interface Rows extends EndedSendingsRows {
  readonly rotationItems: RotationItems;
}

/** No row has this id. */
const NOT_BEGUN = 0;

export class SqliteJournal implements Journal {
  readonly #database: Database;
  readonly #live: LiveConnections;
  readonly #rows: Rows;
  readonly #now: () => number;
  readonly #ended: EndedSendings;
  readonly #rotations: RotationJournal;
  readonly #lists: ListJournal;
  /** What this window is sending, by version id. */
  readonly #awaited: AwaitedAnswers<AtBegin & { readonly ref: GroupRef; readonly sending: NewSending }>;

  constructor(database: Database, rows: Rows, now: () => number, keeper: LeaseKeeper | undefined) {
    this.#database = database;
    this.#live = new LiveConnections(database);
    this.#rows = rows;
    this.#now = now;
    this.#ended = new EndedSendings(rows, now);
    this.#rotations = new RotationJournal(rows, this.#ended, now, keeper);
    this.#lists = new ListJournal(rows, this.#ended, this.#rotations);
    this.#awaited = new AwaitedAnswers('versions', keeper);
  }

  beginSend(ref: GroupRef, sending: NewSending): number {
    let begun = NOT_BEGUN;
    try {
      return this.#database.write(() => (begun = this.#begin(ref, sending)));
    } catch (error) {
      this.#awaited.neverLeft(begun);
      throw error;
    }
  }

  finishSend(versionId: number, result: SendResult): UserGroupRecord | undefined {
    const record = this.#database.write(() => this.#finish(versionId, result));
    this.#awaited.isFinished(versionId, result);
    return record;
  }

  async beginSendBatched(ref: GroupRef, sending: NewSending): Promise<number> {
    let begun = NOT_BEGUN;
    try {
      return await this.#database.writeBatched(() => (begun = this.#begin(ref, sending)));
    } catch (error) {
      // Perhaps it stands there all the same: nobody waits for its answer.
      this.#awaited.neverLeft(begun);
      throw error;
    }
  }

  async finishSendBatched(versionId: number, result: SendResult): Promise<UserGroupRecord | undefined> {
    const record = await this.#database.writeBatched(() => this.#finish(versionId, result));
    this.#awaited.isFinished(versionId, result);
    return record;
  }

  askForList(connectionId: string): ListAsked {
    return this.#database.writeSilently(() => this.#lists.ask(this.#live.idOf(connectionId)));
  }

  keepListed(asked: ListAsked, groups: readonly ListedRecord[]): Promise<string[]> {
    return this.#database.writeBatched(() => {
      const live = this.#live.of(asked);
      return groups.filter((group) => this.#lists.keep(live, group)).map(({ userGroupId }) => userGroupId);
    });
  }

  markAbsent(
    asked: ListAsked,
    userGroupIds: readonly string[],
    renamed: (newId: string) => Renamed,
  ): Promise<string[]> {
    return this.#database.writeBatched(() => {
      const live = this.#live.of(asked);
      return userGroupIds.filter((userGroupId) => this.#lists.markAbsent(live, userGroupId, renamed));
    });
  }

  versions(query: VersionQuery): SentVersion[] {
    return this.#ofGroupOrAll(query, (row) => this.#rows.versions.page(row, query));
  }

  versionSummaries(query: VersionQuery): VersionSummary[] {
    return this.#ofGroupOrAll(query, (row) => this.#rows.versions.summaries(row, query));
  }

  version(id: number): SentVersion | undefined {
    return this.#rows.versions.find(id);
  }

  beginRotation(subject: RotationSubject, rotation: PendingRotation): { readonly id: number } | NotStarted {
    let begun: { readonly id: number } | NotStarted | undefined;
    try {
      return this.#database.write(() => {
        const live = this.#live.of(subject);
        const ref = refOfRotation(live);
        if (ref !== undefined) this.#closeAbandonedEnding(ref);
        return (begun = this.#rotations.begin(live, rotation));
      });
    } catch (error) {
      if (begun !== undefined && 'id' in begun) this.#rotations.awaited.neverLeft(begun.id);
      throw error;
    }
  }

  keepAnswer(rotationId: number, answer: SealedToken): void {
    this.#database.write(() => this.#rotations.keepAnswer(rotationId, answer));
  }

  dropAnswer(rotationId: number): void {
    this.#database.write(() => this.#rows.rotations.keepAnswer(rotationId, undefined));
  }

  finishRotation(rotationId: number, result: RotationEnding): UserGroupRecord | undefined {
    const record = this.#database.write(() => this.#rotations.finish(rotationId, result));
    this.#rotations.awaited.isFinished(rotationId, result);
    return record;
  }

  openRotations(ref?: GroupRef): OpenRotation[] {
    if (ref === undefined) return this.#rows.rotations.all();
    const row = this.#rows.groups.liveRowOf(ref);
    return row === undefined ? [] : this.#rows.rotations.ofGroup(row);
  }

  assignRotation(rotationId: number, ref: GroupRef, token: SealedToken): void {
    this.#database.write(() => this.#rotations.assign(rotationId, ref, token));
  }

  dropRotation(rotationId: number): void {
    this.#database.write(() => this.#rotations.drop(rotationId));
  }

  noLongerSending(versionId: number): void {
    this.#awaited.release(versionId);
  }

  noLongerRotating(rotationId: number): void {
    this.#rotations.awaited.release(rotationId);
  }

  stillSending(): void {
    this.#database.writeSilently(() => {
      const until = leaseFrom(this.#now());
      for (const id of this.#awaited.ids) this.#rows.versions.lease(id, until);
      for (const id of this.#rotations.awaited.ids) this.#rows.rotations.lease(id, until);
    });
  }

  closeAbandoned(): AbandonedSending[] {
    return this.#database.write(() =>
      [...this.#rotations.closeAbandoned(), ...this.#closeAbandonedSendings()].filter(({ connectionId }) =>
        this.#live.has(connectionId),
      ),
    );
  }

  nextAbandonedAt(): number | undefined {
    const ends = [...this.#rotations.abandonedAt(), ...this.#unawaited().map(({ leaseUntil }) => leaseUntil)];
    return ends.length === 0 ? undefined : Math.min(...ends);
  }

  /** With the journal goes everything. @throws UserGroupsError `conflict` while a rotation is under way */
  deleteEverything(): void {
    this.#database.deleteEverything(() => {
      requireNoneOpen(this.#rotations.underWay());
    });
    this.#awaited.clear();
    this.#rotations.awaited.clear();
  }

  /** `read` is given the row of the group, and none for all groups. */
  #ofGroupOrAll<T>({ ref }: VersionQuery, read: (groupRow: number | undefined) => T[]): T[] {
    const row = ref && this.#rows.groups.liveRowOf(ref);
    return ref !== undefined && row === undefined ? [] : read(row);
  }

  /** @throws UserGroupsError `conflict`: see the port */
  #begin(given: GroupRef, sending: NewSending): number {
    const ref = this.#live.of(given);
    this.#closeAbandonedEnding(ref);
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
    this.#awaited.begin(id, { ref, sending, ...before });
    return id;
  }

  #finish(versionId: number, result: SendResult): UserGroupRecord | undefined {
    const begun = this.#rows.versions.find(versionId) ?? this.#restarted(versionId, result);
    if (begun === undefined) return undefined;
    return result.renamed === undefined ? this.#end(begun, result) : this.#endRenaming(begun, result, result.renamed);
  }

  #closeAbandonedSendings(): AbandonedSending[] {
    const now = this.#now();
    const abandoned = this.#unawaited().filter(({ leaseUntil }) => !isAlive(leaseUntil, now));
    for (const version of abandoned) this.#closeVersion(version);
    return abandoned.map(({ operation, ref, at }) => ({ operation, ...ref, at }));
  }

  /** Before it is noticed that its window is gone: whatever is asked for next must know of it. */
  #closeAbandonedEnding(ref: GroupRef): void {
    const now = this.#now();
    for (const version of this.#rows.versions.sendingOf(this.#rows.groups.listed(ref).row))
      if (endsId(version.operation) && !isAlive(version.leaseUntil, now)) this.#closeVersion(version);
  }

  /**
   * Not by this window, which knows that it lives. A rotation with a row of its own is left out: that row stands for
   * it.
   */
  #unawaited(): UnansweredVersion[] {
    const ofRotations = new Set(this.#rows.rotations.all().map(({ versionId }) => versionId));
    return this.#rows.versions.sending().filter(({ id }) => !ofRotations.has(id) && !this.#awaited.has(id));
  }

  #end(begun: PendingSending, given: SendResult): UserGroupRecord | undefined {
    const { groups, versions, entries } = this.#rows;
    versions.close(begun.id, given);
    const group = groups.listed(begun.ref);
    const before = this.#awaited.begun(begun.id);
    const result = withoutOlderDraft(
      group.record,
      before,
      withoutStaleToken(this.#rows.tokens.replacedOf(group.row), before, given),
    );
    this.#rotations.settleBy(group, begun, result);
    const sent = { ...begun, isOvertaken: isOvertaken(group.record, begun.id, before) };
    const after = this.#ended.apply(group, sent, result);
    if (after.base !== group.record.base) entries.keep(group.row, begun.ref.connectionId, result.base?.entries);
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
    const group = this.#ended.carryDocuments(former, found, renamed);
    const sent = { ...begun, id, ref: found.record.ref, operation: 'update', isOvertaken: false } as const;
    const record = this.#ended.apply(group, sent, given);
    // A list that was asked for meanwhile knows nothing of this ID.
    return groups.save(found, isRecorded ? record : { ...record, answeredVersion: versions.reserve() });
  }

  /**
   * The group was forgotten while the request was under way. A token is the one thing that must not be lost: the group
   * is listed again.
   */
  #restarted(versionId: number, result: SendResult): PendingSending | undefined {
    const underWay = this.#awaited.begun(versionId);
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
  { operation, mayRecreate, chosen, requireAsSeen }: NewSending,
  rotations: readonly unknown[],
): void {
  requireAsSeen?.(record);
  if (isAskedAlone(operation)) requireUndisturbed(record.token?.sealed, chosen, rotations);
  else if (operation === 'update') requireNotDeleted(record);
  else if (mayRecreate !== true) requireNotPerhapsDeleted(record);
}
