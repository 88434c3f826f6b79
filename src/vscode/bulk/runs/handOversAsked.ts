// Tokens in the clipboard that wait for the person's confirmation, by run of this window. A notice hides after some
// seconds, so the table of the run asks as well.

import { Emitter } from '../../../core/emitter.ts';

export type HandOverAnswer = 'next' | 'copyAgain';

class HandOversAsked {
  readonly #asked = new Map<number, (answer: HandOverAnswer) => void>();
  readonly #changed = new Emitter<undefined>();
  /** A question was added or removed. */
  readonly onDidChange = this.#changed.event;

  has(runId: number): boolean {
    return this.#asked.has(runId);
  }

  answer(runId: number, answer: HandOverAnswer): void {
    this.#asked.get(runId)?.(answer);
  }

  /** The first answer: of the table, or of `elsewhere`. */
  async ask<T>(runId: number, elsewhere: Promise<T>): Promise<T | HandOverAnswer> {
    const answered = new Promise<HandOverAnswer>((resolve) => {
      this.#asked.set(runId, resolve);
    });
    this.#changed.fire(undefined);
    try {
      return await Promise.race([answered, elsewhere]);
    } finally {
      this.#asked.delete(runId);
      this.#changed.fire(undefined);
    }
  }
}

/** Of this window. */
export const handOversAsked = new HandOversAsked();
