// Long work that leaves others their turn.

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { WorkSlices } from '../../../src/core/workSlices.ts';

describe('Work in slices', () => {
  afterEach(() => {
    mock.restoreAll();
  });

  it('leaves others a turn after 8 milliseconds of it, and none before', async () => {
    let now = 100;
    mock.method(performance, 'now', () => now);
    const slices = new WorkSlices();
    const hadTurn = async (at: number): Promise<boolean> => {
      now = at;
      let had = false;
      const other = setImmediate(() => {
        had = true;
      });
      await slices.pause();
      clearImmediate(other);
      return had;
    };
    assert.equal(await hadTurn(107), false);
    assert.equal(await hadTurn(108), true);
    assert.equal(await hadTurn(115), false);
    assert.equal(await hadTurn(116), true);
  });
});
