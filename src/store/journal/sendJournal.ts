// What sendings leave in the store, from before the request to what follows from its answer. Runs inside the caller's
// transaction.

import { UserGroupsError } from '../../core/errors.ts';
import type {
  AbandonedSending,
  NewSending,
  PendingRotation,
  NotStarted,
  RotationEnding,
  RotationSubject,
  SendResult,
} from '../../core/ports/journal.ts';
import {
  type GroupRef,
  isSameToken,
  type OpenRotation,
  type SealedToken,
  type UserGroupRecord,
} from '../../core/userGroup.ts';
import { atBegin, isOvertaken, withoutOlderDraft, withoutStaleToken, type AtBegin } from './atBegin.ts';
import type { BaseEntryRows } from '../groups/baseEntryRows.ts';
import type { GroupWriter } from '../groups/groupWriter.ts';
import type { LeaseKeeper } from '../database/leaseKeeper.ts';
import { isAlive, leaseFrom } from '../database/leases.ts';
import type { ReplacedTokenRows } from '../groups/replacedTokenRows.ts';
import type { RotationEnd, RotationItems } from '../runs/rotationItems.ts';
import { contradictsToken, verdictOn } from './rotationRules.ts';
import { refOfRotation, type RotationRow, type RotationRows } from './rotationRows.ts';
import {
  afterLateSending,
  afterSending,
  isEmpty,
  withOpenRotation,
  type Ended,
  type StoredUserGroup,
} from '../groups/userGroupChanges.ts';
import type { FoundUserGroup } from '../groups/userGroupRows.ts';
import type { PendingSending, UnansweredVersion, VersionRows } from './versionRows.ts';

interface Rows {
  readonly groups: GroupWriter;
  readonly versions: VersionRows;
  readonly rotations: RotationRows;
  readonly replacedTokens: ReplacedTokenRows;
  readonly entries: BaseEntryRows;
  readonly rotationItems: RotationItems;
}

const FOUND_OUT = 'Found out later, by asking the service.';
const NEVER_FOUND_OUT = 'Never found out; since then the service has answered the current token.';

const ABANDONED = 'the window closed before an answer came';

export class SendJournal {
  readonly #rows: Rows;
  readonly #now: () => number;
  /** What this window is sending, by version id: the group may be forgotten before the answer comes. */
  readonly #underWay = new Map<number, AtBegin & { readonly ref: GroupRef; readonly sending: NewSending }>();
  /** The rotations of this window, likewise. */
  readonly #rotating = new Map<number, AtBegin & RotationSubject & PendingRotation>();
  /** Those of both whose answers somebody waits for. An end that could not be recorded is waited for no more. */
  readonly #awaited = { versions: new Set<number>(), rotations: new Set<number>() };
  readonly #keeper: LeaseKeeper | undefined;

  constructor(rows: Rows, now: () => number, keeper?: LeaseKeeper) {
    this.#rows = rows;
    this.#keeper = keeper;
    this.#now = now;
  }

