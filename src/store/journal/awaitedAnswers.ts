// What this window is sending, and whether somebody waits for its answer; with what there was of the group when the
// request left, since what has changed after that is newer than its answer, whatever the clock says.

import type { SendResult } from '../../core/ports/journal.ts';
import type { StoredReason } from '../../core/storedReasons.ts';
import type { Leased, LeaseKeeper } from '../database/leaseKeeper.ts';
import type { PreviousToken } from '../../core/ports/tokenStore.ts';
import { isSameToken, type UserGroupRecord } from '../../core/userGroup.ts';
import type { KnownToken } from './rotationRows.ts';

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

export interface AtBegin {
  readonly documentMtime: number | undefined;
  readonly baseVersion: number | undefined;
  readonly baseAt: number | undefined;
  readonly known: KnownToken | undefined;
  readonly replaced: readonly KnownToken[];
}

export function atBegin(record: UserGroupRecord | undefined, replaced: readonly PreviousToken[]): AtBegin {
  const { documentMtime, base, baseVersion, token } = record ?? {};
  return {
    documentMtime,
    baseVersion,
    baseAt: base?.at,
    known: token?.sealed,
    replaced: replaced.map(({ sealed }) => sealed),
  };
}

/** A token that was replaced here after the service was asked is an old answer's: it is not the current one. */
export function withoutStaleToken<Result extends SendResult>(
  replaced: readonly PreviousToken[],
  begun: AtBegin | undefined,
  result: Result,
): Result {
  const { token } = result;
  if (token === undefined) return result;
  const times = (tokens: readonly KnownToken[]): number => tokens.filter((one) => isSameToken(one, token)).length;
  const timesBefore = begun === undefined ? 0 : times(begun.replaced);
  const isStale = times(replaced.map(({ sealed }) => sealed)) > timesBefore;
  return isStale ? { ...result, token: undefined } : result;
}

/** The person went on typing while the request was in progress: that text stays. */
export function withoutOlderDraft(
  { draft, documentMtime }: UserGroupRecord,
  begun: AtBegin | undefined,
  result: SendResult,
): SendResult {
  const before = begun?.documentMtime;
  const hasTypedOn = draft !== undefined && before !== undefined && documentMtime !== before;
  return hasTypedOn && result.draft !== 'clear' ? { ...result, draft: undefined } : result;
}

/**
 * Something was applied since this version began: the base is another one. Of two from list files the times alone
 * differ.
 */
export function isOvertaken({ base, baseVersion }: UserGroupRecord, id: number, begun: AtBegin | undefined): boolean {
  return (
    base?.from === 'sent' && baseVersion !== id && (baseVersion !== begun?.baseVersion || base.at !== begun?.baseAt)
  );
}
