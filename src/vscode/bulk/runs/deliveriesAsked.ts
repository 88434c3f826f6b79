// Tokens in the clipboard that wait for the user's confirmation, by run of this window. A notice hides after some
// seconds, so the table of the run asks as well.

import { Emitter } from '../../../core/emitter.ts';

export type DeliveryAnswer = 'next' | 'copyAgain';

class DeliveriesAsked {
  readonly #asked = new Map<number, (answer: DeliveryAnswer) => void>();
  readonly #changed = new Emitter<undefined>();
  /** A question was added or removed. */
  readonly onDidChange = this.#changed.event;

  has(runId: number): boolean {
    return this.#asked.has(runId);
  }

  answer(runId: number, answer: DeliveryAnswer): void {
    this.#asked.get(runId)?.(answer);
  }

  /** The first answer: of the table, or of `elsewhere`. */
  async ask<T>(runId: number, elsewhere: Promise<T>): Promise<T | DeliveryAnswer> {
    const answered = new Promise<DeliveryAnswer>((resolve) => {
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
export const deliveriesAsked = new DeliveriesAsked();
