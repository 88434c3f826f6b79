// One sending as the store sees it: opened before the request leaves, closed by its answer or its failure.

import type { Connection } from '../core/connection.ts';
import { UserGroupsError } from '../core/errors.ts';
import {
  LEASE_MS,
  type Disposable,
  type Log,
  type RotationResult,
  type RotationSubject,
  type Schedule,
  type SendResult,
  type ServiceAnswer,
  type UserGroupStore,
} from '../core/ports.ts';
import type { GroupRef, Operation, SealedToken, UserGroupRecord } from '../core/userGroup.ts';
import type { GroupTokens } from './groupTokens.ts';
import { mayHoldToken, type KeptAnswers } from './keptAnswers.ts';
import type { LateStoring } from './lateStoring.ts';
import {
  beforeSending,
  beforeSendingMany,
  letGo,
  namesNoGroup,
  notKept,
  notReadBack,
  refusedFor,
  sameToken,
} from './sendingFailures.ts';
import { outcomeOfFailure } from './sendOutcome.ts';
import type { Judge } from './tokenTrust.ts';

export interface Sending {
  readonly connection: Connection;
  readonly ref: GroupRef;
  readonly operation: Exclude<Operation, 'rotate'>;
  /** The document as typed. */
  readonly text: string;
  readonly judge: Judge;
  /** One of many that share the flush of the disk. */
  readonly isBulk?: boolean | undefined;
}

export interface Rotating {
  readonly connection: Connection;
  readonly subject: RotationSubject;
  /** The token that is to be replaced. */
  readonly token: string;
  /** The group's token in the store when that was read. */
  readonly chosen: SealedToken | undefined;
  /** An open rotation that the person knows about. */
  readonly despite?: number | undefined;
  readonly judge: Judge;
}

export type Settled = Omit<SendResult, 'at' | 'status' | 'durationMs' | 'token' | 'answer' | 'reason'> & {
  /** The person does not take the answer for one about this group: nothing of it is kept, for this reason. */
  readonly notAccepted?: string | undefined;
};

/** What follows from an answer: for the store, and for the person. */
export interface Conclusion<Told> {
  readonly settled: Settled;
  readonly told: Told;
}

type Conclude<A extends ServiceAnswer, Told> = (
  answer: A,
  before: UserGroupRecord | undefined,
) => Conclusion<Told> | Promise<Conclusion<Told>>;

export interface Sent<A extends ServiceAnswer, Told> {
  readonly answer: A;
  readonly before: UserGroupRecord | undefined;
  readonly record: UserGroupRecord;
  readonly told: Told;
}

/** A row in the store that waits for its end. */
interface Begun {
  readonly operation: Operation;
  readonly text: string;
  readonly judge: Judge;
  readonly connection: Connection;
  /** Those that left later have a higher one. Of this window. */
  readonly number: number;
  /** Absent: the answer says whose token it is. */
  readonly ref: GroupRef | undefined;
  readonly before: UserGroupRecord | undefined;
  readonly at: number;
  readonly finish: (result: RotationResult) => UserGroupRecord | undefined;
  /** The same, with others. */
  readonly finishTogether?: ((result: SendResult) => Promise<UserGroupRecord | undefined>) | undefined;
  /** Nobody waits for its answer any more. */
  readonly noLonger: () => void;
  /** Of a rotation whose group was not known: the token that was replaced. */
  readonly formerToken?: string | undefined;
  /** Of a rotation: whether nobody has found out meanwhile what became of it. */
  readonly isOpen?: () => boolean;
}

/** An answer on its way into the store. */
interface Keeping {
  readonly begun: Begun;
  readonly ref: GroupRef;
  readonly answer: ServiceAnswer;
  readonly settled: Settled;
  readonly isLate?: true;
}

