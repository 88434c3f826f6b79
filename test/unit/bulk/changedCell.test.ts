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
    ['1e15', 'lost', 'lost', undefined, undefined],
    ['5e8400', undefined, undefined, undefined, undefined],
    ['7e3', undefined, undefined, undefined, undefined],
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
    ['12-Feb', '?', '?', undefined, undefined],
    ['fév-24', '?', '?', undefined, undefined],
    ['Jan-24', '?', '?', undefined, undefined],
    ['01.02.2024', '?', '?', undefined, undefined],
    ['2024-03-01 00:00:00', '?', '?', undefined, undefined],
    ['12.3456E8', 'lost', 'lost', undefined, undefined],
    ['#¡REF!', 'lost', 'lost', 'lost', '?'],
    ['#¿NOMBRE?', 'lost', 'lost', 'lost', '?'],
    ['#ЗНАЧ!', 'lost', 'lost', 'lost', '?'],
    ['#DĚLENÍ_NULOU!', 'lost', 'lost', 'lost', '?'],
    ['#SAYI/0!', 'lost', 'lost', 'lost', '?'],
    ['#N/D', 'lost', 'lost', 'lost', '?'],
    ['#Н/Д', 'lost', 'lost', 'lost', '?'],
    ['#NV', 'lost', 'lost', 'lost', '?'],
    ['Err:502', 'lost', 'lost', 'lost', '?'],
    ['Ошибка:508', 'lost', 'lost', 'lost', '?'],
    ['=1+1', 'lost', 'lost', 'lost', '?'],
    ['=-1', 'lost', 'lost', 'lost', '?'],
    ["='Sheet 1'!A1", 'lost', 'lost', 'lost', '?'],
    ['=Sheet1!A1', 'lost', 'lost', 'lost', '?'],
    ['={1,2}', 'lost', 'lost', 'lost', '?'],
    ['{=SUM(A1)}', 'lost', 'lost', 'lost', '?'],
    ['="a"&B1', 'lost', 'lost', 'lost', '?'],
    ['System.Object[]', 'lost', 'lost', 'lost', '?'],
    ['System.Collections.Hashtable', 'lost', 'lost', 'lost', '?'],
    ['System.DBNull', 'lost', 'lost', 'lost', '?'],
    ['[B@1f2a', 'lost', 'lost', 'lost', '?'],
    ['{{customer_id}}', 'lost', 'lost', 'lost', '?'],
    ['${customer.id}', 'lost', 'lost', 'lost', '?'],
    ['<Customer object at 0x7f3a>', 'lost', 'lost', 'lost', '?'],
    ['="00123"&""', '00123', '00123', '00123', '00123'],
    ['= "00123"', '00123', '00123', '00123', '00123'],
    ["b'acme'", 'acme', 'acme', 'acme', 'acme'],
    ['"acme"', 'acme', 'acme', undefined, undefined],
    ['1001.000', '1001', '1001', '1001', '1001'],
    ['1,001.0', '1001', '1001', '1001', '1001'],
    ['1.234.567,00', '1234567', '1234567', '1234567', '1234567'],
    ['NaT', '', '', '', ''],
    ['nil', '', '', '', ''],
    ['null.', '', '', '', ''],
    ['1.#QNAN', '', '', '', ''],
    ['-nan', '', '', '', ''],
    ['="  "', '', '', '', ''],
    ['[NULL]', '', '', '', ''],
    ['(blank)', '', '', '', ''],
    ['n.a.', '', '', undefined, undefined],
    ['—', '', '', undefined, undefined],
    ['01-Jan-24', '?', '?', undefined, undefined],
    ['1. Mrz. 2024', '?', '?', undefined, undefined],
    ['févr-24', '?', '?', undefined, undefined],
    ['1/2/24', '?', '?', undefined, undefined],
    ['2024/3/1', '?', '?', undefined, undefined],
    ['2024-03-01T00:00:00.000Z', '?', '?', undefined, undefined],
    ['2024-03-01T00:00:00+00:00', '?', '?', undefined, undefined],
    ['2024年1月1日', '?', '?', undefined, undefined],
    ['1 001', '?', '?', undefined, undefined],
    ['$1,001.00', '?', '?', undefined, undefined],
    ['1.001,00 €', '?', '?', undefined, undefined],
    ['inf', '?', '?', undefined, undefined],
    ['-Infinity', '?', '?', undefined, undefined],
    ['1001.', '1001', '1001', undefined, undefined],
    ["u'acme'", 'acme', 'acme', 'acme', 'acme'],
    ["UUID('0f8e-11')", '0f8e-11', '0f8e-11', '0f8e-11', '0f8e-11'],
    ['ObjectId("65a1")', '65a1', '65a1', '65a1', '65a1'],
    ["Decimal('1001')", '1001', '1001', '1001', '1001'],
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

  for (const cell of [
    [
      'acme-corp',
      'Err',
      'err-502',
      'acme:502',
      'nilsson',
      'Nil',
      'nan-yang',
      'native',
      'b2b',
      "b'",
      'may',
      'may-flower',
      'information',
      "UUID('x",
      'Decimal',
      '€',
      '1.a.',
    ],
    ['=acme', '#acme', '#12', '#N', 'System.Test', '<acme>', '[acme]', '(acme)', '12E5', '12E-5', '1.2.3', '10-12-24'],
    ['001.002', '1,5', '0.5', '12-abc-34', 'a.b', '--acme', '?acme', '1001', '00123', 'ÄÖÜ-1', '顧客-1', 'エラー'],
  ].flat()) {
    it(`is not seen in a usual ID: ${cell}`, () => {
      assert.deepEqual([judged(cell, 'id'), judged(cell, 'dataSource')], [undefined, undefined]);
    });
  }

  it('is known by the tab that was put before a number, so that it stays a text', () => {
    assert.deepEqual(
      ['\t00123', '\tacme'].map((cell) => judged(cell, 'id')),
      ['00123', undefined],
    );
  });

  it('is no whole number where its column has fractions, which IDs have not', () => {
    assert.deepEqual(
      ALL.filter((of) => judged('7.0', of, true) !== undefined),
      ['id', 'dataSource'],
    );
  });
});
