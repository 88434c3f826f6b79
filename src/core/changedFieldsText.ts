// The words for the fields of a file that are no longer as applied.

import * as l10n from '@vscode/l10n';
import { foreignText } from './foreignText.ts';

export function changedFieldsText(names: readonly string[]): string {
  return l10n.t('Changed since it was applied: {0}.', foreignText(names.join(', '), 200));
}
