// The words for one group of one connection in a sentence.

import { quotedId } from './foreignText.ts';

/** `"acme" on production`. */
export function groupText(userGroupId: string, { name }: { readonly name: string }): string {
  return `${quotedId(userGroupId)} on ${name}`;
}
