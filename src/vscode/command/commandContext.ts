// What every command handler works with.

import type { ImportReader } from '../../bulk/importReader.ts';
import type { Lazy } from '../../core/lazy.ts';
import type { Settings, WorkspaceTrust } from '../../core/ports/userSettings.ts';
import type { HandOver, HandOverCommand } from '../../services/rotation/handOver.ts';
import type { Services } from '../../services/services.ts';
import type { ChannelLog } from '../platform/channelLog.ts';
import type { TokenClipboard } from '../platform/clipboard.ts';
import type { Comparisons } from '../editing/documents/comparisons.ts';
import type { FileConnections } from '../editing/documents/fileConnections.ts';
import type { KeptAnswerTexts } from '../editing/documents/keptAnswerTexts.ts';
import type { OpenDocuments } from '../editing/documents/openDocuments.ts';
import type { Reports } from '../editing/documents/reports.ts';
import type { UserGroupFileSystem } from '../editing/documents/userGroupFileSystem.ts';
import type { Messages } from '../platform/messages.ts';
import type { Schemas } from '../editing/schemas/schemas.ts';
import type { Sendings } from '../editing/documents/activeSends.ts';
import type { TablePanel } from '../bulk/table/tablePanel.ts';
import type { TableView } from '../bulk/table/tableView.ts';
import type { UserGroupTree } from '../groups/tree/userGroupTree.ts';
import type { ExecuteOnItem } from './commandRunner.ts';

export interface CommandContext {
  readonly services: Services;
  readonly settings: Settings;
  readonly trust: WorkspaceTrust;
  readonly messages: Messages;
  readonly clipboard: TokenClipboard;
  readonly comparisons: Comparisons;
  readonly keptAnswers: KeptAnswerTexts;
  readonly reports: Reports;
  readonly files: UserGroupFileSystem;
  readonly documents: OpenDocuments;
  readonly fileConnections: FileConnections;
  readonly sendings: Sendings;
  readonly schemas: Schemas;
  readonly tree: UserGroupTree;
  readonly log: ChannelLog;
  /** Runs a command about one connection or group as its button would: failures are shown. */
  readonly run: ExecuteOnItem;
  /** Reads files of groups. */
  readonly importReader: Lazy<ImportReader>;
  /** Hands tokens over to a command of the person's own, each run of which has a line in the log. */
  readonly handOverBy: (command: HandOverCommand) => HandOver;
  /** Shows rows in a tab of its own, for a preview or a result. */
  readonly openTable: (view: TableView) => TablePanel;
}
