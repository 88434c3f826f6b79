// Decides what is tried again and when: only what the contract makes harmless.

import { REQUESTS, type RequestKind } from '../contract/operations.ts';
import { NoAnswer, type HttpAnswer } from './httpExchange.ts';
import { LONGEST_HOLD_SECONDS } from '../core/paceRule.ts';
import { mayPass } from './connectFailures.ts';
import { ProxyFailure } from './proxyFailure.ts';

/** Longer than the user would wait. Beyond it the failure says how long the service asks for. */
export const LONGEST_WAIT_SECONDS = 60;

/**
 * - `notConnected`: no connection could be made, so nothing left.
 * - `dropped`: a connection that had answered before broke before any byte of this answer. Most likely the service had
 * closed it.
 * - `busy`: 429 or 503.
 */
export type Trouble = 'notConnected' | 'dropped' | 'busy';

/** Seconds before each further try, unless the service asks for others. */
const PAUSES: Readonly<Record<Trouble, readonly number[]>> = { notConnected: [0.2, 0.6], dropped: [0], busy: [1, 3] };

/** The trouble that another attempt could resolve; `undefined` for everything else. */
export function troubleOf(outcome: HttpAnswer | NoAnswer): Trouble | undefined {
  if (!(outcome instanceof NoAnswer)) return outcome.status === 429 || outcome.status === 503 ? 'busy' : undefined;
  const { why, hasLeft, wasReused, answerBegan, code, cause } = outcome.facts;
  if (why !== 'failed') return undefined;
  if (!hasLeft) return (cause instanceof ProxyFailure ? cause.mayPass : mayPass(code)) ? 'notConnected' : undefined;
  return wasReused && !answerBegan ? 'dropped' : undefined;
}

/** 429 comes before the work begins. 503 may come from a gateway after the service received the request. */
export function mayHaveBeenCarriedOut(outcome: HttpAnswer | NoAnswer): boolean {
  return outcome instanceof NoAnswer ? outcome.facts.hasLeft : outcome.status !== 429;
}

/**
 * Seconds to wait before trying again; `undefined`: no further attempt.
 * @param earlier how often this trouble has occurred before in this call.
 * @param askedSeconds what the service asks for.
 */
export function pauseSeconds(
  operation: RequestKind,
  trouble: Trouble,
  earlier: number,
  askedSeconds: number | undefined,
): number | undefined {
  if (trouble !== 'notConnected' && !REQUESTS[operation].mayBeRepeated) return undefined;
  const pause = PAUSES[trouble][earlier];
  if (pause === undefined || askedSeconds === undefined) return pause;
  return askedSeconds <= LONGEST_WAIT_SECONDS ? askedSeconds : undefined;
}

/** `Retry-After` of an answer, as seconds or an HTTP date: in seconds from `now` (milliseconds since 1970), capped. */
export function retryAfterSeconds(answer: HttpAnswer, now: number): number | undefined {
  const value = answer.header('retry-after')?.trim() ?? '';
  const date = value.endsWith('GMT') ? Date.parse(value) : NaN;
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.max(0, Math.ceil((date - now) / 1000));
  return Number.isNaN(seconds) ? undefined : Math.min(seconds, LONGEST_HOLD_SECONDS);
}

/** @throws NoAnswer when cancelled. */
export function wait(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(NoAnswer.cancelled());
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted === true) onAbort();
  });
}
