// What another program made of a value, and what was likely meant.

import assert from 'node:assert/strict';
import { changedCell, type CellOf } from '../../../src/bulk/changedCell.ts';

/** `lost` where it is certainly damaged, what was meant, or `?` where nobody can tell. */
function judged(cell: string, of: CellOf, hasFractions = false): string | undefined {
  const changed = changedCell(cell, of, () => hasFractions);
  if (changed === undefined) return undefined;
  return changed.meant ?? (changed.isDamaged ? 'lost' : '?');
}

const ALL = ['id', 'dataSource', 'name', 'property'] as const;

describe('A value that another program changed', () => {
  for (const [cell, ...expected] of [
    // As an ID, a data source, a name and a property.
    ['1.23457E+15', 'lost', 'lost', 'lost', '?'],
    ['1,2e+15', 'lost', 'lost', 'lost', '?'],
    ['1E5', 'lost', 'lost', undefined, undefined],
    ['#REF!', 'lost', 'lost', 'lost', '?'],
    ['#N/A', 'lost', 'lost', 'lost', '?'],
    ['#BEZUG!', 'lost', 'lost', 'lost', '?'],
    ['########', 'lost', 'lost', 'lost', '?'],
    ['[object Object]', 'lost', 'lost', 'lost', '?'],
    ['=A2&"-x"', 'lost', 'lost', 'lost', '?'],
    ['=CONCAT(A1,B1)', 'lost', 'lost', 'lost', '?'],
    ['="00123"', '00123', '00123', '00123', '00123'],
    ['=T("a""b")', 'a"b', 'a"b', 'a"b', 'a"b'],
    ['=00123', '00123', '00123', '00123', '00123'],
    ["'00123", '00123', '00123', '00123', '00123'],
    ["'=1+1", '=1+1', '=1+1', '=1+1', '=1+1'],
    ["'acme'", 'acme', 'acme', undefined, undefined],
    ['1001.0', '1001', '1001', '1001', '1001'],
    ['1001,00', '1001', '1001', '1001', '1001'],
    ['-7.0', '-7', '-7', '-7', '-7'],
    ['NULL', '', '', '', ''],
    ['(null)', '', '', '', ''],
    ['\\N', '', '', '', ''],
    ['NaN', '', '', '', ''],
    ['<NA>', '', '', '', ''],
    ['undefined', '', '', '', ''],
    ['None', '', '', undefined, undefined],
    ['NA', '', '', undefined, undefined],
    ['1,234,567', '?', '?', undefined, undefined],
    ['213.000', '?', '?', undefined, undefined],
    ['1234567890123450', '?', '?', undefined, undefined],
    ['2-Sep', '?', '?', undefined, undefined],
    ['Jan-24', '?', '?', undefined, undefined],
    ['01.02.2024', '?', '?', undefined, undefined],
    ['2024-03-01 00:00:00', '?', '?', undefined, undefined],
  ] as const) {
    it(`is known by how it stands there: ${cell}`, () => {
      assert.deepEqual(
        ALL.map((of) => judged(cell, of)),
        expected,
      );
      assert.deepEqual(judged(` ${cell} `, 'id'), expected[0], 'with blanks about it');
    });
  }

  for (const cell of [
    [
      'acme',
      '007',
      '1001',
      '0',
      '12E5',
      '1E5x',
      '2024-03-01',
      '1.2.3',
      '1.5',
      '=',
      "O'Neil",
      "'t Hooft",
      '#1',
      '#acme',
    ],
    ['Nullify', 'Nan Yang', 'n/a-1', '[x]', '(x)', '<x>', '-', '+49 30', '12-ab', 'sept', 'A-1', '123456789012345'],
    ['1 000', '213,214', '10-12', '', ' ', '"x"', '\\', 'None Ltd', 'u', 'x'.repeat(100_000), '9'.repeat(100_000)],
  ].flat()) {
    it(`is not seen in what is usual: ${cell.slice(0, 20)}`, () => {
      assert.deepEqual([judged(cell, 'name'), judged(cell, 'property')], [undefined, undefined]);
    });
  }

  it('is no whole number where its column has fractions, which IDs have not', () => {
    assert.deepEqual(
      ALL.filter((of) => judged('7.0', of, true) !== undefined),
      ['id', 'dataSource'],
    );
  });
});
