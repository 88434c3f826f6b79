// Timers that go off when the test says so: a deadline that comes once the request has arrived, an answer that is late
// until other work has ended. What must have happened before has happened then, however slow the machine is.

import { mock } from 'node:test';

/** Timers of this many seconds are held: nothing else waits so long. */
export const HELD_SECONDS = 55;

/** The deadline of a rotation is twice that of others. */
const HELD_MS: readonly unknown[] = [HELD_SECONDS * 1000, 2 * HELD_SECONDS * 1000];

/** Longer than any test may take: one that nobody lets go off does not come. */
const NEVER_MS = 3_600_000;

export class HeldTimers {
  readonly #held = new Map<NodeJS.Timeout | undefined, () => void>();
  readonly #mocks: { readonly mock: { restore(): void } }[] = [];

  /** Those that begin from now on. */
  hold(): void {
    this.release();
    const { setTimeout: begin, clearTimeout: end } = globalThis;
    this.#mocks.push(
      mock.method(
        globalThis,
        'setTimeout',
        (work: (...given: unknown[]) => void, milliseconds?: number, ...given: unknown[]) => {
          const isHeld = HELD_MS.includes(milliseconds);
          const timer = begin(work, isHeld ? NEVER_MS : milliseconds, ...given);
          if (isHeld)
            this.#held.set(timer, () => {
              work(...given);
            });
          return timer;
        },
      ),
      mock.method(globalThis, 'clearTimeout', (timer: NodeJS.Timeout | undefined) => {
        this.#held.delete(timer);
        end(timer);
      }),
    );
  }

  /** All that are held and were not cleared go off now. */
  goOff(): void {
    this.due()();
  }

  /**
   * What lets those go off that are held at this moment, as far as they are not cleared by then: one that is begun
   * again meanwhile is another one.
   */
  due(): () => void {
    const timers = [...this.#held.keys()];
    return () => {
      const works = timers.flatMap((timer) => this.#held.get(timer) ?? []);
      for (const timer of timers) clearTimeout(timer);
      for (const work of works) work();
    };
  }

  /** From now on timers are what they were. */
  release(): void {
    for (const timer of [...this.#held.keys()]) clearTimeout(timer);
    for (const { mock: mocked } of this.#mocks.splice(0)) mocked.restore();
  }
}

/** To be called inside a `describe`: timers are held in each of its tests. */
export function heldTimers(): HeldTimers {
  const timers = new HeldTimers();
  beforeEach(() => {
    timers.hold();
  });
  afterEach(() => {
    timers.release();
  });
  return timers;
}
