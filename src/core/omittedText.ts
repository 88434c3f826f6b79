// The words for a field that a request does not hold: what the service does with it then is documented nowhere.

import * as l10n from '@vscode/l10n';

export function omittedText(field: string): string {
  return field === 'properties'
    ? l10n.t('The properties are not sent. The service may keep or clear them.')
    : l10n.t('The {0} is not sent. The service may keep or clear it.', field);
}
