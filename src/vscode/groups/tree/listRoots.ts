// What the list shows first: the message above it, how many tokens are old, and the connections.

import type { Services } from '../../../services/services.ts';
import type { TreeNode } from '../../command/treeNode.ts';
import { emptyListText, filterText, listMessage, placeText } from './listMessage.ts';
import type { Host } from './listPlace.ts';
import { filteredRootNodes, oldTokensNodes, rootNodes } from './nodes.ts';

export interface ListRoots {
  readonly message: string;
  readonly roots: TreeNode[];
}

/** `filter`: words and filters; absent where the list has none. @throws UserGroupsError as `GroupFinder.find` */
export async function listRoots(services: Services, filter: string | undefined, host: Host): Promise<ListRoots> {
  const query = filter === undefined ? undefined : services.finder.understand(filter);
  const found = query === undefined ? undefined : await services.finder.find(query, { limit: 0 });
  const connections = found === undefined ? rootNodes(services) : filteredRootNodes(services, found);
  const message = listMessage(
    emptyListText(connections),
    query === undefined || found === undefined ? undefined : filterText(query, found, Date.now()),
    placeText(connections, host),
  );
  return { message, roots: found === undefined ? [...oldTokensNodes(services), ...connections] : connections };
}
