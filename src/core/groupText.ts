// The words for one group of one connection in a sentence.

import * as l10n from '@vscode/l10n';
import type { Connection } from './connection.ts';
import { guardedMark } from './environmentText.ts';
import { quotedId } from './foreignText.ts';

/** `"acme" on production`. */
export function groupText(userGroupId: string, { name }: { readonly name: string }): string {
  return l10n.t('{0} on {1}', quotedId(userGroupId), name);
}

/** "acme on production (PRODUCTION)": with the mark of a guarded connection. */
export function markedGroup(userGroupId: string, connection: Connection): string {
  return groupText(userGroupId, connection) + guardedMark(connection);
}
