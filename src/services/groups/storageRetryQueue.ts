// Tries again to store what could not be stored, at growing intervals, for the life of this window.

import { Emitter, type Disposable } from '../../core/emitter.ts';
import { groupKey } from '../../core/groupKey.ts';
import type { Schedule } from '../../core/ports/timer.ts';
import type { GroupRef } from '../../core/userGroup.ts';

const PAUSES_MS = [1_000, 3_000, 10_000, 30_000, 60_000] as const;

export class StorageRetryQueue implements Disposable {
  readonly #schedule: Schedule;
  readonly #waiting = new Map<string, Disposable>();
  #silent = 0;
  readonly #stored = new Emitter<GroupRef>();
  /** What had to wait is in the store now. */
  readonly onDidStore = this.#stored.event;

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
  }

  /**
   * Replaces what still waits for the same group: the last answer counts. `store` answers whether there was still
   * anything to store.
   */
  add(ref: GroupRef, store: () => Promise<boolean>): void {
    this.#tryAgain(groupKey(ref), async () => ((await store()) ? ref : undefined));
  }

  /** Retries a write on which no token depends: nobody is notified, and no later write replaces it. */
  addSilently(store: () => Promise<void> | void): void {
    this.#silent += 1;
    this.#tryAgain(String(this.#silent), () =>
      Promise.resolve()
        .then(store)
        .then(() => undefined),
    );
  }

  /** The store has something newer. */
  cancel(ref: GroupRef): void {
    const key = groupKey(ref);
    this.#waiting.get(key)?.dispose();
    this.#waiting.delete(key);
  }

  cancelAll(): void {
    for (const timer of this.#waiting.values()) timer.dispose();
    this.#waiting.clear();
  }

  dispose(): void {
    this.cancelAll();
    this.#stored.dispose();
  }

  #tryAgain(key: string, store: () => Promise<GroupRef | undefined>): void {
    const tryAfter = (tries: number): void => {
      const pause = PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 0;
      this.#waiting.get(key)?.dispose();
      const timer = this.#schedule(
        pause,
        () =>
          void store().then(
            (stored) => {
              if (this.#waiting.get(key) === timer) this.#waiting.delete(key);
              if (stored !== undefined) this.#stored.fire(stored);
            },
            () => {
              if (this.#waiting.get(key) === timer) tryAfter(tries + 1);
            },
          ),
      );
      this.#waiting.set(key, timer);
    };
    tryAfter(0);
  }
}
