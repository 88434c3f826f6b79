// Which files of a folder are documents, by their names, and how large the files of a repository may be.

import * as l10n from '@vscode/l10n';
import { grouped, isOne } from '../core/language.ts';
import { DOCUMENT_SUFFIX } from './documentUri.ts';

/** Files of other programs beside a file: `._acme…` (macOS), `.#acme…` (Emacs), `~$acme…` (Office). */
const FOREIGN_START = /^(?:\.|~\$)/;

/** The most bytes or characters of a document: no service takes more, and no editor shows it. */
export const LONGEST_DOCUMENT = 10_000_000;
/** Bytes of a file that holds settings, or says who works. */
export const LONGEST_SETTINGS = 1_000_000;
/** Bytes of a list, a plan or a state, which is held in memory as a whole. */
export const LONGEST_LIST = 512 * 1024 * 1024;

export function isDocumentFile(name: string): boolean {
  return name.endsWith(DOCUMENT_SUFFIX) && !FOREIGN_START.test(name);
}

/** It has the name of a document, and belongs to another program. */
export function isIgnoredFile(name: string): boolean {
  return name.endsWith(DOCUMENT_SUFFIX) && FOREIGN_START.test(name);
}

/** "2 hidden or temporary files ignored", without a full stop; nothing where there are none. */
export function ignoredText(files: number): readonly string[] {
  if (files === 0) return [];
  return [
    isOne(files)
      ? l10n.t('1 hidden or temporary file ignored')
      : l10n.t('{0} hidden or temporary files ignored', grouped(files)),
  ];
}
