// The words for one group of one connection in a sentence.

import type { Connection } from './connection.ts';
import { guardedMark } from './environmentText.ts';
import { quotedId } from './foreignText.ts';

/** `"acme" on production`. */
export function groupText(userGroupId: string, { name }: { readonly name: string }): string {
  return `${quotedId(userGroupId)} on ${name}`;
}

/** "acme on production (PRODUCTION)": with the mark of a guarded connection. */
export function markedGroup(userGroupId: string, connection: Connection): string {
  return groupText(userGroupId, connection) + guardedMark(connection);
}
