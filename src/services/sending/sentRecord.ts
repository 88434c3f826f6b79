// Records one sending in the store: opened before the request leaves, closed by its answer or its failure.

import type { Connection } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import type { Disposable } from '../../core/emitter.ts';
import { groupRef } from '../../core/groupKey.ts';
import type { Done, ServiceAnswer } from '../../core/ports/client.ts';
import {
  LEASE_MS,
  type NewSending,
  type Renamed,
  type RotationEnding,
  type RotationSubject,
  type SendResult,
} from '../../core/ports/journal.ts';
import type { Log } from '../../core/ports/log.ts';
import type { Store } from '../../core/ports/store.ts';
import type { Schedule } from '../../core/ports/timer.ts';
import type { GroupRef, SealedToken, UserGroupRecord } from '../../core/userGroup.ts';
import { REQUESTS, type FurtherOperation, type Operation, type SentOperation } from '../../contract/operations.ts';
import type { GroupTokens } from '../groups/groupTokens.ts';
import { mayHoldToken, type UnrecognizedResponses } from '../groups/unrecognizedResponses.ts';
import type { StorageRetryQueue } from '../groups/storageRetryQueue.ts';
import {
  groupRemoved,
  namesNoGroup,
  notKept,
  notReadBack,
  refusedFor,
  tokenNotReplaced,
  storingText,
  outcomeOfFailure,
} from './sendingFailures.ts';
import { notesOnToken } from './answerNotes.ts';
import type { AnswerValidator } from '../connections/tokenTrust.ts';

export interface Sending {
  readonly connection: Connection;
  readonly ref: GroupRef;
  readonly operation: Exclude<Operation, 'rotate'>;
  /** The document as typed. */
  readonly text: string;
  readonly validator: AnswerValidator;
  /** Although it was perhaps deleted. */
  readonly mayRecreate?: boolean | undefined;
  readonly requireAsSeen?: NewSending['requireAsSeen'];
  /** One of many that share the flush of the disk. */
  readonly isBulk?: boolean | undefined;
}

export interface Rotating {
  readonly connection: Connection;
  readonly subject: RotationSubject;
  /** The token to replace. */
  readonly token: string;
  /** The group's token in the store when the token to replace was read. */
  readonly chosen: SealedToken | undefined;
  /** An open rotation that the user knows about. */
  readonly despite?: number | undefined;
  readonly validator: AnswerValidator;
}

export interface ByToken {
  readonly operation: FurtherOperation;
  readonly ref: GroupRef;
  /** The group's token in the store when the one to send was read. */
  readonly chosen: SealedToken;
}

export interface Renaming {
  readonly connection: Connection;
  readonly ref: GroupRef;
  readonly renamed: Renamed;
  /** The group's token in the store when the user was asked. */
  readonly chosen: SealedToken;
  readonly validator: AnswerValidator;
}

export type Settled = Omit<SendResult, 'at' | 'status' | 'durationMs' | 'token' | 'answer' | 'reason'> & {
  /** The user rejects the answer as one about another group: nothing of it is stored, for this reason. */
  readonly notAccepted?: string | undefined;
};

/** The consequences of an answer: for the store, and for the user. */
export interface Conclusion<Outcome> {
  readonly settled: Settled;
  readonly outcome: Outcome;
}

type Conclude<A extends ServiceAnswer, Outcome> = (
  answer: A,
  before: UserGroupRecord | undefined,
  tokenNotes: readonly string[],
) => Conclusion<Outcome> | Promise<Conclusion<Outcome>>;

export interface Sent<A extends ServiceAnswer, Outcome> {
  readonly answer: A;
  readonly before: UserGroupRecord | undefined;
  readonly record: UserGroupRecord;
  readonly outcome: Outcome;
  /** What the user should know about its token: sentences. */
  readonly tokenNotes: readonly string[];
}

