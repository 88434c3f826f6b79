// Finds what a merge of git has left in a file.

import * as l10n from '@vscode/l10n';
import type { Flaw } from './walkJson.ts';

/** The first one. No line of a JSON text begins so. */
export function conflictMarkerIn(text: string): Flaw | undefined {
  const offset = text.search(/^(?:<{7}|={7}|>{7})(?:\s|$)/m);
  return offset < 0 ? undefined : { offset, reason: l10n.t('The file has conflict markers of a merge.') };
}
