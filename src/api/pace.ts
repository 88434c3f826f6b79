// How many requests a connection of the settings sends at once and in a minute.

import PQueue from 'p-queue';
import { MOST_CONNECTIONS } from './connections.ts';
import { NoAnswer } from './exchange.ts';

export class Pace {
  readonly #queue: PQueue;

  /** @param requestsPerMinute at least 1; `undefined` is no limit. */
  constructor(requestsPerMinute: number | undefined) {
    this.#queue = new PQueue({
      concurrency: MOST_CONNECTIONS,
      ...(requestsPerMinute !== undefined && { interval: 60_000, intervalCap: Math.max(1, Math.floor(requestsPerMinute)), strict: true }),
    });
  }

  /**
   * Runs `work` when its turn has come. A signal that comes while it runs is its own affair.
   * @throws NoAnswer when cancelled before.
   */
  async run<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    let begun: Promise<T> | undefined;
    try {
      return await this.#queue.add(() => (begun = work()), { signal });
    } catch {
      // The queue rejects at the signal; only the work knows what had left by then.
      return begun ?? Promise.reject(NoAnswer.cancelled());
    }
  }
}
