// Timers that go off when the test says so: a deadline that comes once the request has arrived, an answer that is late until other work has ended.
// What must have happened before has happened then, however slow the machine is.

import { mock } from 'node:test';

/** Timers of this many seconds are held: nothing else waits so long. */
export const HELD_SECONDS = 55;

/** The deadline of a rotation is twice that of others. */
const HELD_MS: readonly unknown[] = [HELD_SECONDS * 1000, 2 * HELD_SECONDS * 1000];

export class HeldTimers {
  readonly #held = new Map<NodeJS.Timeout | undefined, () => void>();
  readonly #mocks: { readonly mock: { restore(): void } }[] = [];

  /** Those that begin from now on. */
  hold(): void {
    this.release();
    const { setTimeout: begin, clearTimeout: end } = globalThis;
    this.#mocks.push(mock.method(globalThis, 'setTimeout', (work: () => void, milliseconds?: number) => {
      const timer = begin(work, milliseconds);
      if (HELD_MS.includes(milliseconds)) this.#held.set(timer, work);
      return timer;
    }), mock.method(globalThis, 'clearTimeout', (timer: NodeJS.Timeout | undefined) => {
      this.#held.delete(timer);
      end(timer);
    }));
  }

  /** All that are held and were not cleared go off now. */
  goOff(): void {
    const works = [...this.#held.values()];
    this.#clear();
    for (const work of works) work();
  }

  /** From now on timers are what they were. */
  release(): void {
    this.#clear();
    for (const { mock: mocked } of this.#mocks.splice(0)) mocked.restore();
  }

  #clear(): void {
    for (const timer of [...this.#held.keys()]) clearTimeout(timer);
  }
}

/** To be called inside a `describe`: timers are held in each of its tests. */
export function heldTimers(): HeldTimers {
  const timers = new HeldTimers();
  beforeEach(() => { timers.hold(); });
  afterEach(() => { timers.release(); });
  return timers;
}
