// What this window is sending, and whether somebody waits for its answer: sendings or rotations, by their ids.

import type { SendResult } from '../../core/ports/journal.ts';
import type { StoredReason } from '../../core/storedReasons.ts';
import type { Leased, LeaseKeeper } from '../database/leaseKeeper.ts';

/** Why the outcome of one whose window is gone is unknown. */
export const ABANDONED: StoredReason = 'The window closed before a response came.';

export class AwaitedAnswers<Pending> {
  readonly #table: Leased;
  readonly #keeper: LeaseKeeper | undefined;
  /** The group may be forgotten before the answer comes. */
  readonly #begun = new Map<number, Pending>();
  /** An end that could not be recorded is waited for no more. */
  readonly #awaited = new Set<number>();

  constructor(table: Leased, keeper: LeaseKeeper | undefined) {
    this.#table = table;
    this.#keeper = keeper;
  }

  get ids(): Iterable<number> {
    return this.#awaited;
  }

  has(id: number): boolean {
    return this.#awaited.has(id);
  }

  begun(id: number): Pending | undefined {
    return this.#begun.get(id);
  }

  begin(id: number, begun: Pending): void {
    this.#begun.set(id, begun);
    this.#awaited.add(id);
    this.#keeper?.keep(this.#table, id);
  }

  /** The transaction that finished it is on disk. */
  isFinished(id: number, result: SendResult): void {
    if (!isTokenToCome(result)) this.#begun.delete(id);
    this.release(id);
  }

  /**
   * It could not be said for certain that it is on record, and was not sent: its id may be another window's the next
   * moment.
   */
  neverLeft(id: number): void {
    this.#begun.delete(id);
    this.release(id);
  }

  /** Nobody waits for its answer any more. */
  release(id: number): void {
    this.#awaited.delete(id);
    this.#keeper?.release(this.#table, id);
  }

  /** Everything was deleted: what this window sends at this moment is not recorded again when its answer comes. */
  clear(): void {
    this.#begun.clear();
  }
}

/** The answer's token could not be sealed: it comes later, be its row gone by then. */
function isTokenToCome({ answer, token }: SendResult): boolean {
  return answer !== undefined && token === undefined;
}
