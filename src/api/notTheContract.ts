// Thrown where an answer is found not to be the contract's.

/** The message says what is wrong, beginning in lower case: "the answer is empty". It holds nothing of the answer's values. */
export class NotTheContract extends Error {}

/** More than is read of an answer. */
export class TooLarge extends NotTheContract {
  constructor() {
    super('the answer is too large and was cut off');
  }
}
