// The CSV file of Edit Multiple Groups… that gives a value for each group. Its reader loads on first use.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { csvOfValues } from '../../bulk/changes/readColumn.ts';
import type { CsvTable } from '../../bulk/csvTable.ts';
import { UserGroupsError } from '../../core/errors.ts';

export { columnRows, idColumnOf } from '../../bulk/changes/readColumn.ts';

/** @throws UserGroupsError `notFound`; `invalid` when it is no table */
export async function readColumns(file: vscode.Uri): Promise<CsvTable> {
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
