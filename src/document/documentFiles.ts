// Which files of a folder are documents, by their names.

import * as l10n from '@vscode/l10n';
import { grouped, isOne } from '../core/language.ts';
import { DOCUMENT_SUFFIX } from './documentUri.ts';

/** How other programs name what they keep beside a file: `._acme…` of macOS, `.#acme…` of Emacs, `~$acme…` of Office. */
const FOREIGN_START = /^(?:\.|~\$)/;

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
