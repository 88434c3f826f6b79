// A row of the tree as VS Code draws it.

import * as vscode from 'vscode';
import { connectionUri, groupUri, newDraftUri } from '../../platform/documentUris.ts';
import { describe, lookAlikeText } from './describe.ts';
import type { TreeNode } from '../../command/treeNode.ts';

const COLORS = {
  production: new vscode.ThemeColor('userGroups.production'),
  attention: new vscode.ThemeColor('list.warningForeground'),
  draft: new vscode.ThemeColor('charts.blue'),
  quiet: new vscode.ThemeColor('disabledForeground'),
};

const EXPANSION = {
  no: vscode.TreeItemCollapsibleState.None,
  closed: vscode.TreeItemCollapsibleState.Collapsed,
  open: vscode.TreeItemCollapsibleState.Expanded,
};

export function toTreeItem(node: TreeNode): vscode.TreeItem {
  const shown = describe(node, Date.now());
  const item = new vscode.TreeItem(shown.label, EXPANSION[shown.expands]);
  item.id = shown.id;
  item.description = shown.description ?? false;
  // A plain text, never a MarkdownString: names and ids come from elsewhere.
  // Groups get theirs on hover (`resolveTreeItem`), which VS Code requests only while there is none.
  if (node.kind !== 'group') item.tooltip = shown.tooltip;
  item.iconPath = new vscode.ThemeIcon(shown.icon, shown.color && COLORS[shown.color]);
  item.contextValue = `${node.kind} ${shown.can}`.trim();
  item.accessibilityInformation = {
    label: [shown.label, shown.description].filter((part) => part !== undefined && part !== '').join(', '),
  };
  // Gives the row its badge (`ProductionDecorations`); problems of a group's document show on its row as well.
  if (node.kind === 'connection') item.resourceUri = connectionUri(node.connection);
  if (node.kind === 'group') item.resourceUri = groupUri(node.connection, node.user_group_id);
  if (node.kind === 'newDraft') item.resourceUri = newDraftUri(node.connection, node.number);
  if (shown.runs !== undefined) item.command = { command: shown.runs, title: shown.label, arguments: [node] };
  return item;
}

/** The tooltip of a group; `lookAlikes` are ids of groups that could be mistaken for it. */
export function groupTooltip(node: TreeNode, lookAlikes: readonly string[]): string {
  return [describe(node, Date.now()).tooltip, ...lookAlikeText(lookAlikes)].join('\n');
}
