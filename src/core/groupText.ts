// The words for one group of one connection in a sentence.

import type { Connection } from './connection.ts';
import { guardedMark } from './environmentText.ts';
import { quotedId, visibleId } from './foreignText.ts';

/** "acme on production". */
export function groupText(userGroupId: string, { name }: { readonly name: string }): string {
  return `${visibleId(userGroupId)} on ${name}`;
}

/** `"acme" on production`: the same at the start of a sentence. */
export function quotedGroup(userGroupId: string, { name }: { readonly name: string }): `"${string}" on ${string}` {
  return `${quotedId(userGroupId)} on ${name}`;
}

/** "acme on production (PRODUCTION)": with the mark of a guarded connection. */
export function markedGroup(userGroupId: string, connection: Connection): string {
  return groupText(userGroupId, connection) + guardedMark(connection);
}
