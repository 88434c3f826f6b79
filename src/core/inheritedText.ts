// The words for fields of a file: what comes from the preset of its folder, and what has changed since.

import * as l10n from '@vscode/l10n';
import { foreignText } from './foreignText.ts';
import { sentence } from './sentences.ts';

/** @param paths such as `properties.region` */
export function inheritedText(paths: readonly string[]): string {
  return sentence(l10n.t('From the preset: {0}', foreignText(paths.join(', '), 200)));
}

export function changedFieldsText(names: readonly string[]): string {
  return l10n.t('Changed since it was applied: {0}.', foreignText(names.join(', '), 200));
}
