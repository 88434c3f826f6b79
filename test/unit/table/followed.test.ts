// The row of a table that is meant, while rows come and go before it.

import assert from 'node:assert/strict';
import { followed } from '../../../src/table/grid.ts';

/** Slices of two rows, as the page holds them. */
function rowsOf(keys: readonly (string | undefined)[], isCurrent: boolean) {
  return {
    rowAt: (index: number) => (keys[index] === undefined ? undefined : { key: keys[index], cells: [] }),
    indexOf: (key: string) => (keys.includes(key) ? keys.indexOf(key) : undefined),
    isCurrent,
  };
}

describe('The row that is meant', () => {
  for (const [what, meant, keys, isCurrent, then] of [
    ['stays where it is', { row: 1, key: 'b' }, ['a', 'b'], true, { row: 1, key: 'b' }],
    ['moves with rows that have come before it', { row: 1, key: 'b' }, ['new', 'a', 'b'], false, { row: 2, key: 'b' }],
    [
      'is waited for while it is between what has come and what is old',
      { row: 1, key: 'b' },
      ['new', 'a', 'c', 'd'],
      false,
      { row: 1, key: 'b' },
    ],
    ['is the next one when it is gone', { row: 1, key: 'b' }, ['a', 'c'], true, { row: 1, key: 'c' }],
    ['is known when it has come', { row: 1, key: undefined }, ['a', 'b'], false, { row: 1, key: 'b' }],
    ['is not known before', { row: 1, key: undefined }, ['a', undefined], false, { row: 1, key: undefined }],
  ] as const) {
    it(what, () => {
      assert.deepEqual(followed(meant, rowsOf(keys, isCurrent)), then);
    });
  }
});
