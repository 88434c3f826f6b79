// What rotations leave in the store, from before the request to what is found out about it later. Runs inside the
// caller's transaction.

import { requireNotDeleted } from '../../core/deletedGroups.ts';
import type {
  AbandonedSending,
  NewSending,
  NotStarted,
  PendingRotation,
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
import type { StoredReason } from '../../core/storedReasons.ts';
import type { LeaseKeeper } from '../database/leaseKeeper.ts';
import { leaseFrom } from '../database/leases.ts';
import type { FoundUserGroup } from '../groups/userGroupRows.ts';
import type { RotationEnd, RotationItems } from '../runs/rotationItems.ts';
import { atBegin, isOvertaken, withoutStaleToken, type AtBegin, ABANDONED, AwaitedAnswers } from './awaitedAnswers.ts';
import { type EndedSendings, FOUND_OUT, type EndedSendingsRows } from './endedSendings.ts';
import { refOfRotation, type RotationRow } from './rotationRows.ts';
import { contradictsToken, isOtherToken, verdictOn } from './rotationRules.ts';
import { requireOrder } from './sendingOrder.ts';
import type { PendingSending } from './versionRows.ts';

interface Rows extends EndedSendingsRows {
  readonly rotationItems: RotationItems;
}

const NEVER_FOUND_OUT: StoredReason = 'Never resolved. Since then the service has returned the current token.';

export class RotationJournal {
  readonly #rows: Rows;
  readonly #now: () => number;
  readonly #ended: EndedSendings;
  /** The rotations of this window. */
  readonly awaited: AwaitedAnswers<AtBegin & RotationSubject & PendingRotation>;

  constructor(rows: Rows, ended: EndedSendings, now: () => number, keeper: LeaseKeeper | undefined) {
    this.#rows = rows;
    this.#now = now;
    this.#ended = ended;
    this.awaited = new AwaitedAnswers('rotations', keeper);
  }

  begin(subject: RotationSubject, rotation: PendingRotation): { readonly id: number } | NotStarted {
    const ref = refOfRotation(subject);
    const group = ref && this.#rows.groups.listed(ref);
    const { rotations } = this.#rows;
    const open =
      group === undefined ? rotations.ofToken(subject.connectionId, rotation.token) : rotations.ofGroup(group.row);
    const against = open.find(({ isUnderWay, id }) => isUnderWay || id > (rotation.despite ?? 0));
    if (against !== undefined) return { refusedFor: against };
    if (group !== undefined) {
      requireOrder('rotate', this.#rows.versions.inProgress(group.row, this.#now()));
      requireNotDeleted(group.record);
    }
    const current = group?.record.token?.sealed;
    if (current !== undefined && rotation.chosen !== undefined && !isSameToken(current, rotation.chosen))
      return { refusedFor: 'otherToken' };
    const before = atBegin(group?.record, group === undefined ? [] : this.#rows.tokens.replacedOf(group.row));
    const id = this.#write(subject.connectionId, group, { ...rotation, ...before });
    this.awaited.begin(id, { ...subject, ...rotation, ...before });
    return { id };
  }

  /** A group that was forgotten meanwhile is listed again: the answer may hold the only token. */
  keepAnswer(id: number, answer: SealedToken): void {
    const begun = this.awaited.begun(id);
    if (begun !== undefined) this.#listAgain(id, begun);
    this.#rows.rotations.keepAnswer(id, answer);
  }

  finish(id: number, result: RotationEnding): UserGroupRecord | undefined {
    const rotation = this.#rows.rotations.find(id) ?? this.#repeated(id, result);
    if (rotation === undefined) return undefined;
    const userGroupId = rotation.userGroupId ?? (result.outcome === 'rotated' ? result.userGroupId : undefined);
    if (userGroupId === undefined) {
      this.#endWithoutGroup(rotation, result);
      return undefined;
    }
    return this.#end(rotation, this.#rows.groups.listed({ connectionId: rotation.connectionId, userGroupId }), result);
  }

  /** The group has answered with that token already. */
  assign(id: number, ref: GroupRef, token: SealedToken): void {
    const rotation = this.#rows.rotations.find(id);
    if (rotation === undefined) return;
    const group = this.#rows.groups.listed(ref);
    this.#rows.rotations.assign(id, group.row, token);
    this.#rows.rotations.markAsked(id, this.#now());
    this.#ended.saveRotations(group);
  }

  drop(id: number): void {
    const rotation = this.#rows.rotations.find(id);
    this.#rows.rotations.remove(id);
    const ref = rotation && refOfRotation(rotation);
    if (ref === undefined) return;
    const group = this.#rows.groups.listed(ref);
    this.#ended.saveRotations(group);
  }

  /** Those whose answer is waited for. That of this window is, however long it was silent: it knows that it lives. */
  underWay(): OpenRotation[] {
    return this.#rows.rotations
      .all()
      .flatMap((rotation) =>
        rotation.isUnderWay || this.awaited.has(rotation.id) ? [{ ...rotation, isUnderWay: true }] : [],
      );
  }

  closeAbandoned(): AbandonedSending[] {
    const abandoned = this.#unawaited().filter(({ isAbandoned }) => isAbandoned);
    for (const { id, at } of abandoned) this.finish(id, { outcome: 'unknown', at, reason: ABANDONED });
    return abandoned.map(({ connectionId, userGroupId, at }) => ({
      operation: 'rotate',
      connectionId,
      userGroupId,
      at,
    }));
  }

  /** When those of other windows count as abandoned. */
  abandonedAt(): number[] {
    return this.#unawaited().flatMap(({ leaseUntil }) => leaseUntil ?? []);
  }

  /** An answer with the group's token may show what became of rotations. */
  settleBy({ row }: FoundUserGroup, { id, at }: PendingSending, { token, gone, outcome }: SendResult): void {
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

  /** Not by this window, which knows that it lives. */
  #unawaited(): RotationRow[] {
    return this.#rows.rotations.all().filter(({ id }) => !this.awaited.has(id));
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

  /** Where its group was forgotten, the rotation went with it. */
  #listAgain(id: number, begun: AtBegin & RotationSubject & PendingRotation): void {
    const { groups } = this.#rows;
    const ref = refOfRotation(begun);
    if (ref !== undefined && groups.rowOf(ref) === undefined)
      this.#write(begun.connectionId, groups.listed(ref), begun, id);
  }

  #write(
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

  /** A token is not lost when the row is gone. */
  #repeated(id: number, result: RotationEnding): RotationRow | undefined {
    const begun = this.awaited.begun(id);
    if (begun === undefined || result.token === undefined) return undefined;
    const ref = refOfRotation(begun);
    return this.#rows.rotations.find(this.#write(begun.connectionId, ref && this.#rows.groups.listed(ref), begun));
  }

  /** Without a group the rotation stays open as long as anybody may want to know more of it. */
  #endWithoutGroup({ id }: RotationRow, { outcome }: RotationEnding): void {
    if (outcome === 'refused' || outcome === 'notSent') this.#rows.rotations.remove(id);
    else this.#rows.rotations.lease(id, undefined);
  }

  #end(rotation: RotationRow, group: FoundUserGroup, given: RotationEnding): UserGroupRecord | undefined {
    const { rotations, versions } = this.#rows;
    const sending: NewSending = { operation: 'rotate', text: '', at: rotation.at };
    const before = this.awaited.begun(rotation.id);
    const result = withoutStaleToken(this.#rows.tokens.replacedOf(group.row), before, given);
    const current = group.record.token;
    const isOtherSince = current !== undefined && this.#isOtherSince(rotation, group.row, current);
    // Another token that another rotation brought says nothing of this one.
    const isKnownSince = isOtherSince && !versions.hasRotatedSince(group.row, rotation.versionId ?? 0);
    const outcome = result.outcome === 'unknown' && isKnownSince ? 'rotated' : result.outcome;
    const versionId =
      versions.find(rotation.versionId ?? 0)?.id ?? versions.begin(group.row, sending, leaseFrom(this.#now()));
    versions.close(versionId, { ...result, outcome, reason: outcome === result.outcome ? result.reason : FOUND_OUT });

    // Somebody else came to another token meanwhile: which of the two is the current one has to be found out.
    const isContested = isOtherSince && result.token !== undefined && !isSameToken(current.sealed, result.token);
    if (outcome === 'unknown' || isContested) rotations.lease(rotation.id, undefined);
    else rotations.remove(rotation.id);
    if (outcome === 'rotated' && !isContested) this.#notifyRuns(rotation, 'rotated');
    // One that is under way elsewhere closes its own row.
    for (const other of rotations.ofGroup(group.row).filter(({ isUnderWay }) => !isUnderWay)) {
      if (outcome === 'rotated' && !isContested) this.#settle(other, 'tokenKnown');
      if (outcome === 'refused' && contradictsToken(result.status)) rotations.markAsked(other.id, undefined);
    }

    const sent = { ...sending, id: versionId, isOvertaken: isOvertaken(group.record, versionId, before) };
    const after = this.#ended.apply(group, sent, { ...result, outcome });
    if (result.former !== undefined)
      this.#rows.tokens.addReplaced(group.row, { sealed: result.former, at: rotation.at }, result.at);
    return this.#ended.save(group, after, versionId, outcome);
  }

  /** The current token came since the rotation began, and is another one than was to be replaced. */
  #isOtherSince(rotation: RotationRow, groupRow: number, { sealed }: NonNullable<UserGroupRecord['token']>): boolean {
    if (!isOtherToken(rotation.token, sealed)) return false;
    if (rotation.versionId === undefined) return this.#rows.versions.hasAnsweredSince(groupRow, rotation.afterVersion);
    return !isSameToken(sealed, rotation.known);
  }
}
