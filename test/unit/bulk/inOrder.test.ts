// Rows in the order of their keys.

import assert from 'node:assert/strict';
import { inOrder } from '../../../src/bulk/inOrder.ts';

describe('Rows in an order', () => {
  it('are sorted by their keys in both directions, equal ones as they came', async () => {
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
