// Draws what changes often: at once, and then at most once in a while.

import type { Disposable } from '../../core/emitter.ts';

/** Requests within this time are answered together, in milliseconds. */
const REST_MS = 200;

export class Throttle implements Disposable {
  readonly #work: () => void;
  #rest: NodeJS.Timeout | undefined;
  #isRequested = false;

  constructor(work: () => void) {
    this.#work = work;
  }

  request(): void {
    this.#isRequested = true;
    if (this.#rest === undefined) this.#run();
  }

  /** Does at once what was requested and is waiting. */
  flush(): void {
    if (!this.#isRequested) return;
    clearTimeout(this.#rest);
    this.#run();
  }

  dispose(): void {
    clearTimeout(this.#rest);
  }

  #run(): void {
    this.#isRequested = false;
    this.#rest = setTimeout(() => {
      this.#rest = undefined;
      if (this.#isRequested) this.#run();
    }, REST_MS);
    this.#work();
  }
}
