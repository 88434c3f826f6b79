// The words for how a CSV file is read: what a column is for, and what parts the cells.

import { isTextField } from '../contract/fields.ts';
import type { CsvColumn, ColumnUse } from './csvColumns.ts';

/** "property region", "schema id 40, its data source as JSON". Foreign text. */
export function columnUseText(use: ColumnUse): string {
  const cells = 'isJson' in use && use.isJson === true ? ', cells are JSON' : '';
  if (use.as === 'property') return `property ${use.name}${cells}`;
  if (use.as === 'schemaId') return `data source of schema id ${use.schemaId}${cells}`;
  if (use.as === 'leftOut') return 'left out';
  return isTextField(use.as) ? use.as : `all of ${use.as}, as JSON`;
}

/** "semicolon". Foreign text. */
export function delimiterText(delimiter: string): string {
  return DELIMITERS.find(([each]) => each === delimiter)?.[1] ?? delimiter;
}

/** What parts the cells of CSV files, the usual first. */
export const DELIMITERS: readonly (readonly [delimiter: string, words: string])[] = [
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', 'vertical bar'],
];

/** What may be chosen where the one that was detected is wrong. */
export const ENCODINGS: readonly string[] = [
  'utf-8',
  'windows-1252',
  'utf-16le',
  'utf-16be',
  'iso-8859-2',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'iso-8859-15',
  'shift_jis',
  'gb18030',
  'euc-kr',
  'big5',
];

/** With this one's use; the id is one column's, which the column that was the id before is then left out for. */
export function withUse(columns: readonly CsvColumn[], at: number, use: ColumnUse): CsvColumn[] {
  return columns.map((column, index) => {
    if (index === at) return { ...column, use };
    return use.as === 'user_group_id' && column.use.as === 'user_group_id'
      ? { ...column, use: { as: 'leftOut' } }
      : column;
  });
}

/** Why the file cannot be read with these columns, as a part of a sentence; `undefined` when it can. */
export function columnTrouble(columns: readonly CsvColumn[]): string | undefined {
  return columns.some(({ use }) => use.as === 'user_group_id')
    ? undefined
    : 'No column is the user_group_id: choose the one that is.';
}
