// What went wrong between a page and the editor, in words, until something goes right.

import { HostFailure } from './hostChannel.ts';

export class Notice {
  readonly #onShown: () => void;
  #words: string | undefined;

  constructor(onShown: () => void) {
    this.#onShown = onShown;
  }

  get words(): string | undefined {
    return this.#words;
  }

  /** Without a word to anybody: whoever calls draws. */
  clear(): void {
    this.#words = undefined;
  }

  /** Does the work, and reports how it ended. */
  async of(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      this.report(undefined);
    } catch (error) {
      this.report(error);
    }
  }

  /** What the user declined is no failure. */
  report(failure: unknown): void {
    if (failure instanceof HostFailure && failure.kind === 'cancelled') return;
    this.#words = failure instanceof Error ? failure.message : undefined;
    this.#onShown();
  }
}
