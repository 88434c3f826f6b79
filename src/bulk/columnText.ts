// The words for how a CSV file is read: what a column is for, and the delimiter.

import * as l10n from '@vscode/l10n';
import { isTextField, TEXT_FIELDS } from '../contract/fields.ts';
import { fieldTitle } from '../core/fieldTitle.ts';
import type { CsvColumn, ColumnUse } from './csvColumns.ts';

/** `ID`, `Property "region"`, `Data source of schema ID "40", read as JSON`. Foreign text. */
export function columnUseText(use: ColumnUse): string {
  const isJson = 'isJson' in use && use.isJson === true;
  if (use.as === 'property')
    return isJson ? l10n.t('Property "{0}", read as JSON', use.name) : l10n.t('Property "{0}"', use.name);
  if (use.as === 'schemaId')
    return isJson
      ? l10n.t('Data source of schema ID "{0}", read as JSON', use.schemaId)
      : l10n.t('Data source of schema ID "{0}"', use.schemaId);
  if (use.as === 'further') return use.name;
  if (use.as === 'leftOut') return l10n.t('Omit');
  return isTextField(use.as) ? fieldTitle(use.as) : l10n.t('All of "{0}" (JSON)', use.as);
}

const DELIMITER_TEXTS: Readonly<Record<string, () => string>> = {
  ',': () => l10n.t('comma'),
  ';': () => l10n.t('semicolon'),
  '\t': () => l10n.t('tab'),
  '|': () => l10n.t('vertical bar'),
};

/** Of CSV files, the usual first. */
export const DELIMITERS: readonly string[] = Object.keys(DELIMITER_TEXTS);

/** "semicolon". Foreign text. */
export function delimiterText(delimiter: string): string {
  return DELIMITER_TEXTS[delimiter]?.() ?? delimiter;
}

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

/** With this one's use. The id is one column's, and so are the name and each further field: the former loses it. */
export function withUse(columns: readonly CsvColumn[], at: number, use: ColumnUse): CsvColumn[] {
  return columns.map((column, index) => {
    if (index === at) return { ...column, use };
    const isOfOne = use.as === 'further' || TEXT_FIELDS.some((field) => field === use.as);
    return isOfOne && columnUseText(column.use) === columnUseText(use) && column.use.as === use.as
      ? { ...column, use: { as: 'leftOut' } }
      : column;
  });
}

/** Why the file cannot be read with these columns, as a sentence; `undefined` when it can. */
export function columnTrouble(columns: readonly CsvColumn[]): string | undefined {
  return columns.some(({ use }) => use.as === 'user_group_id') ? undefined : l10n.t('No column is the ID. Choose one.');
}
