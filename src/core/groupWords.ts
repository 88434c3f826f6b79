// The words for one group of one connection, in every sentence about it.

import { visibleId } from './foreignText.ts';

/** "acme on production". */
export function groupWords(userGroupId: string, { name }: { readonly name: string }): string {
  return `${visibleId(userGroupId)} on ${name}`;
}
