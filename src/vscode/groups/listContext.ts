// What handlers about the list of groups work with.

import type { CommandContext } from '../command/commandContext.ts';
import type { UserGroupTree } from './tree/userGroupTree.ts';

export interface ListContext extends CommandContext {
  readonly tree: UserGroupTree;
}
