// Why a schema of the person's is not used, in the reader's language.

import * as l10n from '@vscode/l10n';
import { foreignText } from '../core/foreignText.ts';
import { sentence, sentences } from '../core/sentences.ts';
import type { StrayReference } from './schemaReferences.ts';

/** Why a file is not served. */
export type Unserved = 'missing' | 'outside' | StrayReference;

/** @param reason a whole sentence; foreign text */
export function unusedText(setting: string, reason: string): string {
  return sentences([
    l10n.t("{0} can't be used, so documents are checked without it.", setting),
    sentence(foreignText(reason, 400)),
  ]);
}

/** @param file a path within the workspace folder, or the name of a setting; foreign text */
export function unservedText(file: string, why: Unserved): string {
  if (why === 'missing') return l10n.t('There is no file "{0}" in the workspace folder.', file);
  if (why === 'outside') return l10n.t('"{0}" lies outside of the workspace folder.', file);
  switch (why.leadsTo) {
    case 'data':
      return l10n.t('"{0}" refers to "{1}", which is data and no schema.', file, why.to);
    case 'address':
      return l10n.t('"{0}" refers to "{1}", but schemas are read from the workspace folder only.', file, why.to);
    case 'outside':
      return l10n.t('"{0}" refers to "{1}", which lies outside of the workspace folder.', file, why.to);
    case 'tooDeep':
      return l10n.t('"{0}" nests too deep to be checked.', file);
  }
}
