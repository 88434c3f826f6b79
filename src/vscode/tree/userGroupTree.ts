// The sidebar tree: asks for nodes, draws them, and is told when to ask again.

import * as vscode from 'vscode';
import { Emitter, type Disposable } from '../../core/emitter.ts';
import type { Lazy } from '../../core/ports.ts';
import type { Services } from '../../services/services.ts';
import { connectionUri, groupUri } from '../documents/documentUris.ts';
import { describe, lookAlikeWords, type Description } from './describe.ts';
import type { TreeNode } from './treeNode.ts';

const COLORS = {
  production: new vscode.ThemeColor('charts.red'),
  attention: new vscode.ThemeColor('list.warningForeground'),
  quiet: new vscode.ThemeColor('disabledForeground'),
};

const EXPANSION = {
  no: vscode.TreeItemCollapsibleState.None,
  closed: vscode.TreeItemCollapsibleState.Collapsed,
  open: vscode.TreeItemCollapsibleState.Expanded,
};

export class UserGroupTree implements vscode.TreeDataProvider<TreeNode>, Disposable {
  readonly #services: Lazy<Services>;
  readonly #changed = new Emitter<TreeNode | undefined>();
  /** Pages of groups shown, by connection. */
  readonly #pages = new Map<string, number>();
  readonly #view: vscode.TreeView<TreeNode>;

  readonly onDidChangeTreeData = this.#changed.event as vscode.Event<TreeNode | undefined>;

  constructor(services: Lazy<Services>) {
    this.#services = services;
    this.#view = vscode.window.createTreeView('userGroups.tree', { treeDataProvider: this, showCollapseAll: true });
  }

  dispose(): void {
    this.#view.dispose();
    this.#changed.dispose();
  }

  get selected(): TreeNode | undefined {
    return this.#view.selection[0];
  }

  refresh(): void {
    this.#changed.fire(undefined);
  }

  loadMore(connection: string): void {
    this.#pages.set(connection, this.#pagesOf(connection) + 1);
    this.refresh();
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    // Reading documents takes a parser, which activation does not wait for.
    const [services, nodes] = await Promise.all([this.#services(), import('./nodes.ts')]);
    switch (node?.kind) {
      case undefined: {
        const roots = nodes.rootNodes(services);
        this.#view.message = nodes.emptyListWords(roots) ?? '';
        return roots;
      }
      case 'connection':
        return nodes.connectionChildren(services, node, this.#pagesOf(node.connection));
      case 'group': {
        const record = services.groups.find(node.group.ref);
        return nodes.groupChildren(record, record === undefined ? '' : services.groups.documentText(record), node);
      }
      case 'field':
        return nodes.fieldChildren(node);
      case 'newDraft':
      case 'entry':
      case 'more':
      case 'hint':
        return [];
    }
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    return toTreeItem(describe(node, Date.now()), node);
  }

  /** What takes a question to the store for each row waits until the row is pointed at. */
  async resolveTreeItem(item: vscode.TreeItem, node: TreeNode): Promise<vscode.TreeItem> {
    if (node.kind !== 'group') return item;
    const { groups } = await this.#services();
    item.tooltip = [describe(node, Date.now()).tooltip, ...lookAlikeWords(groups.lookAlikes(node.group.ref))].join('\n');
    return item;
  }

  #pagesOf(connection: string): number {
    return this.#pages.get(connection) ?? 1;
  }
}

function toTreeItem(shown: Description, node: TreeNode): vscode.TreeItem {
  const item = new vscode.TreeItem(shown.label, EXPANSION[shown.expands]);
  item.id = shown.id;
  item.description = shown.description ?? false;
  // A plain text, never a MarkdownString: names and ids come from elsewhere.
  // Groups get theirs when they are pointed at (`resolveTreeItem`), which VS Code asks for only while there is none.
  if (node.kind !== 'group') item.tooltip = shown.tooltip;
  item.iconPath = new vscode.ThemeIcon(shown.icon, shown.color && COLORS[shown.color]);
  item.contextValue = `${node.kind} ${shown.can}`.trim();
  item.accessibilityInformation = { label: [shown.label, shown.description].filter((part) => part !== undefined).join(', ') };
  // Gives the row its badge (`ProductionDecorations`); problems of a group's document show on its row as well.
  if (node.kind === 'connection') item.resourceUri = connectionUri(node.connection);
  if (node.kind === 'group') item.resourceUri = groupUri(node.connection, node.user_group_id);
  if (shown.runs !== undefined) item.command = { command: shown.runs, title: shown.label, arguments: [node] };
  return item;
}
