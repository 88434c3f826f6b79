// What is wrong in files, with its place as compilers name it.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../core/errors.ts';
import { grouped, isOne, listed } from '../core/language.ts';
import { placesIn, type LineAndColumn } from '../document/lineAndColumn.ts';
import type { FileFinding } from '../services/files/folderCheck.ts';
import { lineOf, lineText, type Terminal } from './terminal.ts';

export interface FoundInFile extends FileFinding {
  /** Relative to the current folder. */
  readonly file: string;
}

/** "customers/acme.usergroup.json:3:5: error: …", as compilers print it. */
export function findingLine(finding: FoundInFile, { paint }: Terminal): string {
  const { severity, message, file } = finding;
  const word = severity === 'error' ? paint('red', 'error') : paint('yellow', 'warning');
  return `${lineText(placeIn(file, finding))}: ${word}: ${lineOf(message)}`;
}

/** "3 files checked, 1 error". @param done what was done, without a full stop */
export function summaryLine(
  done: readonly string[],
  { errors, warnings }: { readonly errors: number; readonly warnings: number },
  { paint }: Terminal,
): string {
  const counts = [
    ...(errors === 0 ? [] : [paint('red', isOne(errors) ? l10n.t('1 error') : l10n.t('{0} errors', grouped(errors)))]),
    ...(warnings === 0
      ? []
      : [paint('yellow', isOne(warnings) ? l10n.t('1 warning') : l10n.t('{0} warnings', grouped(warnings)))]),
  ];
  return `${listed([...done, ...counts])}\n`;
}

/** @throws UserGroupsError of `work`, with file, line and column where its failure has a place in `text` */
export function inFile<T>(file: string, text: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof UserGroupsError) || error.failure.flaw === undefined) throw error;
    const { offset, reason } = error.failure.flaw;
    throw error.with({ happened: errorIn(file, text, offset, reason) });
  }
}

/** @param reason a whole sentence */
export function errorIn(file: string, text: string, offset: number, reason: string): string {
  return `${placeIn(file, placesIn(text)(offset))}: error: ${reason}`;
}

/** "customers/acme.usergroup.json:3:5". */
export function placeIn(file: string, { line, column }: LineAndColumn): string {
  return `${file}:${line}:${column}`;
}