export interface SentRecordPorts {
  readonly store: UserGroupStore;
  readonly tokens: GroupTokens;
  readonly answers: KeptAnswers;
  readonly late: LateStoring;
  readonly log: Log;
  readonly now: () => number;
  readonly schedule: Schedule;
}

export class SentRecords {
  readonly #ports: SentRecordPorts;
  #waiting = 0;
  #heartbeat: Disposable | undefined;
  /** How often everything was deleted here. */
  #deletions = 0;
  /** How many requests have left. */
  #begun = 0;

  constructor(ports: SentRecordPorts) {
    this.#ports = ports;
  }

  /**
   * Records, sends, and closes the record with the answer, its token and what `conclude` makes of both, in one
   * transaction. A failure is recorded and thrown on; so is one to keep the answer, whose token then stays in memory
   * until it can be stored.
   */
  async send<A extends ServiceAnswer, Told>(
    { connection, ref, operation, text, judge, isBulk = false }: Sending,
    call: () => Promise<A>,
    conclude: Conclude<A, Told>,
  ): Promise<Sent<A, Told>> {
    const { store, now } = this.#ports;
    const at = now();
    const { before, version } = isBulk
      ? await beforeSendingMany(async () => ({
          before: store.group(ref),
          version: await store.beginSendTogether(ref, { operation, text, at }),
        }))
      : beforeSending(() => ({ before: store.group(ref), version: store.beginSend(ref, { operation, text, at }) }));
    const begun: Begun = {
      operation,
      text,
      judge,
      connection,
      number: this.#nextNumber(),
      ref,
      before,
      at,
      finish: (result) => store.finishSend(version, result),
      ...(isBulk && { finishTogether: (result: SendResult) => store.finishSendTogether(version, result) }),
      noLonger: () => {
        store.noLongerSending(version);
      },
    };
    return this.#whileWaiting(begun, () => this.#settle(begun, call, conclude));
  }

