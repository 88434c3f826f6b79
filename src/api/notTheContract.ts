// Thrown where an answer is found not to be the contract's.

import type { Clause } from '../core/clause.ts';

export class NotTheContract extends Error {
  /** What is wrong: "the answer is empty". It holds nothing of the answer's values. */
  readonly what: Clause;

  constructor(what: Clause) {
    super(what);
    this.what = what;
  }
}

/** More than is read of an answer. */
export class TooLarge extends NotTheContract {
  constructor() {
    super('the answer is too large and was cut off');
  }
}
