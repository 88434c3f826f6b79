// Where keys lead in the grid of a table.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { placeAfter, placeWithin, type GridPlace } from '../../../src/table/gridKeys.ts';

const SIZE = { rows: 10_000, columns: 4, page: 20 };
const HERE: GridPlace = { row: 100, column: 2 };
const NAVIGATION = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End'];

describe('A key in the grid', () => {
  it('leads to its cell, and any other key is left to others', () => {
    for (const [keys, row, column] of [
      ['ArrowUp', 99, 2],
      ['ArrowDown', 101, 2],
      ['ArrowLeft', 100, 1],
      ['ArrowRight', 100, 3],
      ['PageUp', 81, 2],
      ['PageDown', 119, 2],
      ['Home', 100, 0],
      ['End', 100, 3],
      ['Ctrl+Home', 0, 0],
      ['Ctrl+End', 9_999, 3],
    ] as const)
      assert.deepEqual(placeAfter(keys.replace('Ctrl+', ''), keys.startsWith('Ctrl+'), HERE, SIZE), { row, column });
    for (const key of ['Tab', 'a', 'Escape', 'F10', ' '])
      assert.equal(placeAfter(key, false, HERE, SIZE), undefined, key);
    for (const key of ['ArrowDown', 'PageDown', 'a', 's'])
      assert.equal(placeAfter(key, true, HERE, SIZE), undefined, `Ctrl+${key}`);
  });

  it('never leads out of the rows, however many there are', () => {
    const anyKey = fc.tuple(fc.constantFrom(...NAVIGATION), fc.boolean());
    const anySize = fc.record({
      rows: fc.integer({ min: 1, max: 40 }),
      columns: fc.integer({ min: 1, max: 5 }),
      page: fc.nat(50),
    });
    fc.assert(
      fc.property(fc.array(anyKey, { maxLength: 30 }), anySize, (keys, size) => {
        const end = keys.reduce<GridPlace>((place, [key, isCtrl]) => placeAfter(key, isCtrl, place, size) ?? place, {
          row: 0,
          column: 0,
        });
        assert.deepEqual(placeWithin(end, size), end);
      }),
    );
  });

  it('turns a page by at least a row, leads nowhere without rows, and stays within those that are left', () => {
    assert.deepEqual(placeAfter('PageDown', false, HERE, { ...SIZE, page: 0 }), { row: 101, column: 2 });
    assert.equal(placeAfter('ArrowDown', false, { row: 0, column: 0 }, { ...SIZE, rows: 0 }), undefined);
    assert.deepEqual(placeWithin(HERE, { rows: 40, columns: 4 }), { row: 39, column: 2 });
    assert.deepEqual(placeWithin(HERE, { rows: 101, columns: 2 }), { row: 100, column: 1 });
  });
});
