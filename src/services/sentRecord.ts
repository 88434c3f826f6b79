// One sending as the store sees it: opened before the request leaves, closed by its answer or its failure.

import type { Connection } from '../core/connection.ts';
import { UserGroupsError } from '../core/errors.ts';
import { visibleId } from '../core/foreignText.ts';
import type { Log, SendResult, ServiceAnswer, UserGroupStore } from '../core/ports.ts';
import type { GroupRef, Operation, SealedToken, UserGroupRecord } from '../core/userGroup.ts';
import type { GroupTokens } from './groupTokens.ts';
import { outcomeOfFailure } from './sendOutcome.ts';

const DOING: Record<Operation, string> = {
  getOrCreate: 'Could not get or create',
  update: 'Could not update',
  rotate: 'Could not rotate the token of',
};

/** "Could not update acme on production". */
export function doingWords(operation: Operation, userGroupId: string, connection: Connection): string {
  return `${DOING[operation]} ${visibleId(userGroupId)} on ${connection.name}`;
}

/** Before an update that was not sent because this failed. */
export function checkingWords(userGroupId: string, connection: Connection): string {
  return `Could not ask for ${visibleId(userGroupId)} on ${connection.name}, so the update was not sent`;
}

/** "Could not fetch acme from production": the same call as get-or-create, asked for another reason. */
export function fetchingWords(userGroupId: string, connection: Connection): string {
  return `Could not fetch ${visibleId(userGroupId)} from ${connection.name}`;
}

export interface Sending {
  readonly ref: GroupRef;
  readonly operation: Operation;
  /** The document as typed; empty for a rotation. */
  readonly text: string;
}

export type Settled = Omit<SendResult, 'at' | 'status' | 'durationMs' | 'token' | 'answer' | 'reason'>;

/** What follows from an answer: for the store, and for the person. */
export interface Conclusion<Told> {
  readonly settled: Settled;
  readonly told: Told;
}

export interface Sent<A extends ServiceAnswer, Told> {
  readonly answer: A;
  readonly before: UserGroupRecord | undefined;
  readonly record: UserGroupRecord;
  readonly told: Told;
}

export class SentRecords {
  readonly #store: UserGroupStore;
  readonly #tokens: GroupTokens;
  readonly #log: Log;
  readonly #now: () => number;

  constructor(store: UserGroupStore, tokens: GroupTokens, log: Log, now: () => number) {
    this.#store = store;
    this.#tokens = tokens;
    this.#log = log;
    this.#now = now;
  }

  /**
   * Records, sends, and closes the record with the answer, its token and what `conclude` makes of both, in one transaction.
   * A failure is recorded and thrown on; so is one to keep the answer, whose token then stays in memory.
   */
  async send<A extends ServiceAnswer, Told>(
    sending: Sending, call: () => Promise<A>, conclude: (answer: A, before: UserGroupRecord | undefined) => Conclusion<Told>,
  ): Promise<Sent<A, Told>> {
    const { ref, operation, text } = sending;
    const before = this.#store.group(ref);
    const begunAt = this.#now();
    const version = this.#store.beginSend(ref, { operation, text, at: begunAt });
    let answer: A;
    try {
      answer = await call();
    } catch (error) {
      this.#recordFailure(version, sending, before, begunAt, error);
      throw error;
    }
    try {
      const { settled, told } = conclude(answer, before);
      return { answer, before, record: await this.#keep(version, sending, answer, settled), told };
    } catch (error) {
      // A token once issued is never lost by us: it stays on offer as long as this window lives.
      this.#tokens.keepInMemory(ref, answer.token);
      throw notKept(error, answer);
    }
  }

  async #keep(version: number, { ref, operation }: Sending, answer: ServiceAnswer, settled: Settled): Promise<UserGroupRecord> {
    const { status, durationMs, userGroup } = answer;
    const result: SendResult = { ...settled, at: this.#now(), status, durationMs, answer: userGroup };
    let token: SealedToken;
    try {
      token = await this.#tokens.seal(ref, answer.token);
    } catch (error) {
      // After a rotation the token that is stored may be dead, and the next window must know.
      const outcome = operation === 'rotate' ? 'unknown' : settled.outcome;
      this.#store.finishSend(version, { ...result, outcome, reason: notKept(error, answer).message });
      throw error;
    }
    const record = this.#store.finishSend(version, { ...result, token });
    if (record === undefined || !(await this.#tokens.isStored(ref, answer.token))) throw notReadBack();
    this.#tokens.dropFromMemory(ref);
    return record;
  }

  /** What went wrong with the request matters more than that it could not be written down. */
  #recordFailure(version: number, { text }: Sending, before: UserGroupRecord | undefined, begunAt: number, error: unknown): void {
    const failure = error instanceof UserGroupsError ? error : undefined;
    const outcome = outcomeOfFailure(error);
    const at = this.#now();
    try {
      this.#store.finishSend(version, {
        outcome, at, durationMs: at - begunAt, status: failure?.status, reason: failure?.message,
        ...(outcome === 'unknown' && text !== '' && asDraft(text, before)),
      });
    } catch (storeError) {
      this.#log.warn(`How a sending ended could not be recorded: ${String(storeError)}`);
    }
  }
}

/** What was sent and, as far as is known, not applied stays as the draft, unless another one is kept already. */
export function asDraft(text: string, before: UserGroupRecord | undefined): Pick<Settled, 'draft'> {
  return before?.draft !== undefined && before.draft.text !== text ? {} : { draft: { text } };
}

function notKept(error: unknown, { status }: ServiceAnswer): Error {
  if (!(error instanceof UserGroupsError)) return error instanceof Error ? error : new Error(String(error));
  return new UserGroupsError({
    kind: error.kind,
    happened: `the service did it, but its token could not be kept here: ${error.happened}`,
    next: 'copy the token now: it is in the memory of this window only',
    status,
    cause: error,
  });
}

function notReadBack(): UserGroupsError {
  return new UserGroupsError({ kind: 'unavailable', happened: 'the token could not be read back from the list' });
}
