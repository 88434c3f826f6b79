// What there was of a group when a request left: what has changed since is newer than its answer, whatever the clock
// says. Rules without SQL.

import type { SendResult } from '../../core/ports/journal.ts';
import type { PreviousToken } from '../../core/ports/tokenStore.ts';
import { isSameToken, type UserGroupRecord } from '../../core/userGroup.ts';
import type { KnownToken } from './rotationRows.ts';

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
