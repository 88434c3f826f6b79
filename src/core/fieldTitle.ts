// The words for a field of a document, as the form titles it.

import * as l10n from '@vscode/l10n';
import type { BodyField } from '../contract/fields.ts';

export function fieldTitle(field: BodyField): string {
  switch (field) {
    case 'user_group_id':
      return l10n.t('ID');
    case 'name':
      return l10n.t('Name');
    case 'mapping':
      return l10n.t('Mapping');
    case 'properties':
      return l10n.t('Properties');
  }
}