/** An open row in the store. */
interface PendingSend {
  readonly operation: SentOperation;
  readonly text: string;
  readonly validator: AnswerValidator;
  readonly connection: Connection;
  /** Numbers the sendings of this window in the order in which they left. */
  readonly number: number;
  /** Absent: the answer names the token's group. */
  readonly ref: GroupRef | undefined;
  readonly before: UserGroupRecord | undefined;
  readonly at: number;
  readonly finish: (result: RotationEnding) => UserGroupRecord | undefined;
  /** As `finish`, written to disk together with other sendings. */
  readonly finishBatched?: ((result: SendResult) => Promise<UserGroupRecord | undefined>) | undefined;
  /** Notes that nothing waits for the answer any more. */
  readonly noLonger: () => void;
  /** For a rotation without a known group: the token that was replaced. */
  readonly formerToken?: string | undefined;
  /** For a rotation: whether it is still unresolved. */
  readonly isOpen?: () => boolean;
}

/** An answer that is being stored. */
interface PendingWrite {
  readonly pending: PendingSend;
  readonly ref: GroupRef;
  readonly answer: ServiceAnswer;
  readonly settled: Settled;
  readonly isLate?: true;
}

export interface SentRecordDependencies {
  readonly store: Store;
  readonly tokens: GroupTokens;
  readonly answers: UnrecognizedResponses;
  readonly retryQueue: StorageRetryQueue;
  readonly log: Log;
  readonly now: () => number;
  readonly schedule: Schedule;
}

export class SentRecords {
  readonly #dependencies: SentRecordDependencies;
  #waiting = 0;
  #heartbeat: Disposable | undefined;
  /** How often everything was deleted here. */
  #deletions = 0;
  /** How many requests have left. */
  #pending = 0;

