// The message above the list, put together from its parts.

import * as l10n from '@vscode/l10n';
import { sentences } from '../../../core/sentences.ts';
import { foreignText } from '../../../core/foreignText.ts';
import { foundText } from '../../../core/foundText.ts';
import type { Found } from '../../../services/groups/groupFinder.ts';
import type { UnderstoodQuery } from '../../../services/groups/understoodQuery.ts';
import type { TreeNode } from '../../command/treeNode.ts';
import { canList } from '../../command/targets.ts';
import { listPlaceText, type Host } from './listPlace.ts';

const LONGEST_QUERY = 200;

/** The view shows it as plain text and wraps it, where a row would be cut. Empty: no message. */
export function listMessage(...parts: readonly (string | undefined)[]): string {
  return sentences(parts);
}

export function emptyListText(nodes: readonly TreeNode[]): string | undefined {
  const isEmpty = nodes.length > 0 && nodes.every((of) => of.kind === 'connection' && of.groups === 0);
  if (!isEmpty) return undefined;
  const isListed = nodes.some((node) => node.kind === 'connection' && canList(node.of));
  return isListed ? l10n.t('Use "Refresh List from Service" on a connection, or add groups.') : limitationText();
}

/** As in the welcome view. */
function limitationText(): string {
  return l10n.t("The service can't list its groups. This list shows the ones you add.");
}

/** Where the list is stored. Without a connection the welcome view is shown, which any message would hide. */
export function placeText(nodes: readonly TreeNode[], host: Host): string | undefined {
  return nodes.length === 0 ? undefined : listPlaceText(host);
}

/** The filter, its matches, how old that knowledge is, and how to clear it. */
export function filterText({ text, notes }: UnderstoodQuery, { matching, of, counts }: Found, now: number): string {
  return sentences([
    l10n.t('Filter: {0} ({1})', foreignText(text, LONGEST_QUERY), foundText(matching, of, counts, now)),
    ...notes.map((note) => foreignText(note)),
  ]);
}
