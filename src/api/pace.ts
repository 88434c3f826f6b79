// Limits how many requests of a connection run at once and per minute. Single requests go before those of a bulk
// operation.

import PQueue from 'p-queue';
import { UserGroupsError } from '../core/errors.ts';
import type { RequestOptions } from '../core/ports/client.ts';
import { MOST_CONNECTIONS } from './connectionPool.ts';
import { NoAnswer } from './httpExchange.ts';
import type { SharedPace } from './sharedPace.ts';

export class Pace {
  readonly #queue: PQueue;
  readonly #shared: SharedPace | undefined;

  /**
   * @param requestsPerMinute at least 1; `undefined` is no limit.
   * @param shared replaces the pace of this window alone.
   */
  constructor(requestsPerMinute: number | undefined, shared: SharedPace | undefined) {
    this.#shared = shared;
    this.#queue = new PQueue({
      concurrency: MOST_CONNECTIONS,
      ...(requestsPerMinute !== undefined &&
        shared === undefined && {
          interval: 60_000,
          intervalCap: Math.max(1, Math.floor(requestsPerMinute)),
          strict: true,
        }),
    });
  }

  /**
   * Runs `work` when its turn comes. `work` handles a signal that comes while it runs.
   * @throws NoAnswer when cancelled before; UserGroupsError `rateLimited` when the service asks for too long a wait;
   * `unavailable` when the pace cannot be kept. Nothing has left then.
   */
  async run<T>(work: () => Promise<T>, options: RequestOptions): Promise<T> {
    const { isBulk = false } = options;
    const signal = options.untilLeft ?? options.signal;
    let begun: Promise<T> | undefined;
    try {
      await this.#shared?.turn({ ...options, signal });
      return await this.#queue.add(() => (begun = work()), { signal, priority: isBulk ? 0 : 1 });
    } catch (error) {
      if (begun !== undefined) return begun;
      // The queue rejects at the signal, but only the work knows what had left by then.
      throw error instanceof UserGroupsError ? error : NoAnswer.cancelled();
    }
  }

  /** The service asks to wait: all requests do. */
  holdBack(seconds: number): void {
    this.#shared?.holdBack(seconds);
  }

  /** Lets requests leave although the service asked to wait. */
  get endHold(): (() => void) | undefined {
    return this.#shared?.endHold;
  }
}
