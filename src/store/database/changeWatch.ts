// Says that the database changed: by this window at once, by another one within half a second.

import { type Disposable, Emitter, type Event } from '../../core/emitter.ts';

const LOOK_EVERY_MS = 500;

export class ChangeWatch implements Disposable {
  readonly #emitter = new Emitter<void>();
  readonly #dataVersion: () => unknown;
  #timer: NodeJS.Timeout | undefined;
  #seen: unknown;
  #holders = 0;
  #held: NodeJS.Timeout | undefined;

  /**
   * `dataVersion`: `PRAGMA data_version` on the connection that this window writes with; it counts the others' commits
   * only.
   */
  constructor(dataVersion: () => unknown) {
    this.#dataVersion = dataVersion;
  }

  /** Nothing is looked at before the first listener. */
  readonly onDidChange: Event<void> = (listener) => {
    this.#start();
    return this.#emitter.event(listener);
  };

  fire(): void {
    if (this.#holders === 0) this.#emitter.fire();
    else
      this.#held ??= setTimeout(() => {
        this.#notifyHeld();
      }, LOOK_EVERY_MS).unref();
  }

  /** While it is held, this window's changes are reported as seldom as those of others. */
  hold(): Disposable {
    this.#holders += 1;
    let isHeld = true;
    return {
      dispose: () => {
        if (!isHeld) return;
        isHeld = false;
        this.#holders -= 1;
        if (this.#holders === 0 && this.#held !== undefined) this.#notifyHeld();
      },
    };
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#emitter.dispose();
  }

  #notifyHeld(): void {
    clearTimeout(this.#held);
    this.#held = undefined;
    this.#emitter.fire();
  }

  #start(): void {
    if (this.#timer !== undefined) return;
    this.#seen = this.#look();
    this.#timer = setInterval(() => {
      const version = this.#look();
      if (version === this.#seen) return;
      this.#seen = version;
      this.fire();
    }, LOOK_EVERY_MS);
    this.#timer.unref();
  }

  /** A look that fails is no news: whoever reads next is given the reason. */
  #look(): unknown {
    try {
      return this.#dataVersion();
    } catch {
      return this.#seen;
    }
  }
}
