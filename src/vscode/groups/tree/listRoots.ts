// What the list shows first: the message above it, how many tokens are old, and the connections.

import * as l10n from '@vscode/l10n';
import { sentences } from '../../../core/sentences.ts';
import { foreignText } from '../../../core/foreignText.ts';
import { foundText } from '../../command/foundText.ts';
import type { Found } from '../../../services/groups/groupFinder.ts';
import type { UnderstoodQuery } from '../../../services/groups/understoodQuery.ts';
import type { Services } from '../../../services/services.ts';
import type { TreeNode } from '../../command/treeNode.ts';
import { canList } from '../../command/targets.ts';
import { filteredRootNodes, oldTokensNodes, rootNodes } from './nodes.ts';

const LONGEST_QUERY = 200;

export interface Host {
  /** The extension runs where the workspace is, not beside the person. */
  readonly isWithWorkspace: boolean;
  /** Kind of the remote, as VS Code names it; absent on the person's own machine. */
  readonly remoteName: string | undefined;
}

/** Remotes that are recreated from a description: their data is gone then. */
const REBUILT = ['dev-container', 'attached-container', 'k8s-container', 'codespaces', 'github-codespaces'];

export interface ListRoots {
  readonly message: string;
  readonly roots: TreeNode[];
}

/** `filter`: words and filters; absent where the list has none. @throws UserGroupsError as `GroupFinder.find` */
export async function listRoots(services: Services, filter: string | undefined, host: Host): Promise<ListRoots> {
  const query = filter === undefined ? undefined : services.finder.understand(filter);
  const found = query === undefined ? undefined : await services.finder.find(query, { limit: 0 });
  const connections = found === undefined ? rootNodes(services) : filteredRootNodes(services, found);
  // The view shows it as plain text and wraps it, where a row would be cut.
  const message = sentences([
    emptyListText(connections),
    query === undefined || found === undefined ? undefined : filterText(query, found, Date.now()),
    // Without a connection the welcome view is shown, which any message would hide.
    connections.length === 0 ? undefined : placeText(host),
  ]);
  return { message, roots: found === undefined ? [...oldTokensNodes(services), ...connections] : connections };
}

function emptyListText(nodes: readonly TreeNode[]): string | undefined {
  const isEmpty = nodes.length > 0 && nodes.every((of) => of.kind === 'connection' && of.groups === 0);
  if (!isEmpty) return undefined;
  const isListed = nodes.some((node) => node.kind === 'connection' && canList(node.of));
  return isListed
    ? l10n.t('Use "Refresh List from Service" on a connection, or add groups.')
    : l10n.t("The service can't list its groups. This list shows the ones you add.");
}

/** The filter, its matches, how old that knowledge is, and how to clear it. */
export function filterText({ text, notes }: UnderstoodQuery, { matching, of, counts }: Found, now: number): string {
  return sentences([
    l10n.t('Filter: {0} ({1})', foreignText(text, LONGEST_QUERY), foundText(matching, of, counts, now)),
    ...notes.map((note) => foreignText(note)),
  ]);
}

/** Where the list is stored, of a container that may be recreated. */
function placeText({ isWithWorkspace, remoteName }: Host): string | undefined {
  if (!isWithWorkspace || remoteName === undefined || !REBUILT.includes(remoteName)) return undefined;
  return l10n.t(
    'This list and its tokens are stored in the container and are lost when it is rebuilt. To keep them, install the extension locally.',
  );
}
