// What kind of JSON value something is, in a sentence.

import * as l10n from '@vscode/l10n';

/** "an object" for `object`; "a value" for what is no type of JSON. */
export function jsonTypeText(type: string): string {
  switch (type) {
    case 'array':
      return l10n.t('an array');
    case 'boolean':
      return l10n.t('a boolean');
    case 'null':
      return type;
    case 'number':
      return l10n.t('a number');
    case 'object':
      return l10n.t('an object');
    case 'string':
      return l10n.t('a string');
    default:
      return l10n.t('a value');
  }
}
