// Where keys lead in the grid of a table.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { placeAfter, placeWithin, type GridPlace } from '../../../src/table/gridKeys.ts';

const SIZE = { rows: 10_000, columns: 4, page: 20 };
const HERE: GridPlace = { row: 100, column: 2 };

describe('A key in the grid', () => {
  for (const [key, isCtrl, row, column] of [
    ['ArrowUp', false, 99, 2],
    ['ArrowDown', false, 101, 2],
    ['ArrowLeft', false, 100, 1],
    ['ArrowRight', false, 100, 3],
    ['PageUp', false, 81, 2],
    ['PageDown', false, 119, 2],
    ['Home', false, 100, 0],
    ['End', false, 100, 3],
    ['Home', true, 0, 0],
    ['End', true, 9_999, 3],
  ] as const) {
    it(`${isCtrl ? 'Ctrl+' : ''}${key} leads to row ${row}, column ${column}`, () => {
      assert.deepEqual(placeAfter(key, isCtrl, HERE, SIZE), { row, column });
    });
  }

  for (const key of ['Tab', 'a', 'Escape', 'F10', ' ']) {
    it(`${key} is left to others`, () => {
      assert.equal(placeAfter(key, false, HERE, SIZE), undefined);
    });
  }

  it('with Ctrl is left to others unless it leads to an end of the table', () => {
    for (const key of ['ArrowDown', 'PageDown', 'a', 's']) assert.equal(placeAfter(key, true, HERE, SIZE), undefined);
  });

  it('never leads out of the rows, however many there are', () => {
    const anyKey = fc.constantFrom(
      'ArrowUp',
      'ArrowDown',
      'ArrowLeft',
      'ArrowRight',
      'PageUp',
      'PageDown',
      'Home',
      'End',
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyKey, fc.boolean()), { maxLength: 30 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 5 }),
        fc.nat(50),
        (keys, rows, columns, page) => {
          const end = keys.reduce<GridPlace>(
            (place, [key, isCtrl]) => placeAfter(key, isCtrl, place, { rows, columns, page }) ?? place,
            { row: 0, column: 0 },
          );
          assert.deepEqual(placeWithin(end, { rows, columns }), end);
        },
      ),
    );
  });

  it('turns a page by a row at least, in however little room', () => {
    assert.deepEqual(placeAfter('PageDown', false, HERE, { ...SIZE, page: 0 }), { row: 101, column: 2 });
  });

  it('leads nowhere in a table without rows', () => {
    assert.equal(placeAfter('ArrowDown', false, { row: 0, column: 0 }, { ...SIZE, rows: 0 }), undefined);
  });

  it('stays within the rows that are left when some have gone', () => {
    assert.deepEqual(placeWithin(HERE, { rows: 40, columns: 4 }), { row: 39, column: 2 });
    assert.deepEqual(placeWithin(HERE, { rows: 101, columns: 2 }), { row: 100, column: 1 });
  });
});
