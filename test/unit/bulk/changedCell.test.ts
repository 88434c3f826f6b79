// What another program made of a value, and what was likely meant.

import assert from 'node:assert/strict';
import { changedCell, type CellOf } from '../../../src/bulk/changedCell.ts';

/** `lost` where it is certainly damaged, `?` where nobody can tell, `-` for a value as it was written, `∅` for none. */
function judged(cell: string, of: CellOf, hasFractions = false): string {
  const changed = changedCell(cell, of, () => hasFractions);
  if (changed === undefined) return '-';
  return changed.meant === '' ? '∅' : (changed.meant ?? (changed.isDamaged ? 'lost' : '?'));
}

/** Between ¦ and line ends. */
const cellsIn = (text: string): string[] =>
  text
    .split(/[\n¦]/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');

const ALL = ['id', 'dataSource', 'name', 'property'] as const;

/** Cells by what they are judged to be as an ID, a data source, a name and a property. */
const JUDGED: Readonly<Record<string, string>> = {
  'lost lost lost ?': `
    1.23457E+15 ¦ 1,2e+15 ¦ #REF! ¦ #N/A ¦ #BEZUG! ¦ ######## ¦ [object Object] ¦ =A2&"-x" ¦ =CONCAT(A1,B1)
    #¡REF! ¦ #¿NOMBRE? ¦ #ЗНАЧ! ¦ #DĚLENÍ_NULOU! ¦ #SAYI/0! ¦ #N/D ¦ #Н/Д ¦ #NV ¦ Err:502 ¦ Ошибка:508
    =1+1 ¦ =-1 ¦ ='Sheet 1'!A1 ¦ =Sheet1!A1 ¦ ={1,2} ¦ {=SUM(A1)} ¦ ="a"&B1 ¦ System.Object[]
    System.Collections.Hashtable ¦ System.DBNull ¦ [B@1f2a ¦ {{customer_id}} ¦ \${customer.id}
    <Customer object at 0x7f3a>`,
  'lost lost - -': '1e15 ¦ 1E5 ¦ 12.3456E8',
  '- - - -': '5e8400 ¦ 7e3',
  '00123 00123 00123 00123': `="00123" ¦ =00123 ¦ '00123 ¦ ="00123"&"" ¦ = "00123"`,
  'a"b a"b a"b a"b': '=T("a""b")',
  '=1+1 =1+1 =1+1 =1+1': "'=1+1",
  'acme acme - -': `'acme' ¦ "acme"`,
  'acme acme acme acme': `b'acme' ¦ u'acme'`,
  '1001 1001 1001 1001': "1001.0 ¦ 1001,00 ¦ 1001.000 ¦ 1,001.0 ¦ Decimal('1001')",
  '1001 1001 - -': '1001.',
  '-7 -7 -7 -7': '-7.0',
  '1234567 1234567 1234567 1234567': '1.234.567,00',
  '0f8e-11 0f8e-11 0f8e-11 0f8e-11': "UUID('0f8e-11')",
  '65a1 65a1 65a1 65a1': 'ObjectId("65a1")',
  '∅ ∅ ∅ ∅': `
    NULL ¦ (null) ¦ \\N ¦ NaN ¦ <NA> ¦ undefined ¦ NaT ¦ nil ¦ null. ¦ 1.#QNAN ¦ -nan ¦ ="  " ¦ [NULL] ¦ (blank)`,
  '∅ ∅ - -': 'None ¦ NA ¦ n.a. ¦ —',
  '? ? - -': `
    1,234,567 ¦ 213.000 ¦ 1234567890123450 ¦ 2-Sep ¦ 12-Feb ¦ fév-24 ¦ Jan-24 ¦ 01.02.2024
    2024-03-01 00:00:00 ¦ 01-Jan-24 ¦ 1. Mrz. 2024 ¦ févr-24 ¦ 1/2/24 ¦ 2024/3/1 ¦ 2024-03-01T00:00:00.000Z
    2024-03-01T00:00:00+00:00 ¦ 2024年1月1日 ¦ 1 001 ¦ $1,001.00 ¦ 1.001,00 € ¦ inf ¦ -Infinity`,
};

const USUAL = `
  acme ¦ 007 ¦ 1001 ¦ 0 ¦ 12E5 ¦ 1E5x ¦ 2024-03-01 ¦ 1.2.3 ¦ 1.5 ¦ = ¦ O'Neil ¦ 't Hooft ¦ #1 ¦ #acme
  Nullify ¦ Nan Yang ¦ n/a-1 ¦ [x] ¦ (x) ¦ <x> ¦ - ¦ +49 30 ¦ 12-ab ¦ sept ¦ A-1 ¦ 123456789012345
  1 000 ¦ 213,214 ¦ 10-12 ¦ "x" ¦ \\ ¦ None Ltd ¦ u`;
const USUAL_IDS = `
  acme-corp ¦ Err ¦ err-502 ¦ acme:502 ¦ nilsson ¦ Nil ¦ nan-yang ¦ native ¦ b2b ¦ b' ¦ may ¦ may-flower
  information ¦ UUID('x ¦ Decimal ¦ € ¦ 1.a. ¦ =acme ¦ #acme ¦ #12 ¦ #N ¦ System.Test ¦ <acme> ¦ [acme] ¦ (acme)
  12E5 ¦ 12E-5 ¦ 1.2.3 ¦ 10-12-24 ¦ 001.002 ¦ 1,5 ¦ 0.5 ¦ 12-abc-34 ¦ a.b ¦ --acme ¦ ?acme ¦ 1001 ¦ 00123
  ÄÖÜ-1 ¦ 顧客-1 ¦ エラー`;

describe('A value that another program changed', () => {
  for (const [expected, cells] of Object.entries(JUDGED))
    it(`is known by how it stands there: ${expected}`, () => {
      for (const cell of cellsIn(cells)) {
        assert.equal(ALL.map((of) => judged(cell, of)).join(' '), expected, cell);
        assert.equal(judged(` ${cell} `, 'id'), expected.split(' ')[0], `${cell} with blanks about it`);
      }
    });

  it('is not seen in what is usual', () => {
    for (const cell of [...cellsIn(USUAL), '', ' ', 'x'.repeat(100_000), '9'.repeat(100_000)])
      assert.deepEqual([judged(cell, 'name'), judged(cell, 'property')], ['-', '-'], cell.slice(0, 20));
    for (const cell of cellsIn(USUAL_IDS))
      assert.deepEqual([judged(cell, 'id'), judged(cell, 'dataSource')], ['-', '-'], cell);
  });

  it('is known by the tab that was put before a number, so that it stays a text', () => {
    assert.deepEqual(
      ['\t00123', '\tacme'].map((cell) => judged(cell, 'id')),
      ['00123', '-'],
    );
  });

  it('is no whole number where its column has fractions, which IDs have not', () => {
    assert.deepEqual(
      ALL.map((of) => judged('7.0', of, true)),
      ['7', '7', '-', '-'],
    );
  });
});