  /** @throws UserGroupsError `conflict`: see the port */
  begin(ref: GroupRef, sending: NewSending): number {
    const group = this.#rows.groups.listed(ref);
    const { row } = group;
    if (sending.operation === 'update' && this.#isBeingUpdated(row)) throw beingSent();
    const id = this.#rows.versions.begin(row, sending, leaseFrom(this.#now()));
    this.#underWay.set(id, { ref, sending, ...this.#atBegin(group) });
    this.#awaited.versions.add(id);
    this.#keeper?.keep('versions', id);
    return id;
  }

  finish(versionId: number, result: SendResult): UserGroupRecord | undefined {
    const begun = this.#rows.versions.find(versionId) ?? this.#restarted(versionId, result);
    return begun && this.#end(begun, result);
  }

  /** The transaction that finished it is on disk. */
  isFinished(versionId: number, result: SendResult): void {
    if (!isTokenToCome(result)) this.#underWay.delete(versionId);
    this.noLongerSending(versionId);
  }

  /**
   * It could not be said for certain that it is on record, and was not sent: its id may be another window's the next
   * moment.
   */
  neverLeft(versionId: number): void {
    this.#underWay.delete(versionId);
    this.noLongerSending(versionId);
  }

  noLongerSending(versionId: number): void {
    this.#awaited.versions.delete(versionId);
    this.#keeper?.letGo('versions', versionId);
  }

  /** As `neverLeft`. */
  rotationNeverLeft(id: number): void {
    this.#rotating.delete(id);
    this.noLongerRotating(id);
  }

  beginRotation(subject: RotationSubject, rotation: PendingRotation): { readonly id: number } | NotStarted {
    const ref = refOfRotation(subject);
    const group = ref && this.#rows.groups.listed(ref);
    const { rotations } = this.#rows;
    const open =
      group === undefined ? rotations.ofToken(subject.connectionId, rotation.token) : rotations.ofGroup(group.row);
    const against = open.find(({ isUnderWay, id }) => isUnderWay || id > (rotation.despite ?? -1));
    if (against !== undefined) return { refusedFor: against };
    const current = group?.record.token?.sealed;
    if (current !== undefined && rotation.chosen !== undefined && !isSameToken(current, rotation.chosen))
      return { refusedFor: 'otherToken' };
    const before = this.#atBegin(group);
    const id = this.#writeRotation(subject.connectionId, group, { ...rotation, ...before });
    this.#rotating.set(id, { ...subject, ...rotation, ...before });
    this.#awaited.rotations.add(id);
    this.#keeper?.keep('rotations', id);
    return { id };
  }

  /** A group that was forgotten meanwhile is listed again: the answer may hold the only token. */
  keepAnswer(id: number, answer: SealedToken): void {
    const { rotations, groups } = this.#rows;
    const begun = this.#rotating.get(id);
    const ref = begun && refOfRotation(begun);
    if (begun !== undefined && ref !== undefined && rotations.find(id) === undefined && !groups.isListed(ref)) {
      this.#writeRotation(begun.connectionId, groups.listed(ref), begun, id);
    }
    rotations.keepAnswer(id, answer);
  }

  finishRotation(id: number, result: RotationEnding): UserGroupRecord | undefined {
    const rotation = this.#rows.rotations.find(id) ?? this.#rotationRepeated(id, result);
    if (rotation === undefined) return undefined;
    const userGroupId = rotation.userGroupId ?? (result.outcome === 'rotated' ? result.userGroupId : undefined);
    if (userGroupId === undefined) {
      this.#endWithoutGroup(rotation, result);
      return undefined;
    }
    return this.#endRotation(
      rotation,
      this.#rows.groups.listed({ connectionId: rotation.connectionId, userGroupId }),
      result,
    );
  }

  isRotationFinished(id: number, result: RotationEnding): void {
    if (!isTokenToCome(result)) this.#rotating.delete(id);
    this.noLongerRotating(id);
  }

  noLongerRotating(id: number): void {
    this.#awaited.rotations.delete(id);
    this.#keeper?.letGo('rotations', id);
  }

  /** The group has answered with that token already. */
  assignRotation(id: number, ref: GroupRef, token: SealedToken): void {
    const rotation = this.#rows.rotations.find(id);
    if (rotation === undefined) return;
    const group = this.#rows.groups.listed(ref);
    this.#rows.rotations.assign(id, group.row, token);
    this.#rows.rotations.markAsked(id, this.#now());
    this.#rows.groups.save(group, this.#withRotations(group, group));
  }

  dropRotation(id: number): void {
    const rotation = this.#rows.rotations.find(id);
    this.#rows.rotations.remove(id);
    const ref = rotation && refOfRotation(rotation);
    if (ref === undefined) return;
    const group = this.#rows.groups.listed(ref);
    this.#rows.groups.save(group, this.#withRotations(group, group));
  }

  /** Those whose answer is waited for. That of this window is, however long it was silent: it knows that it lives. */
  underWay(): OpenRotation[] {
    return this.#rows.rotations
      .all()
      .flatMap((rotation) =>
        rotation.isUnderWay || this.#awaited.rotations.has(rotation.id) ? [{ ...rotation, isUnderWay: true }] : [],
      );
  }

