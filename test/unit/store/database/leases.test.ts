import assert from 'node:assert/strict';
import { LEASE_MS } from '../../../../src/core/ports/journal.ts';
import { isAlive, leaseFrom } from '../../../../src/store/database/leases.ts';

describe('A lease', () => {
  for (const [words, later, alive] of [
    ['that was given now is alive', 0, true],
    ['is alive until its last millisecond', LEASE_MS - 1, true],
    ['is over then', LEASE_MS, false],
    ['is none that was given before the clock jumped back', -1, false],
  ] as const) {
    it(words, () => {
      assert.equal(isAlive(leaseFrom(1_000_000), 1_000_000 + later), alive);
    });
  }
});
