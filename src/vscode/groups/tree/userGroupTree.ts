// The sidebar tree: reads nodes, draws them, and refreshes on changes.

import * as l10n from '@vscode/l10n';
import { grouped, isOne } from '../../../core/language.ts';
import * as vscode from 'vscode';
import { Emitter, type Disposable } from '../../../core/emitter.ts';
import { UserGroupsError } from '../../../core/errors.ts';
import { foreignText } from '../../../core/foreignText.ts';
import type { Lazy } from '../../../core/lazy.ts';
import type { Services } from '../../../services/services.ts';
import type { Host } from './listRoots.ts';
import type { TreeNode } from '../../command/treeNode.ts';
import { Throttle } from '../../platform/throttle.ts';
import { RowOfKeys } from './rowOfKeys.ts';

/** Milliseconds until an unreadable list is read again. */
const AGAIN_MS = 5_000;
const LONGEST_MESSAGE = 600;

export class UserGroupTree implements vscode.TreeDataProvider<TreeNode>, Disposable {
  readonly #services: Lazy<Services>;
  readonly #host: Host;
  readonly #rows = () => import('./rows.ts');
  readonly #changed = new Emitter<TreeNode | undefined>();
  /** Pages of groups shown, by connection. */
  readonly #pages = new Map<string, number>();
  readonly #view: vscode.TreeView<TreeNode>;
  #filter: string | undefined;
  readonly #rowOfKeys = new RowOfKeys();
  #again: NodeJS.Timeout | undefined;
  /** While VS Code draws its rows again, clicks on them are lost. */
  readonly #drawn = new Throttle(() => {
    this.#changed.fire(undefined);
    void this.#showBadge();
  });

  readonly onDidChangeTreeData = this.#changed.event as vscode.Event<TreeNode | undefined>;

  constructor(services: Lazy<Services>, host: Host) {
    this.#services = services;
    this.#host = host;
    this.#view = vscode.window.createTreeView('userGroups.tree', {
      treeDataProvider: this,
      showCollapseAll: true,
      canSelectMany: true,
    });
    this.#view.onDidChangeSelection(({ selection }) => {
      this.#rowOfKeys.select(selection);
    });
  }

  dispose(): void {
    clearTimeout(this.#again);
    this.#drawn.dispose();
    this.#view.dispose();
    this.#changed.dispose();
  }

  /** The row that a key in the list acts on, highlighted from then on if it was not. */
  async rowOfKey(): Promise<TreeNode | undefined> {
    const row = this.#rowOfKeys.resolve();
    // What stands below a group has no identity to be revealed by, and is only copied.
    const canReveal = row !== undefined && row.kind !== 'field' && row.kind !== 'entry';
    if (canReveal && !this.#rowOfKeys.isHighlighted(row)) {
      await this.#reveal(row, { focus: true });
      this.#rowOfKeys.focus(row);
    }
    return row;
  }

  refresh(): void {
    this.#drawn.request();
  }

  /** The list's filter: words and filters. */
  get filter(): string | undefined {
    return this.#filter;
  }

  /** Until it is cleared, or the window closes. */
  showMatching(query: string | undefined): void {
    this.#filter = query;
    this.#pages.clear();
    void vscode.commands.executeCommand('setContext', 'userGroups.filtered', query !== undefined);
    this.refresh();
  }

  /** Brings the list into sight. */
  async reveal(): Promise<void> {
    await vscode.commands.executeCommand('userGroups.tree.focus');
  }

  /**
   * Selects a row below a connection, where the list is in sight, without taking the focus. A row that the list does
   * not show, because of its filter or `pages`, stays out of it.
   * @param pages of its connection's groups to show at least
   */
  async showRow(node: TreeNode, pages: number): Promise<void> {
    if (!this.#view.visible) return;
    if (this.#filter === undefined && pages > this.#pagesOf(node.connection)) this.loadMore(node.connection, pages);
    // A row that has only just come into the list is drawn first.
    this.#drawn.flush();
    this.#rowOfKeys.follow(node);
    await this.#reveal(node, { focus: false });
  }

  async #reveal(node: TreeNode, { focus }: { readonly focus: boolean }): Promise<void> {
    try {
      await this.#view.reveal(node, { select: true, focus });
    } catch {
      // VS Code does not tell a row that the list does not show from any other failure to reveal one.
    }
  }

  /** As VS Code requires to reveal a row. */
  async getParent(node: TreeNode): Promise<TreeNode | undefined> {
    if (node.kind === 'connection') return undefined;
    const [services, { rootNodes }] = await Promise.all([this.#services(), this.#rows()]);
    return rootNodes(services).find(({ connection }) => connection === node.connection);
  }

  loadMore(connection: string, pages = this.#pagesOf(connection) + 1): void {
    this.#pages.set(connection, pages);
    this.refresh();
  }

  /** Also for a hidden list. An unreadable one reports that itself. */
  async #showBadge(): Promise<void> {
    try {
      const { rotation } = await this.#services();
      this.#view.badge = badgeOf(rotation.open().length);
    } catch (error) {
      if (!(error instanceof UserGroupsError)) throw error;
    }
  }

  /**
   * An unreadable list shows the reason in its place, and is read again until that succeeds, without reloading the
   * window.
   */
  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    try {
      return await this.#children(node);
    } catch (error) {
      if (!(error instanceof UserGroupsError)) throw error;
      this.#view.message = foreignText(error.message, LONGEST_MESSAGE);
      clearTimeout(this.#again);
      this.#again = setTimeout(() => {
        this.refresh();
      }, AGAIN_MS);
      return [];
    }
  }

  async #children(node: TreeNode | undefined): Promise<TreeNode[]> {
    const [services, rows] = await Promise.all([this.#services(), this.#rows()]);
    switch (node?.kind) {
      case undefined:
        return this.#roots(services);
      case 'connection':
        return this.#filter === undefined || node.matching === undefined
          ? rows.connectionChildren(services, node, this.#pagesOf(node.connection))
          : rows.matchingChildren(services, node, this.#pagesOf(node.connection), this.#filter);
      case 'group': {
        const record = services.groups.find(node.group.ref);
        return rows.groupChildren(record, record === undefined ? '' : services.groups.documentText(record), node);
      }
      case 'field':
        return rows.fieldChildren(node);
      case 'newDraft':
      case 'rotation':
      case 'entry':
      case 'more':
      case 'hint':
        return [];
    }
  }

  async #roots(services: Services): Promise<TreeNode[]> {
    const { listRoots } = await this.#rows();
    const { message, roots } = await listRoots(services, this.#filter, this.#host);
    this.#view.message = message;
    return roots;
  }

  async getTreeItem(node: TreeNode): Promise<vscode.TreeItem> {
    return (await this.#rows()).toTreeItem(node);
  }

  /** What needs a question to the store for each row waits for the hover. */
  async resolveTreeItem(item: vscode.TreeItem, node: TreeNode): Promise<vscode.TreeItem> {
    if (node.kind !== 'group') return item;
    const [{ groups }, { groupTooltip }] = await Promise.all([this.#services(), this.#rows()]);
    item.tooltip = groupTooltip(node, groups.lookAlikes(node.group.ref));
    return item;
  }

  #pagesOf(connection: string): number {
    return this.#pages.get(connection) ?? 1;
  }
}

/** What nobody may overlook: a token that may be dead. */
function badgeOf(openRotations: number): vscode.ViewBadge | undefined {
  if (openRotations === 0) return undefined;
  const tooltip = isOne(openRotations)
    ? l10n.t('1 rotation with an unknown outcome')
    : l10n.t('{0} rotations with an unknown outcome', grouped(openRotations));
  return { value: openRotations, tooltip };
}
