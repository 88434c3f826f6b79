// What handlers about the groups that the list shows work with.

import type { CommandContext } from '../command/commandContext.ts';
import type { UserGroupTree } from './tree/userGroupTree.ts';

export interface ListContext extends CommandContext {
  readonly tree: UserGroupTree;
}
