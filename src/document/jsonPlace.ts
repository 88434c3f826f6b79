// Where a value stands in a JSON text.

import { findNodeAtLocation, parseTree } from 'jsonc-parser';

/**
 * In UTF-16 units, of a text that is JSON. What is not there stands where its nearest parent does.
 * @param isName of the name of the last field, and not its value
 */
export function offsetAt(text: string, path: readonly (string | number)[], isName = false): number {
  const root = parseTree(text);
  if (root === undefined) return 0;
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node !== undefined) return (isName && length === path.length ? (node.parent ?? node) : node).offset;
  }
  return root.offset;
}
