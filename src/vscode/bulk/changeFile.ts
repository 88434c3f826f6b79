// The questions of Edit Multiple Groups… about a CSV file with a value for each group.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { csvOfValues, idColumnOf } from '../../bulk/changes/readColumn.ts';
import type { CsvTable } from '../../bulk/csvTable.ts';
import { namesOf, type Connection } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { foreignText } from '../../core/foreignText.ts';
import { askChoice, BACK } from '../command/ask.ts';
import { withProgress } from '../platform/progress.ts';
import type { ChangeAnswers, ChangeStep } from './changeArgument.ts';

export const askFile: ChangeStep = async () => {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: l10n.t('Select the CSV File with the Values'),
      openLabel: l10n.t('Read Values'),
      canSelectMany: false,
      filters: { [l10n.t('CSV files')]: ['csv', 'tsv', 'txt'], [l10n.t('All files')]: ['*'] },
    })) ?? [];
  return file === undefined ? BACK : { file: file.toString() };
};

export const askColumn =
  (of: 'idColumn' | 'valueColumn', connection: Connection, tableOf: (file: string) => Promise<CsvTable>): ChangeStep =>
  async (before, place) => {
    const table = await tableOf(before.file ?? '');
    const header = of === 'idColumn' ? table.header : table.header.filter((name) => name !== before.idColumn);
    const [example] = table.records;
    const chosen = await askChoice({
      ...place,
      placeholder:
        of === 'idColumn'
          ? l10n.t('Select the column with the ID')
          : l10n.t('Select the column with the values. Empty cells are skipped.'),
      choices: header.map((name) => ({
        label: foreignText(name),
        description: foreignText(example?.cells[table.header.indexOf(name)] ?? ''),
        value: name,
      })),
      active: before[of] ?? (of === 'idColumn' ? idColumnOf(table, namesOf(connection)) : undefined),
    });
    return chosen === BACK ? BACK : { [of]: chosen };
  };

export const askCells: ChangeStep = async ({ cells }, place) => {
  const chosen = await askChoice<ChangeAnswers['cells']>({
    ...place,
    placeholder: l10n.t('Select how to read the cells'),
    active: cells,
    choices: [
      { label: l10n.t('Strings'), detail: l10n.t('007 becomes "007".'), value: 'text' },
      { label: l10n.t('JSON'), detail: l10n.t('Such as true, 12, or ["a"]. Strings need quotes.'), value: 'json' },
    ],
  });
  return chosen === BACK ? BACK : { cells: chosen };
};

/** As it was chosen, or given as a path. */
export function valueFileUri(file: string): vscode.Uri {
  return /^[a-z][a-z0-9+.-]+:/i.test(file) ? vscode.Uri.parse(file, true) : vscode.Uri.file(file);
}

/** A file chosen in the editor may not be on this machine's disk. */
export async function readTable(file: string, requireReadable: (file: vscode.Uri) => Promise<void>): Promise<CsvTable> {
  const uri = valueFileUri(file);
  await requireReadable(uri);
  return withProgress(l10n.t('Reading the values'), () => readColumns(uri));
}

/** @throws UserGroupsError `notFound`; `invalid` when it is no table */
async function readColumns(file: vscode.Uri): Promise<CsvTable> {
  const bytes = await vscode.workspace.fs.readFile(file).then(
    (read) => read,
    (error: unknown) => {
      throw new UserGroupsError('notFound', l10n.t("The file can't be read."), l10n.t('Choose another file.'), {
        cause: error,
      });
    },
  );
  return csvOfValues(bytes);
}
