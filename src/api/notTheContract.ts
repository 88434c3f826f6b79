// Thrown when an answer does not follow the contract.

import type { Clause } from '../core/clause.ts';

export class NotTheContract extends Error {
  /** What is wrong: "the answer is empty". It holds nothing of the answer's values. */
  readonly what: Clause;

  constructor(what: Clause) {
    super(what);
    this.what = what;
  }
}

/** An answer exceeds the limit. */
export class TooLarge extends NotTheContract {
  constructor() {
    super('the answer is too large and was cut off');
  }
}
