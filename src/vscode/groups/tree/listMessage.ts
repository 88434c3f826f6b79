// The message above the list, put together from its parts.

import { foreignText } from '../../../core/foreignText.ts';
import { foundText } from '../../../core/foundText.ts';
import type { Found, UnderstoodQuery } from '../../../services/groups/groupFinder.ts';
import type { TreeNode } from '../../command/treeNode.ts';

const LONGEST_QUERY = 200;

/** The view shows it as plain text and wraps it, where a row would be cut. Empty: no message. */
export function listMessage(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' ');
}

export function emptyListText(nodes: readonly TreeNode[]): string | undefined {
  const isEmpty = nodes.length > 0 && nodes.every((of) => of.kind === 'connection' && of.groups === 0);
  return isEmpty ? 'The service cannot list its user groups. This list shows those you add here.' : undefined;
}

/** Where the list is stored. Without a connection the welcome view is shown, which any message would hide. */
export function placeText(nodes: readonly TreeNode[], place: string | undefined): string | undefined {
  return nodes.length === 0 ? undefined : place;
}

/** The filter, its matches, how old that knowledge is, and how to clear it. */
export function filterText({ text, notes }: UnderstoodQuery, { matching, of, counts }: Found, now: number): string {
  return [
    `Filter: ${foreignText(text, LONGEST_QUERY)} — ${foundText(matching, of, counts, now)}, by what was last sent or answered, not by drafts.`,
    ...notes.map((note) => foreignText(note)),
    'Clear Filter, above, shows all.',
  ].join(' ');
}
