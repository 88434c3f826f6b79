// What a window runs later, run by the test when it lets time pass.

import type { Schedule } from '../../src/core/ports/timer.ts';

export class FakeSchedule {
  readonly #clock: { now: number };
  #waiting: { readonly at: number; readonly work: () => void }[] = [];

  constructor(clock: { now: number }) {
    this.#clock = clock;
  }

  readonly schedule: Schedule = (milliseconds, work) => {
    const entry = { at: this.#clock.now + milliseconds, work };
    this.#waiting.push(entry);
    return {
      dispose: () => {
        this.#waiting = this.#waiting.filter((other) => other !== entry);
      },
    };
  };

  /** Runs what is due in its order, each at its time, and waits for what follows from it at once. */
  async elapse(milliseconds: number): Promise<void> {
    const until = this.#clock.now + milliseconds;
    for (let next = this.#nextUntil(until); next !== undefined; next = this.#nextUntil(until)) {
      this.#waiting = this.#waiting.filter((entry) => entry !== next);
      this.#clock.now = Math.max(this.#clock.now, next.at);
      next.work();
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    this.#clock.now = until;
  }

  #nextUntil(until: number): { readonly at: number; readonly work: () => void } | undefined {
    return this.#waiting.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0];
  }
}