  /**
   * The same for a rotation, whose answer is also kept as it came until it is understood.
   * @throws UserGroupsError `conflict` when another one of the group or token is under way, or open and not known
   * about, or has ended since the token was read
   */
  async rotate<A extends ServiceAnswer>(
    { connection, subject, token, chosen, despite, judge }: Rotating,
    call: (onAnswer: (body: string) => Promise<void>) => Promise<A>,
  ): Promise<Sent<A, undefined>> {
    const { store, tokens, answers, now } = this.#ports;
    const at = now();
    const { connectionId, userGroupId } = subject;
    const ref = userGroupId === undefined ? undefined : { connectionId, userGroupId };
    const sealed = await tokens.seal(subject, token);
    const { before, begun } = beforeSending(() => ({
      before: ref && store.group(ref),
      begun: store.beginRotation(subject, { at, token: sealed, chosen, despite }),
    }));
    if ('refusedFor' in begun) throw refusedFor(begun.refusedFor);
    let came = '';
    const finish = (result: RotationResult): UserGroupRecord | undefined => {
      const record = store.finishRotation(begun.id, result);
      if (result.outcome !== 'unknown') answers.drop(begun.id);
      else if (came !== '' && !mayHoldToken(result.status, came)) answers.release(begun.id);
      return record;
    };
    const rotation: Begun = {
      operation: 'rotate',
      text: '',
      judge,
      connection,
      number: this.#nextNumber(),
      ref,
      before,
      at,
      finish,
      ...(ref === undefined && { formerToken: token }),
      noLonger: () => {
        store.noLongerRotating(begun.id);
      },
      isOpen: () => store.openRotations().some(({ id }) => id === begun.id),
    };
    return this.#whileWaiting(rotation, () =>
      this.#settle(
        rotation,
        async () => {
          const answer = await call((body) => {
            came = body;
            return answers.keep(begun.id, subject, body);
          });
          if (answer.token === token) throw sameToken(answer.status);
          return answer;
        },
        () => ({ settled: { outcome: 'rotated' }, told: undefined }),
      ),
    );
  }

  /** Everything was deleted: what is being sent at this moment leaves nothing here any more. */
  forgetAll(): void {
    this.#deletions += 1;
  }

  async #settle<A extends ServiceAnswer, Told>(
    begun: Begun,
    call: () => Promise<A>,
    conclude: Conclude<A, Told>,
  ): Promise<Sent<A, Told>> {
    const { tokens, late } = this.#ports;
    const { before } = begun;
    const deletions = this.#deletions;
    let answer: A;
    try {
      answer = await call();
    } catch (error) {
      this.#recordFailure(begun, error);
      throw error;
    }
    const ref = begun.ref ?? this.#refIn(begun, answer);
    this.#requireBelievable(begun, ref, answer);
    let keeping: Keeping | undefined;
    try {
      const { settled, told } = await conclude(answer, before);
      keeping = { begun, ref, answer, settled };
      return { answer, before, record: await this.#keep(keeping), told };
    } catch (error) {
      if (isLetGo(begun, error, deletions !== this.#deletions)) throw letGo(answer);
      // A token once issued is never lost by us: it stays on offer as long as this window lives, and storing it is
      // tried again.
      tokens.keepInMemory({ ref, connection: begun.connection, token: answer.token, after: this.#begun });
      const unkept = keeping;
      if (unkept !== undefined) late.add(ref, () => this.#keepLate({ ...unkept, isLate: true }));
      throw notKept(error, answer, ref);
    }
  }

  /** @throws UserGroupsError `conflict` when the answer speaks against the API token: then nothing of it is taken */
  #requireBelievable(begun: Begun, ref: GroupRef, answer: ServiceAnswer): void {
    const doubt = begun.judge(ref, begun.operation, answer);
    if (doubt === undefined) return;
    this.#recordFailure(begun, doubt, 'unknown');
    throw doubt;
  }

  /** Of a token that no group in the list held. @throws UserGroupsError when the answer does not say either */
  #refIn(begun: Begun, { userGroup: { providedId }, status }: ServiceAnswer): GroupRef {
    if (providedId !== undefined) return { connectionId: begun.connection.id, userGroupId: providedId };
    const failure = namesNoGroup(status);
    this.#recordFailure(begun, failure);
    throw failure;
  }

  async #keep({ begun, ref, answer, settled, isLate }: Keeping): Promise<UserGroupRecord> {
    const { tokens, now } = this.#ports;
    const { status, durationMs, userGroup } = answer;
    const { notAccepted, ...concluded } = settled;
    if (notAccepted !== undefined)
      return required(begun.finish({ outcome: 'unknown', at: now(), status, durationMs, reason: notAccepted }));
    const result: SendResult = { ...concluded, at: now(), status, durationMs, answer: userGroup, isLate };
    let sealed: Pick<RotationResult, 'token' | 'former' | 'superseded'>;
    try {
      sealed = {
        token: await tokens.seal(ref, answer.token),
        superseded: await this.#superseded(begun, ref, answer.token, isLate),
        ...(begun.formerToken !== undefined && { former: await tokens.seal(ref, begun.formerToken) }),
      };
    } catch (error) {
      // After a rotation the token that is stored may be dead, and the next window must know.
      const outcome = begun.operation === 'rotate' ? 'unknown' : settled.outcome;
      begun.finish({ ...result, outcome, userGroupId: ref.userGroupId, reason: notKept(error, answer, ref).message });
      throw error;
    }
    if (isLate === true && !tokens.isInMemory(ref, answer.token)) throw letGo(answer);
    const record =
      begun.finishTogether === undefined
        ? begun.finish({ ...result, ...sealed, userGroupId: ref.userGroupId })
        : await begun.finishTogether({ ...result, ...sealed });
    if (record === undefined || !(await tokens.isKept(ref, answer.token))) throw notReadBack();
    await this.#letGoOfStored(ref);
    return record;
  }

  /**
   * Tokens in memory only that came before this one was asked for: whatever waits to be stored late is the last that
   * came.
   */
  async #superseded(
    { number }: Begun,
    ref: GroupRef,
    token: string,
    isLate: boolean | undefined,
  ): Promise<NonNullable<SendResult['superseded']>> {
    const { tokens } = this.#ports;
    const former = tokens
      .unstored(ref)
      .filter((unstored) => unstored.token !== token && (isLate === true || unstored.after < number));
    return Promise.all(
      former.map(async (unstored) => ({ sealed: await tokens.seal(ref, unstored.token), at: unstored.at })),
    );
  }

  /** What is in memory only is let go of when the store itself says that it holds that very token, and not before. */
  async #letGoOfStored(ref: GroupRef): Promise<void> {
    const { tokens, late } = this.#ports;
    for (const { token } of tokens.unstored(ref)) {
      if (await tokens.isKept(ref, token)) tokens.dropFromMemory(ref, token);
    }
    if (!tokens.isInMemory(ref)) late.cancel(ref);
  }

  /**
   * Answers whether it is stored: by now, or since another window has found out what became of the rotation, and stored
   * the token.
   */
  async #keepLate(keeping: Keeping): Promise<boolean> {
    const {
      begun: { isOpen },
      ref,
      answer: { token },
    } = keeping;
    const { tokens } = this.#ports;
    // The person let go of the group meanwhile, and with it of its token.
    if (!tokens.isInMemory(ref, token)) return false;
    const isStored = isOpen?.() === false && (await tokens.isKept(ref, token));
    if (isStored) await this.#letGoOfStored(ref);
    else await this.#keep(keeping);
    return true;
  }

  #nextNumber(): number {
    this.#begun += 1;
    return this.#begun;
  }

  /** What went wrong with the request matters more than that it could not be written down. */
  #recordFailure(
    { text, before, at: begunAt, finish }: Begun,
    error: unknown,
    outcome = outcomeOfFailure(error),
  ): void {
    const failure = error instanceof UserGroupsError ? error : undefined;
    const { log, late, now } = this.#ports;
    const at = now();
    const result: SendResult = {
      outcome,
      at,
      durationMs: at - begunAt,
      status: failure?.status,
      reason: failure?.message,
      ...(outcome === 'unknown' && text !== '' && asDraft(text, before)),
    };
    try {
      finish(result);
    } catch (storeError) {
      log.warn(`How a sending ended could not be recorded, which is tried again: ${String(storeError)}`);
      late.addUntold(() => {
        finish({ ...result, isLate: true });
      });
    }
  }

  /** Other windows are told that this one still waits, or they would take it for gone. */
  async #whileWaiting<T>({ noLonger }: Begun, work: () => Promise<T>): Promise<T> {
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
    return this.#ports.schedule(LEASE_MS / 3, () => {
      try {
        this.#ports.store.stillSending();
      } catch (error) {
        this.#ports.log.warn(`Other windows could not be told that this one waits for an answer: ${String(error)}`);
      }
      this.#heartbeat = this.#nextHeartbeat();
    });
  }
}

/** What was sent and, as far as is known, not applied stays as the draft, unless another one is kept already. */
export function asDraft(text: string, before: UserGroupRecord | undefined): Pick<Settled, 'draft'> {
  return before?.draft !== undefined && before.draft.text !== text ? {} : { draft: { text } };
}

/**
 * The list let go of the connection meanwhile, or of everything, and asking for the group again brings this token
 * again. That of a rotation nobody lets go of.
 */
function isLetGo({ operation }: Begun, error: unknown, isAllDeleted: boolean): boolean {
  return operation !== 'rotate' && (isAllDeleted || (error instanceof UserGroupsError && error.kind === 'conflict'));
}

function required(record: UserGroupRecord | undefined): UserGroupRecord {
  if (record === undefined) throw notReadBack();
  return record;
}
