// What is wrong in files, as a command prints it.

import * as l10n from '@vscode/l10n';
import { grouped, isOne, listed } from '../core/language.ts';
import type { Finding } from '../services/files/folderCheck.ts';
import { placeIn } from './inFile.ts';
import { lineOf, lineText, type Terminal } from './terminal.ts';

export interface FoundInFile extends Finding {
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
