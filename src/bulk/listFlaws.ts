// The words for what is wrong with a field of the list file.

import * as l10n from '@vscode/l10n';

/** `flaw`: its name, or the values that are allowed. @param field harmless to show */
export function flawText(field: string, flaw: string): string {
  switch (flaw) {
    case 'text':
      return l10n.t('"{0}" must be a string.', field);
    case 'number':
      return l10n.t('"{0}" must be a number.', field);
    case 'time':
      return l10n.t('"{0}" must be a time.', field);
    case 'digits':
      return l10n.t('"{0}" must be digits.', field);
    case 'json':
      return l10n.t('"{0}" must be JSON.', field);
    case 'object':
      return l10n.t('"{0}" must be an object.', field);
    case 'objects':
      return l10n.t('"{0}" must be a list of objects.', field);
    case 'empty':
      return l10n.t('"{0}" is empty.', field);
    case 'surrogate':
      return l10n.t('"{0}" contains half of a surrogate pair.', field);
    default:
      return l10n.t('"{0}" must be one of these: {1}.', field, flaw);
  }
}
