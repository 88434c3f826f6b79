// What every command handler works with. Features extend it.

import type { Settings, WorkspaceTrust } from '../../core/ports/userSettings.ts';
import type { Services } from '../../services/services.ts';
import type { ChannelLog } from '../platform/channelLog.ts';
import type { TokenClipboard } from '../platform/clipboard.ts';
import type { Messages } from '../platform/messages.ts';
import type { ShownTexts } from '../platform/shownTexts.ts';
import type { ExecuteOnItem } from './commandRunner.ts';

export interface CommandContext extends ShownTexts {
  readonly services: Services;
  readonly settings: Settings;
  readonly trust: WorkspaceTrust;
  readonly messages: Messages;
  readonly clipboard: TokenClipboard;
  readonly log: ChannelLog;
  /** Runs a command about one connection or group as its button would: failures are shown. */
  readonly run: ExecuteOnItem;
}
