// Selects the row of the document that becomes active, as the Explorer does, and again when it moves in the list.

import * as vscode from 'vscode';
import type { Disposable } from '../../../core/emitter.ts';
import { UserGroupsError } from '../../../core/errors.ts';
import { groupRef } from '../../../core/groupKey.ts';
import type { Services } from '../../../services/services.ts';
import { activeUri } from '../../command/invocation.ts';
import type { GroupNode, NewDraftNode, TreeNode } from '../../command/treeNode.ts';
import { parseUri } from '../../platform/documentUris.ts';
import { groupNode, newDraftNode, pagesTo } from './nodes.ts';

export function followActiveEditor(
  services: Services,
  tree: { readonly showRow: (node: TreeNode, pages: number) => Promise<void> },
): Disposable {
  let active: string | undefined;
  let shown: string | undefined;
  const follow = async (): Promise<void> => {
    const uri = activeUri();
    active = uri?.toString();
    const row = await rowOf(services, uri).catch(unlessUnreadable);
    if (uri?.toString() !== active) return;
    const place = row && placeOf(row.node);
    if (place === shown) return;
    shown = place;
    if (row !== undefined) await tree.showRow(row.node, row.pages);
  };
  const { tabGroups } = vscode.window;
  return vscode.Disposable.from(
    services.groups.onDidChange(() => void follow()),
    tabGroups.onDidChangeTabs(() => void follow()),
    tabGroups.onDidChangeTabGroups(() => void follow()),
  );
}

interface Row {
  readonly node: GroupNode | NewDraftNode;
  /** The list shows it with so many pages of groups. */
  readonly pages: number;
}

/** What a row is, and what it is sorted by. */
function placeOf(node: GroupNode | NewDraftNode): string {
  const { connection } = node;
  return JSON.stringify(
    node.kind === 'group'
      ? [connection, node.user_group_id, node.group.name, node.showsAge === true && node.group.tokenSince]
      : [connection, node.number],
  );
}

/** An unreadable list says so in its own place. */
function unlessUnreadable(error: unknown): undefined {
  if (!(error instanceof UserGroupsError)) throw error;
}

async function rowOf(services: Services, uri: vscode.Uri | undefined): Promise<Row | undefined> {
  const parsed = parseUri(uri);
  const of = services.connections.list().find(({ name, id }) => name === parsed?.connection && id !== '');
  if (parsed === undefined || of === undefined) return undefined;
  if ('newNumber' in parsed) {
    const draft = services.groups.newDraft(of.id, parsed.newNumber);
    return draft && { node: newDraftNode(of, draft), pages: 1 };
  }
  const group = await services.groups.listed(groupRef(of, parsed.userGroupId));
  return group && { node: groupNode(of, group, services.listSorting.order), pages: pagesTo(services, group.ref) };
}
