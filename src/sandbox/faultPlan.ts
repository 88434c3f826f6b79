// Which fault is in force, for which operation and for how many requests more.

import type { Fault } from './faults.ts';
import type { ServedOperation } from './sandboxApis.ts';

export interface FaultOptions {
  /** How many requests it hits; all from now on when absent. */
  readonly times?: number | undefined;
  /** The only operation it hits. */
  readonly operation?: ServedOperation | undefined;
  /** How late `slow` answers, and what the 503s ask to wait; 1 when absent. */
  readonly seconds?: number | undefined;
}

export interface ActiveFault {
  readonly name: Fault;
  readonly seconds: number;
}

export class FaultPlan {
  #fault: Fault | undefined;
  #options: FaultOptions = {};
  #timesLeft = Infinity;

  /** Replaces what was in force; `undefined` ends it. */
  set(fault: Fault | undefined, options: FaultOptions): void {
    this.#fault = fault;
    this.#options = options;
    this.#timesLeft = options.times ?? Infinity;
  }

  /** The fault that hits a request of this operation; counts as one of its times. */
  consume(operation: ServedOperation): ActiveFault | undefined {
    const { operation: only = operation, seconds = 1 } = this.#options;
    if (this.#fault === undefined || this.#timesLeft <= 0 || only !== operation) return undefined;
    this.#timesLeft -= 1;
    return { name: this.#fault, seconds };
  }
}
