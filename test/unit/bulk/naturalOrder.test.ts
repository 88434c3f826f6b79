// The order of rows that people expect.

import assert from 'node:assert/strict';
import { inOrder, naturalKey } from '../../../src/bulk/naturalOrder.ts';

describe('The natural order', () => {
  it('compares numbers by their value and words in any letter case', async () => {
    const ids = ['b2', 'B10', 'a', 'b1', 'b007', '10', '9'];
    assert.deepEqual(await inOrder(ids, naturalKey, false), ['9', '10', 'a', 'b1', 'b2', 'b007', 'B10']);
    assert.deepEqual(await inOrder(ids, naturalKey, true), ['B10', 'b007', 'b2', 'b1', 'a', '10', '9']);
  });

  it('leaves equal ones as they came, in both directions', async () => {
    const items = [
      { key: 1, at: 0 },
      { key: 0, at: 1 },
      { key: 1, at: 2 },
    ];
    const sorted = (isDescending: boolean): Promise<number[]> =>
      inOrder(items, ({ key }) => key, isDescending).then((all) => all.map(({ at }) => at));
    assert.deepEqual(
      [await sorted(false), await sorted(true)],
      [
        [1, 0, 2],
        [0, 2, 1],
      ],
    );
  });
});
