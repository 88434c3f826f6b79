// The words for what a document has from the preset of its folder.

import * as l10n from '@vscode/l10n';
import { foreignText } from './foreignText.ts';

/** @param paths such as `properties.region` */
export function inheritedText(paths: readonly string[]): string {
  return l10n.t('From the preset: {0}.', foreignText(paths.join(', '), 200));
}