  stillSending(): void {
    const until = leaseFrom(this.#now());
    for (const versionId of this.#awaited.versions) this.#rows.versions.lease(versionId, until);
    for (const rotationId of this.#awaited.rotations) this.#rows.rotations.lease(rotationId, until);
  }

  closeAbandoned(): AbandonedSending[] {
    const now = this.#now();
    const rotations = this.#unawaitedRotations().filter(({ isAbandoned }) => isAbandoned);
    const versions = this.#unawaitedSendings().filter(({ leaseUntil }) => !isAlive(leaseUntil, now));
    for (const rotation of rotations)
      this.finishRotation(rotation.id, { outcome: 'unknown', at: rotation.at, reason: ABANDONED });
    for (const version of versions) this.#closeVersion(version);
    return [
      ...rotations.map(({ connectionId, userGroupId, at }) => ({
        operation: 'rotate' as const,
        connectionId,
        userGroupId,
        at,
      })),
      ...versions.map(({ operation, ref, at }) => ({ operation, ...ref, at })),
    ];
  }

  /** When the next one counts as abandoned. Those that this window waits for never do. */
  nextAbandonedAt(): number | undefined {
    const ends = [
      ...this.#unawaitedRotations().flatMap(({ leaseUntil }) => leaseUntil ?? []),
      ...this.#unawaitedSendings().map(({ leaseUntil }) => leaseUntil),
    ];
    return ends.length === 0 ? undefined : Math.min(...ends);
  }

  /** Not by this window, which knows that it lives. */
  #unawaitedRotations(): RotationRow[] {
    return this.#rows.rotations.all().filter(({ id }) => !this.#awaited.rotations.has(id));
  }

  #unawaitedSendings(): UnansweredVersion[] {
    return this.#sendingWithoutRotation().filter(({ id }) => !this.#awaited.versions.has(id));
  }

  /** A rotation with a row of its own is left out: that row stands for it. */
  #sendingWithoutRotation(): UnansweredVersion[] {
    const ofRotations = new Set(this.#rows.rotations.all().map(({ versionId }) => versionId));
    return this.#rows.versions.sending().filter(({ id }) => !ofRotations.has(id));
  }

  /** Everything was deleted: what this window sends at this moment is not recorded again when its answer comes. */
  forgetAll(): void {
    this.#underWay.clear();
    this.#rotating.clear();
    this.#awaited.versions.clear();
    this.#awaited.rotations.clear();
  }

  #end(begun: PendingSending, given: SendResult): UserGroupRecord | undefined {
    const { groups, versions, entries } = this.#rows;
    versions.close(begun.id, given);
    const group = groups.listed(begun.ref);
    const before = this.#underWay.get(begun.id);
    const result = withoutOlderDraft(
      group.record,
      before,
      withoutStaleToken(this.#rows.replacedTokens.ofGroup(group.row), before, given),
    );
    this.#validator(group, begun, result);
    const after = this.#withRotations(
      group,
      this.#after(group, { ...begun, isOvertaken: isOvertaken(group.record, begun.id, before) }, result),
    );
    this.#keepFormer(group, after.record, result);
    if (result.base !== undefined && after.record.base !== group.record.base)
      entries.keep(group.row, begun.ref.connectionId, result.base.entries);
    return this.#saved(group, after, begun.id, result.outcome);
  }

