// The sentence for a request whose outcome is not known: what may have been done.

import * as l10n from '@vscode/l10n';
import type { RequestKind } from '../contract/operations.ts';

/** Nothing of what only reads. */
export function maybeDoneText(operation: RequestKind): string | undefined {
  switch (operation) {
    case 'getOrCreate':
      return l10n.t('It may have been created.');
    case 'update':
      return l10n.t('The update may have been applied.');
    case 'rotate':
      return l10n.t('The token may have been rotated.');
    case 'delete':
      return l10n.t('It may have been deleted.');
    case 'changeId':
      return l10n.t('Its ID may have been changed.');
    case 'list':
      return undefined;
  }
}
