// What every command handler works with.

import type { Settings } from '../../core/ports.ts';
import type { Services } from '../../services/services.ts';
import type { ChannelLog } from '../channelLog.ts';
import type { TokenClipboard } from '../clipboard.ts';
import type { Comparisons } from '../documents/comparisons.ts';
import type { UserGroupFileSystem } from '../documents/userGroupFileSystem.ts';
import type { Messages } from '../messages.ts';
import type { UserGroupTree } from '../tree/userGroupTree.ts';
import type { RunAbout } from './commandDoor.ts';

export interface Desk {
  readonly services: Services;
  readonly settings: Settings;
  readonly messages: Messages;
  readonly clipboard: TokenClipboard;
  readonly comparisons: Comparisons;
  readonly files: UserGroupFileSystem;
  readonly tree: UserGroupTree;
  readonly log: ChannelLog;
  /** Runs a command about one connection or group as its button would: failures are shown. */
  readonly run: RunAbout;
}