  /** A group that only this sending had listed is removed again when nothing arrived at the service. */
  #saved(
    group: FoundUserGroup,
    after: StoredUserGroup,
    versionId: number,
    outcome: SendResult['outcome'],
  ): UserGroupRecord | undefined {
    const { groups, versions } = this.#rows;
    const nothingArrived = outcome === 'refused' || outcome === 'notSent';
    if (!nothingArrived || !isEmpty(after.record) || versions.hasOther(group.row, versionId))
      return groups.save(group, after);
    groups.remove(group.row);
    return undefined;
  }

  /**
   * The group was forgotten while the request was under way. A token is the one thing that must not be lost: the group
   * is listed again.
   */
  #restarted(versionId: number, result: SendResult): PendingSending | undefined {
    const underWay = this.#underWay.get(versionId);
    if (underWay === undefined || result.token === undefined) return undefined;
    const { ref, sending } = underWay;
    return {
      ...sending,
      ref,
      id: this.#rows.versions.begin(this.#rows.groups.listed(ref).row, sending, leaseFrom(this.#now())),
    };
  }

  /** An answer with the group's token may show what became of rotations. */
  #validator({ row }: FoundUserGroup, { id, at }: PendingSending, { token, gone, outcome }: SendResult): void {
    if (token === undefined) return;
    const isRecreated = gone === true || outcome === 'created';
    // Of several that were to replace the same token, one was carried out: most likely the last, sent after it was
    // asked about the others.
    let isRotated = false;
    for (const rotation of this.#rows.rotations.ofGroup(row).filter(({ isUnderWay }) => !isUnderWay)) {
      const isBefore = id <= rotation.afterVersion;
      const verdict = isRecreated ? 'tokenKnown' : verdictOn(rotation, token, { at, isBefore });
      if (verdict === 'nothing') continue;
      if (verdict === 'probablyNot') this.#rows.rotations.markAsked(rotation.id, at);
      else this.#settle(rotation, isRotated && verdict === 'rotated' ? 'tokenKnown' : verdict);
      isRotated ||= verdict === 'rotated';
    }
  }

  #atBegin(group: FoundUserGroup | undefined): AtBegin {
    return atBegin(group?.record, group === undefined ? [] : this.#rows.replacedTokens.ofGroup(group.row));
  }

  #settle(rotation: RotationRow, verdict: RotationEnd): void {
    const { id, versionId } = rotation;
    const version = versionId === undefined ? undefined : this.#rows.versions.find(versionId);
    const isKnown = verdict !== 'tokenKnown';
    if (version !== undefined)
      this.#rows.versions.close(version.id, {
        ...version,
        outcome: isKnown ? verdict : 'unknown',
        reason: isKnown ? FOUND_OUT : NEVER_FOUND_OUT,
      });
    this.#notifyRuns(rotation, verdict);
    this.#rows.rotations.remove(id);
  }

  /** A run that began the rotation may have it among its results as unknown. */
  #notifyRuns(rotation: RotationRow, end: RotationEnd): void {
    const ref = refOfRotation(rotation);
    if (ref !== undefined && rotation.versionId !== undefined)
      this.#rows.rotationItems.isKnown(ref, rotation.versionId, end, this.#now());
  }

  #writeRotation(
    connectionId: string,
    group: FoundUserGroup | undefined,
    { at, token, known }: PendingRotation & Pick<AtBegin, 'known'>,
    id?: number,
  ): number {
    const leaseUntil = leaseFrom(this.#now());
    const versionId = group && this.#rows.versions.begin(group.row, { operation: 'rotate', text: '', at }, leaseUntil);
    return this.#rows.rotations.add({
      id,
      connectionId,
      groupRow: group?.row,
      versionId,
      at,
      leaseUntil,
      token,
      known,
    });
  }

  /** As `#restarted`: a token is not lost when the row is gone. */
  #rotationRepeated(id: number, result: RotationEnding): RotationRow | undefined {
    const begun = this.#rotating.get(id);
    if (begun === undefined || result.token === undefined) return undefined;
    const ref = refOfRotation(begun);
    return this.#rows.rotations.find(
      this.#writeRotation(begun.connectionId, ref && this.#rows.groups.listed(ref), begun),
    );
  }

  /** Without a group the rotation stays open as long as anybody may want to know more of it. */
  #endWithoutGroup({ id }: RotationRow, { outcome }: RotationEnding): void {
    if (outcome === 'refused' || outcome === 'notSent') this.#rows.rotations.remove(id);
    else this.#rows.rotations.lease(id, undefined);
  }

  #endRotation(rotation: RotationRow, group: FoundUserGroup, given: RotationEnding): UserGroupRecord | undefined {
    const { rotations, versions } = this.#rows;
    const sending: NewSending = { operation: 'rotate', text: '', at: rotation.at };
    const result = withoutStaleToken(
      this.#rows.replacedTokens.ofGroup(group.row),
      this.#rotating.get(rotation.id),
      given,
    );
    const current = group.record.token;
    const isOtherSince = current !== undefined && this.#isOtherSince(rotation, group.row, current);
    // Another token that another rotation brought says nothing of this one.
    const isKnownSince = isOtherSince && !versions.hasRotatedSince(group.row, rotation.versionId ?? -1);
    const outcome = result.outcome === 'unknown' && isKnownSince ? 'rotated' : result.outcome;
    const versionId =
      versions.find(rotation.versionId ?? -1)?.id ?? versions.begin(group.row, sending, leaseFrom(this.#now()));
    versions.close(versionId, { ...result, outcome, reason: outcome === result.outcome ? result.reason : FOUND_OUT });

    // Somebody else came to another token meanwhile: which of the two is the current one has to be found out.
    const isContested = isOtherSince && result.token !== undefined && !isSameToken(current.sealed, result.token);
    if (outcome === 'unknown' || isContested) rotations.lease(rotation.id, undefined);
    else rotations.remove(rotation.id);
    if (outcome === 'rotated' && !isContested) this.#notifyRuns(rotation, 'rotated');
    // One that is under way elsewhere closes its own row.
    for (const other of rotations
      .ofGroup(group.row)
      .filter(({ id, isUnderWay }) => id !== rotation.id && !isUnderWay)) {
      if (outcome === 'rotated' && !isContested) this.#settle(other, 'tokenKnown');
      if (outcome === 'refused' && contradictsToken(result.status)) rotations.markAsked(other.id, undefined);
    }

    const after = this.#withRotations(
      group,
      this.#after(group, { ...sending, id: versionId, isOvertaken: false }, { ...result, outcome }),
    );
    this.#keepFormer(group, after.record, result);
    if (result.former !== undefined)
      this.#rows.replacedTokens.add(group.row, { sealed: result.former, at: rotation.at }, result.at);
    return this.#saved(group, after, versionId, outcome);
  }

  /** The current token came since the rotation began, and is another one than was to be replaced. */
  #isOtherSince(rotation: RotationRow, groupRow: number, { sealed }: NonNullable<UserGroupRecord['token']>): boolean {
    if (verdictOn(rotation, sealed, { at: rotation.at, isBefore: false }) !== 'rotated') return false;
    if (rotation.versionId === undefined) return this.#rows.versions.hasAnsweredSince(groupRow, rotation.afterVersion);
    return rotation.known === undefined || !isSameToken(sealed, rotation.known);
  }

  #after(group: FoundUserGroup, sent: Ended, result: SendResult): StoredUserGroup {
    // What the answer says was recorded when its token could not be sealed.
    const isRecorded = group.record.answeredVersion === sent.id;
    const isOverwritten =
      result.isLate === true && (isRecorded || this.#rows.versions.hasRecordedSince(group.row, sent.id));
    return isOverwritten ? afterLateSending(group, result) : afterSending(group, sent, result, this.#now());
  }

  #withRotations(group: FoundUserGroup, after: StoredUserGroup): StoredUserGroup {
    return withOpenRotation(
      after,
      this.#rows.rotations.ofGroup(group.row).find(({ isUnderWay }) => !isUnderWay),
    );
  }

  #keepFormer(
    { row, record: { token: former } }: FoundUserGroup,
    { token }: UserGroupRecord,
    { superseded = [], at }: SendResult,
  ): void {
    const { replacedTokens } = this.#rows;
    if (former !== undefined && former !== token) replacedTokens.add(row, former, at);
    const known = [...(token === undefined ? [] : [token]), ...replacedTokens.ofGroup(row)];
    for (const one of superseded) {
      if (!known.some(({ sealed }) => isSameToken(sealed, one.sealed))) replacedTokens.add(row, one, at);
    }
  }

  #isBeingUpdated(groupRow: number): boolean {
    return this.#rows.versions
      .sendingOf(groupRow)
      .some(({ operation, leaseUntil }) => operation === 'update' && isAlive(leaseUntil, this.#now()));
  }

  #closeVersion(version: UnansweredVersion): void {
    const { ref, operation, at, text } = version;
    const result: SendResult = { outcome: 'unknown', at, reason: ABANDONED };
    // A rotation that somebody has dismissed meanwhile.
    if (operation === 'rotate') {
      this.#rows.versions.close(version.id, result);
      return;
    }
    const { draft } = this.#rows.groups.listed(ref).record;
    const isOtherDraft = draft !== undefined && draft.text !== text;
    this.#end(version, { ...result, ...(!isOtherDraft && { draft: { text } }) });
  }
}

/** The answer's token could not be sealed: it comes later, be its row gone by then. */
function isTokenToCome({ answer, token }: SendResult): boolean {
  return answer !== undefined && token === undefined;
}

function beingSent(): UserGroupsError {
  return new UserGroupsError({
    kind: 'conflict',
    happened: 'It is being sent at this moment, here or in another window.',
    next: 'Wait until that has ended.',
  });
}
