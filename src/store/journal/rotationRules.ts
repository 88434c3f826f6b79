// What a token that was answered says of a rotation whose outcome is open: rules without SQL.

import type { OpenRotation, SealedToken } from '../../core/userGroup.ts';

/** So long after its request, in milliseconds, no rotation or deletion is carried out any more. */
export const SETTLED_MS = 60 * 60 * 1000;

/**
 * - `rotated`: the service answered another token than the one that was to be replaced.
 * - `probablyNot`: it answered the former one, but a late request may still be carried out.
 * - `notRotated`: it answered the former one, so long after the request that nothing can come of it any more, and no
 * answer is kept.
 * - `tokenKnown`: the two cannot be compared, but the answered one is the current token.
 * - `nothing`: it was asked before the rotation began.
 */
export type Verdict = 'rotated' | 'probablyNot' | 'notRotated' | 'tokenKnown' | 'nothing';

/**
 * When the request left whose answer held a token. Clocks jump: which of two was written down first says the order of
 * their rows.
 */
interface AskedAt {
  readonly at: number;
  readonly isBefore: boolean;
}

/**
 * Of one whose answer is kept, which may hold a newer token, it is never said that it was not rotated: whoever has
 * looked dismisses it.
 */
export function verdictOn(
  { token: former, at, unrecognizedResponse }: Pick<OpenRotation, 'token' | 'at' | 'unrecognizedResponse'>,
  answered: SealedToken,
  asked: AskedAt,
): Verdict {
  if (isOtherToken(former, answered)) return 'rotated';
  if (former.keyId !== answered.keyId) return asked.isBefore ? 'nothing' : 'tokenKnown';
  if (asked.isBefore) return 'nothing';
  return asked.at - at < SETTLED_MS || unrecognizedResponse !== undefined ? 'probablyNot' : 'notRotated';
}

/** Whether the two are different tokens. Those that were sealed by different keys cannot be compared. */
export function isOtherToken(former: SealedToken, answered: SealedToken): boolean {
  return former.keyId === answered.keyId && former.fingerprint !== answered.fingerprint;
}

/**
 * Whether a refusal with this status may mean that the token is none any more, and not that the service did not listen.
 */
export function contradictsToken(status: number | undefined): boolean {
  return status !== undefined && (status < 300 || (status >= 400 && ![401, 403, 407, 429].includes(status)));
}