  constructor(dependencies: SentRecordDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Records, sends, and closes the record with the answer, its token and the result of `conclude`, in one transaction.
   * A failure is recorded and thrown on; so is a failure to store the answer, whose token then stays in memory until it
   * can be stored.
   */
  async send<A extends ServiceAnswer, Outcome>(
    { connection, ref, operation, text, validator, mayRecreate, requireAsSeen, isBulk = false }: Sending,
    call: () => Promise<A>,
    conclude: Conclude<A, Outcome>,
  ): Promise<Sent<A, Outcome>> {
    const { store, now } = this.#dependencies;
    const at = now();
    const before = store.groups.find(ref);
    const sending: NewSending = { operation, text, at, mayRecreate, requireAsSeen };
    const version = isBulk ? await store.journal.beginSendBatched(ref, sending) : store.journal.beginSend(ref, sending);
    const pending: PendingSend = {
      operation,
      text,
      validator,
      connection,
      number: this.#nextNumber(),
      ref,
      before,
      at,
      ...this.#endingOf(version),
      ...(isBulk && { finishBatched: (result: SendResult) => store.journal.finishSendBatched(version, result) }),
    };
    return this.#whileWaiting(pending, () => this.#settle(pending, call, conclude));
  }

  /**
   * As `send`, for a rotation: its answer is also stored as it came until it is understood.
   * @throws UserGroupsError `conflict` when another one of the group or token is in progress, or open and not known
   * about, or has ended since the token was read
   */
  async rotate<A extends ServiceAnswer>(
    { connection, subject, token, chosen, despite, validator }: Rotating,
    call: (onAnswer: (body: string) => Promise<void>) => Promise<A>,
  ): Promise<Sent<A, undefined>> {
    const { store, tokens, answers, now } = this.#dependencies;
    const at = now();
    const { connectionId, userGroupId } = subject;
    const ref = userGroupId === undefined ? undefined : { connectionId, userGroupId };
    const sealed = await tokens.seal(subject, token);
    const before = ref && store.groups.find(ref);
    const pending = store.journal.beginRotation(subject, { at, token: sealed, chosen, despite });
    if ('refusedFor' in pending) throw refusedFor(pending.refusedFor);
    let came = '';
    const finish = (result: RotationEnding): UserGroupRecord | undefined => {
      const record = store.journal.finishRotation(pending.id, result);
      if (result.outcome !== 'unknown') answers.drop(pending.id);
      else if (came !== '' && !mayHoldToken(result.status, came)) answers.release(pending.id);
      return record;
    };
    const rotation: PendingSend = {
      operation: 'rotate',
      text: '',
      validator,
      connection,
      number: this.#nextNumber(),
      ref,
      before,
      at,
      finish,
      ...(ref === undefined && { formerToken: token }),
      noLonger: () => {
        store.journal.noLongerRotating(pending.id);
      },
      isOpen: () => store.journal.openRotations().some(({ id }) => id === pending.id),
    };
    return this.#whileWaiting(rotation, () =>
      this.#settle(
        rotation,
        async () => {
          const answer = await call((body) => {
            came = body;
            return answers.keep(pending.id, subject, body);
          });
          if (answer.token === token) throw tokenNotReplaced(answer.status);
          return answer;
        },
        () => ({ settled: { outcome: 'rotated' }, outcome: undefined }),
      ),
    );
  }

  /** As `send`, for an operation that sends the token alone and is answered by its success alone. */
  async byToken({ ref, operation, chosen }: ByToken, call: () => Promise<Done>): Promise<void> {
    const { store, now } = this.#dependencies;
    const at = now();
    const version = store.journal.beginSend(ref, { operation, text: '', at, chosen });
    const pending = { at, ...this.#endingOf(version) };
    await this.#whileWaiting(pending, async () => {
      let done: Done;
      try {
        done = await call();
      } catch (error) {
        this.#recordFailure(pending, error);
        throw error;
      }
      this.#recordEnd(pending.finish, { outcome: REQUESTS[operation].listedAs, at: now(), ...done });
    });
  }

  /** As `send`, for a change of the ID: the answer is about the new one. */
  async changeId<A extends ServiceAnswer>(
    { connection, ref, renamed, chosen, validator }: Renaming,
    call: () => Promise<A>,
  ): Promise<Sent<A, undefined>> {
    const { store, now } = this.#dependencies;
    const at = now();
    const before = store.groups.find(ref);
    const { userGroupId } = renamed;
    const version = store.journal.beginSend(ref, { operation: 'changeId', text: userGroupId, at, chosen });
    const ending = this.#endingOf(version);
    const pending: PendingSend = {
      operation: 'changeId',
      text: '',
      validator,
      connection,
      number: this.#nextNumber(),
      ref: { ...ref, userGroupId },
      before,
      at,
      ...ending,
      finish: (result) => ending.finish({ ...result, ...(result.outcome === 'idChanged' && { renamed }) }),
    };
    return this.#whileWaiting(pending, () =>
      this.#settle(pending, call, () => ({ settled: { outcome: 'idChanged' }, outcome: undefined })),
    );
  }

  /** Everything was deleted: what is being sent at this moment leaves nothing here. */
  forgetAll(): void {
    this.#deletions += 1;
  }

  /** Of every operation but a rotation. */
  #endingOf(version: number): { finish: (result: SendResult) => UserGroupRecord | undefined; noLonger: () => void } {
    const { journal } = this.#dependencies.store;
    return {
      finish: (result) => journal.finishSend(version, result),
      noLonger: () => {
        journal.noLongerSending(version);
      },
    };
  }

  async #settle<A extends ServiceAnswer, Outcome>(
    pending: PendingSend,
    call: () => Promise<A>,
    conclude: Conclude<A, Outcome>,
  ): Promise<Sent<A, Outcome>> {
    const { tokens, retryQueue } = this.#dependencies;
    const { before } = pending;
    const deletions = this.#deletions;
    let answer: A;
    try {
      answer = await call();
    } catch (error) {
      this.#recordFailure(pending, error);
      throw error;
    }
    const ref = pending.ref ?? this.#refIn(pending, answer);
    this.#requireBelievable(pending, ref, answer);
    let write: PendingWrite | undefined;
    try {
      // Before it replaces the stored one.
      const others = await tokens.othersWith(ref, answer.token, before?.token?.sealed);
      const tokenNotes = notesOnToken(answer, others);
      const { settled, outcome } = await conclude(answer, before, tokenNotes);
      write = { pending, ref, answer, settled };
      return { answer, before, record: await this.#keep(write), outcome, tokenNotes };
    } catch (error) {
      if (isGroupRemoved(pending, error, deletions !== this.#deletions)) throw groupRemoved(answer);
      // An issued token is never lost by us: it is offered for the life of this window, and storing it is tried again.
      tokens.keepInMemory({ ref, connection: pending.connection, token: answer.token, after: this.#pending });
      const unkept = write;
      if (unkept !== undefined) retryQueue.add(ref, () => this.#keepLate({ ...unkept, isLate: true }));
      throw notKept(error, answer, ref, storingText(ref.userGroupId, pending.connection));
    }
  }

  /** @throws UserGroupsError `conflict` when the answer contradicts the API token: then nothing of it is used */
  #requireBelievable(pending: PendingSend, ref: GroupRef, answer: ServiceAnswer): void {
    const mismatch = pending.validator(pending.before?.ref ?? ref, pending.operation, answer);
    if (mismatch === undefined) return;
    this.#recordFailure(pending, mismatch, 'unknown');
    throw mismatch;
  }

  /** The group that the answer names for a token of no listed group. @throws UserGroupsError when it names none */
  #refIn(pending: PendingSend, { userGroup: { providedId }, status }: ServiceAnswer): GroupRef {
    if (providedId !== undefined) return groupRef(pending.connection, providedId);
    const failure = namesNoGroup(status);
    this.#recordFailure(pending, failure);
    throw failure;
  }

  async #keep({ pending, ref, answer, settled, isLate }: PendingWrite): Promise<UserGroupRecord> {
    const { tokens, now } = this.#dependencies;
    const { status, durationMs, userGroup } = answer;
    const { notAccepted, ...concluded } = settled;
    if (notAccepted !== undefined)
      return required(pending.finish({ outcome: 'unknown', at: now(), status, durationMs, reason: notAccepted }));
    const result: SendResult = { ...concluded, at: now(), status, durationMs, answer: userGroup, isLate };
    let sealed: Pick<RotationEnding, 'token' | 'former' | 'superseded'>;
    try {
      sealed = {
        token: await tokens.seal(ref, answer.token),
        superseded: await this.#superseded(pending, ref, answer.token, isLate),
        ...(pending.formerToken !== undefined && { former: await tokens.seal(ref, pending.formerToken) }),
      };
    } catch (error) {
      // After a rotation the stored token may be dead, and the next window must know.
      const outcome = pending.operation === 'rotate' ? 'unknown' : settled.outcome;
      const doing = storingText(ref.userGroupId, pending.connection);
      pending.finish({
        ...result,
        outcome,
        userGroupId: ref.userGroupId,
        reason: notKept(error, answer, ref, doing).message,
      });
      throw error;
    }
    if (isLate === true && !tokens.isInMemory(ref, answer.token)) throw groupRemoved(answer);
    const record =
      pending.finishBatched === undefined
        ? pending.finish({ ...result, ...sealed, userGroupId: ref.userGroupId })
        : await pending.finishBatched({ ...result, ...sealed });
    if (record === undefined || !(await tokens.isKept(ref, answer.token))) throw notReadBack();
    await this.#dropStored(ref);
    return record;
  }

  /** Tokens in memory that came before this one was requested: only the last that came waits to be stored. */
  async #superseded(
    { number }: PendingSend,
    ref: GroupRef,
    token: string,
    isLate: boolean | undefined,
  ): Promise<NonNullable<SendResult['superseded']>> {
    const { tokens } = this.#dependencies;
    const former = tokens
      .unstored(ref)
      .filter((unstored) => unstored.token !== token && (isLate === true || unstored.after < number));
    return Promise.all(
      former.map(async (unstored) => ({ sealed: await tokens.seal(ref, unstored.token), at: unstored.at })),
    );
  }

  /** A token in memory is dropped only when the store itself confirms that it holds that very token. */
  async #dropStored(ref: GroupRef): Promise<void> {
    const { tokens, retryQueue } = this.#dependencies;
    for (const { token } of tokens.unstored(ref)) {
      if (await tokens.isKept(ref, token)) tokens.dropFromMemory(ref, token);
    }
    if (!tokens.isInMemory(ref)) retryQueue.cancel(ref);
  }

  /** Answers whether the token is stored now, also because another window has resolved the rotation and stored it. */
  async #keepLate(write: PendingWrite): Promise<boolean> {
    const {
      pending: { isOpen },
      ref,
      answer: { token },
    } = write;
    const { tokens } = this.#dependencies;
    // The user removed the group meanwhile, and with it its token.
    if (!tokens.isInMemory(ref, token)) return false;
    const isStored = isOpen?.() === false && (await tokens.isKept(ref, token));
    if (isStored) await this.#dropStored(ref);
    else await this.#keep(write);
    return true;
  }

  #nextNumber(): number {
    this.#pending += 1;
    return this.#pending;
  }

  #recordFailure(
    { text = '', before, at: begunAt, finish }: Partial<PendingSend> & Pick<PendingSend, 'at' | 'finish'>,
    error: unknown,
    outcome = outcomeOfFailure(error),
  ): void {
    const failure = error instanceof UserGroupsError ? error : undefined;
    const at = this.#dependencies.now();
    this.#recordEnd(finish, {
      outcome,
      at,
      durationMs: at - begunAt,
      status: failure?.failure.status,
      reason: failure?.message,
      ...(outcome === 'unknown' && text !== '' && asDraft(text, before)),
    });
  }

  /** How the request ended matters more than a failure to record it. */
  #recordEnd(finish: PendingSend['finish'], result: SendResult): void {
    const { log, retryQueue } = this.#dependencies;
    try {
      finish(result);
    } catch (storeError) {
      log.warn(`How a sending ended could not be recorded, which is tried again: ${String(storeError)}`);
      retryQueue.addSilently(() => {
        finish({ ...result, isLate: true });
      });
    }
  }

  /** Shows other windows that this one still waits; otherwise they treat it as gone. */
  async #whileWaiting<T>({ noLonger }: Pick<PendingSend, 'noLonger'>, work: () => Promise<T>): Promise<T> {
    this.#waiting += 1;
    this.#heartbeat ??= this.#nextHeartbeat();
    try {
      return await work();
    } finally {
      noLonger();
      this.#waiting -= 1;
      if (this.#waiting === 0) {
        this.#heartbeat.dispose();
        this.#heartbeat = undefined;
      }
    }
  }

  #nextHeartbeat(): Disposable {
    return this.#dependencies.schedule(LEASE_MS / 3, () => {
      try {
        this.#dependencies.store.journal.stillSending();
      } catch (error) {
        this.#dependencies.log.warn(
          `Other windows could not be told that this one waits for an answer: ${String(error)}`,
        );
      }
      this.#heartbeat = this.#nextHeartbeat();
    });
  }
}

/** What was sent and, as far as is known, not applied stays as the draft, unless there is another one already. */
export function asDraft(text: string, before: UserGroupRecord | undefined): Pick<Settled, 'draft'> {
  return before?.draft !== undefined && before.draft.text !== text ? {} : { draft: { text } };
}

/**
 * The connection or everything was removed meanwhile; asking for the group again brings this token again. A rotation's
 * token is never dropped.
 */
function isGroupRemoved({ operation }: PendingSend, error: unknown, isAllDeleted: boolean): boolean {
  return operation !== 'rotate' && (isAllDeleted || (error instanceof UserGroupsError && error.kind === 'conflict'));
}

function required(record: UserGroupRecord | undefined): UserGroupRecord {
  if (record === undefined) throw notReadBack();
  return record;
}
