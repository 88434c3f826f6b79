// A CSV file that gives a value for each group: its columns, and the cells of two of them.

import * as l10n from '@vscode/l10n';
import type { RequestNames } from '../../contract/serviceApi.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { foreignText } from '../../core/foreignText.ts';
import { proposeColumns } from '../csvColumns.ts';
import { hasSurplusCells, readCsv, type CsvRecord } from '../csvTable.ts';
import { decodeText } from '../decodeText.ts';
import type { ColumnRow } from './columnValues.ts';

export interface CsvTable {
  readonly header: readonly string[];
  readonly records: readonly CsvRecord[];
}

/** @throws UserGroupsError `invalid` when it is no table */
export async function csvOfValues(bytes: Uint8Array): Promise<CsvTable> {
  const { text } = await decodeText(bytes);
  const records: CsvRecord[] = [];
  const { header } = await readCsv(text, undefined, () => (record) => records.push(record));
  return { header, records };
}

/** Where the ids are likely to stand. */
export function idColumnOf({ header }: CsvTable, names?: RequestNames): string | undefined {
  return proposeColumns(header, names).find(({ use }) => use.as === 'user_group_id')?.header;
}

/**
 * A row with a flaw, with more cells than columns, without an id, or without anything in the cell is left out. @throws
 * UserGroupsError `invalid` when a column is not there, or twice
 */
export function columnRows({ header, records }: CsvTable, idColumn: string, valueColumn: string): ColumnRow[] {
  const [ids, values] = [indexOf(header, idColumn), indexOf(header, valueColumn)];
  return records.flatMap(({ line, cells, flaw }) => {
    const [userGroupId = '', cell = ''] = [cells[ids], cells[values]];
    return flaw !== undefined || hasSurplusCells(cells, header.length) || userGroupId === '' || cell === ''
      ? []
      : [{ line, userGroupId, cell }];
  });
}

function indexOf(header: readonly string[], name: string): number {
  const index = header.indexOf(name);
  if (index >= 0 && header.lastIndexOf(name) === index) return index;
  throw new UserGroupsError({
    kind: 'invalid',
    happened:
      index < 0
        ? l10n.t(
            'The file has no column "{0}" among these: {1}.',
            foreignText(name),
            foreignText(header.join(', '), 150),
          )
        : l10n.t('The file has more than one column "{0}".', foreignText(name)),
    next: l10n.t('Choose another column, or rename it in the file.'),
  });
}
