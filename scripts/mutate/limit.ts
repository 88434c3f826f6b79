// Loaded into Stryker's test processes, where Mocha has no limit of time: a mutant that makes one test wait for ever is
// noticed by that test, not when the time for all tests is up.

import type { Context } from 'mocha';

const stryker = globalThis as { readonly __stryker__?: { readonly activeMutant?: string } };
const limitMs = 5_000;

export const mochaHooks = {
  beforeEach(this: Context): void {
    const test = this.currentTest;
    if (stryker.__stryker__?.activeMutant !== undefined && test?.timeout() === 0) test.timeout(limitMs);
  },
};
