// The command Show History: the versions of one group or of all in one tab, beside the document that is active.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { UserGroupsError } from '../../core/errors.ts';
import { groupKey } from '../../core/groupKey.ts';
import { groupText } from '../../core/groupText.ts';
import { activeUri, type Invocation } from '../command/invocation.ts';
import { listedGroup, type ListedTarget } from '../command/targets.ts';
import type { EditingContext } from '../editing/editingContext.ts';
import { aboutGroup } from '../editing/fileTarget.ts';
import type { TableContext, TablePanel } from '../table/tablePanel.ts';
import { HistoryTable } from './historyTable.ts';
import { restoreVersion } from './restoreVersion.ts';
import { listed } from '../../core/language.ts';
import { namesOf } from '../../core/connection.ts';
import { momentText, outcomeText, secondText } from '../../core/stateText.ts';
import type { SentVersion } from '../../core/userGroup.ts';
import { isApplied } from '../../services/groups/versionText.ts';
import { asShown } from '../../document/idName.ts';
import type { Before } from '../../services/groups/appliedBefore.ts';
import type { CommandContext } from '../command/commandContext.ts';

export interface HistoryContext extends EditingContext, TableContext {}

/** One tab in this window: the next history takes the place of the former. */
export class HistoryTab {
  readonly #context: HistoryContext;
  #shown: { readonly panel: TablePanel; readonly of: string } | undefined;

  constructor(context: HistoryContext) {
    this.#context = context;
  }

  /** Shows the history of the group in the invocation; without one, that of all groups. */
  async show(invocation: Invocation): Promise<void> {
    const about = await aboutGroup(this.#context, invocation);
    const isForOne = typeof about.input.user_group_id === 'string';
    await this.#showOf(isForOne ? await listedGroup(this.#context.services, about, l10n.t('Show History')) : undefined);
  }

  async showAll(): Promise<void> {
    await this.#showOf(undefined);
  }

  async #showOf(target: ListedTarget | undefined): Promise<void> {
    const former = this.#shown;
    const of = target === undefined ? '' : groupKey(target.ref);
    const column = columnFor(former?.panel);
    if (former?.of === of) {
      former.panel.show(column);
      return;
    }
    const table = this.#tableOf(target, () => otherColumn(panel));
    if (table.isEmpty) throw nothingSent(target);
    await keepActiveTab();
    // Another one may have been opened meanwhile.
    const last = this.#shown;
    const panel = this.#context.openTable(table, column);
    const following = this.#context.services.groups.onDidChange(() => {
      table.changed();
      panel.update();
    });
    this.#shown = { panel, of };
    panel.onDidClose(() => {
      following.dispose();
      if (this.#shown?.panel === panel) this.#shown = undefined;
    });
    last?.panel.dispose();
  }

  #tableOf(target: ListedTarget | undefined, other: () => vscode.ViewColumn): HistoryTable {
    const context = this.#context;
    return new HistoryTable({
      services: context.services,
      title: () => titleOf(context, target),
      ref: target?.ref,
      compare: (version, group, before) => compareVersion(context, version, group, before, other()),
      restore: (version) => restoreVersion(context, version, other()),
      showAll: () => this.showAll(),
    });
  }
}

/** By the name that the connection has now; a removed one keeps its last. */
function titleOf({ services }: HistoryContext, target: ListedTarget | undefined): string {
  if (target === undefined) return l10n.t('History of All Groups');
  const connection = services.connections.withId(target.connection.id) ?? target.connection;
  return l10n.t('History: {0}', groupText(target.userGroupId, connection));
}

function nothingSent(target: ListedTarget | undefined): UserGroupsError {
  return new UserGroupsError(
    'notFound',
    target === undefined
      ? l10n.t('Nothing was sent yet.')
      : l10n.t('Nothing was sent to {0} from here yet.', groupText(target.userGroupId, target.connection)),
  );
}

/** Where the history is already, or beside the active document, which it never covers. */
function columnFor(panel: TablePanel | undefined): vscode.ViewColumn {
  if (activeUri() === undefined) return panel?.column ?? vscode.ViewColumn.Active;
  if (panel?.column === undefined) return vscode.ViewColumn.Beside;
  return panel.column === vscode.window.tabGroups.activeTabGroup.viewColumn ? otherColumn(panel) : panel.column;
}

/** A comparison would take the place of a document that is only previewed. One comparison gives way to the next. */
async function keepActiveTab(): Promise<void> {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  if (activeTab?.isPreview === true && !(activeTab.input instanceof vscode.TabInputTextDiff))
    await vscode.commands.executeCommand('workbench.action.keepEditor');
}

/** Before the history, where its document is; after it where it is the first one. */
function otherColumn({ column = vscode.ViewColumn.One }: TablePanel): vscode.ViewColumn {
  const before = vscode.window.tabGroups.all.findLast(({ viewColumn }) => viewColumn < column);
  return before?.viewColumn ?? vscode.ViewColumn.Beside;
}

/** The list of versions keeps the focus. Says so where nothing differs. `group`: its words. */
export async function compareVersion(
  { comparisons, messages, services }: Pick<CommandContext, 'comparisons' | 'messages' | 'services'>,
  version: SentVersion,
  group: string,
  { applied, isUncertain }: Before,
  viewColumn: vscode.ViewColumn,
): Promise<void> {
  const now = Date.now();
  const words =
    applied !== undefined && momentText(applied.at, now) === momentText(version.at, now) ? secondText : momentText;
  const before = applied?.text() ?? '';
  if (applied !== undefined && before === version.text) {
    messages.status(l10n.t('{0}: no changes since the version sent {1}', group, words(applied.at, now)));
    return;
  }
  const compared =
    applied === undefined
      ? l10n.t('{0}: nothing sent before ↔ sent {1}', group, words(version.at, now))
      : l10n.t('{0}: sent {1} ↔ sent {2}', group, words(applied.at, now), words(version.at, now));
  const notes = [
    ...(isApplied(version) ? [] : [outcomeText(version.outcome)]),
    ...(isUncertain ? [l10n.t('unknown outcome in between')] : []),
  ];
  const title = notes.length === 0 ? compared : l10n.t('{0} ({1})', compared, listed(notes));
  const names = namesOf(services.connections.withId(version.ref.connectionId));
  await comparisons.show(title, asShown(before, names), asShown(version.text, names), {
    preserveFocus: true,
    viewColumn,
  });
}
