// The words for a field that a request omits.

import * as l10n from '@vscode/l10n';

/** @param isKept the service says so; otherwise nothing says what it does */
export function omittedText(field: string, isKept = false): string {
  if (isKept)
    return field === 'properties'
      ? l10n.t('The properties are not sent. The service keeps them.')
      : l10n.t('The {0} is not sent. The service keeps it.', field);
  return field === 'properties'
    ? l10n.t('The properties are not sent. The service may keep or clear them.')
    : l10n.t('The {0} is not sent. The service may keep or clear it.', field);
}
