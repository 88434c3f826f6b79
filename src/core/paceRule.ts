// When requests of one connection may leave to stay below the limit of every minute: the generic cell rate algorithm.

const MINUTE_MS = 60_000;

/** As long as the user can wait: a service that asks for longer, perhaps by mistake, must not lock its connection. */
export const LONGEST_HOLD_SECONDS = 300;

export interface PaceRule {
  /** Between two requests in the long run, in milliseconds. */
  readonly everyMs: number;
  /** So many single requests may leave at once after a silence. */
  readonly atOnce: number;
}

/**
 * Keeps a tenth of the allowed requests for the user's single requests, which must not wait behind a bulk operation.
 * Any sixty seconds hold at most `atOnce` plus one request for each `everyMs`, which is what is allowed.
 */
export function paceRule(requestsPerMinute: number | undefined): PaceRule | undefined {
  if (requestsPerMinute === undefined) return undefined;
  const allowed = Math.max(1, Math.floor(requestsPerMinute));
  const atOnce = Math.ceil(allowed / 10);
  return { everyMs: MINUTE_MS / (allowed - atOnce + 1), atOnce };
}

/**
 * `nextAt`: when the next request would leave if all kept their distance, as stored. Answers how long to wait, and what
 * to store once there is no wait. A bulk request keeps its distance; a single one may come before its time.
 */
export function nextTurn(
  { everyMs, atOnce }: PaceRule,
  nextAt: number,
  now: number,
  isBulk: boolean,
): { readonly waitMs: number; readonly nextAt: number } {
  // A time further ahead than any turn can be comes from before the clock jumped back.
  const kept = nextAt > now + everyMs * (atOnce + 1) ? now : nextAt;
  const early = isBulk ? 0 : everyMs * (atOnce - 1);
  const waitMs = Math.max(0, kept - early - now);
  return waitMs > 0 ? { waitMs, nextAt: kept } : { waitMs: 0, nextAt: Math.max(kept, now) + everyMs };
}
