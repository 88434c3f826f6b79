// Loaded into Stryker's test processes, where Mocha has no limit of time: a mutant that makes one test wait for ever is
// noticed by that test, not when the time for all tests is up. A test with a limit of its own takes long as it is, and
// longer where mutants are counted: Stryker's limit is enough for it.

import fc from 'fast-check';
import type { Context, Test } from 'mocha';

// That one generated case fails is enough: nobody asks for the smallest.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });

const stryker = globalThis as { readonly __stryker__?: { readonly activeMutant?: string } };
/** Many times what the slowest such test takes, also where other work has the machine. */
const limitMs = 20_000;
/** As the tests say it themselves. */
const own = new WeakMap<Test, number>();

export const mochaHooks = {
  beforeEach(this: Context): void {
    const test = this.currentTest;
    if (test === undefined) return;
    const limit = own.get(test) ?? test.timeout();
    own.set(test, limit);
    test.timeout(limit === 0 && stryker.__stryker__?.activeMutant !== undefined ? limitMs : 0);
  },
};
