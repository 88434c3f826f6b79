// How each node's children are found. Knows nothing of VS Code.

import type { Connection } from '../../core/connection.ts';
import type { PageCursor } from '../../core/ports.ts';
import type { UserGroupRecord } from '../../core/userGroup.ts';
import { glanceAtDocument } from '../../document/userGroupDocument.ts';
import { mappingEntries, propertyEntries } from '../../document/entries.ts';
import type { ListedGroup } from '../../services/groupService.ts';
import type { Services } from '../../services/services.ts';
import { node, type ConnectionNode, type FieldNode, type GroupNode, type HintNode, type TreeNode } from './treeNode.ts';

/** How many groups a page of the list holds (performance: more make expanding slow). */
export const PAGE_SIZE = 500;

export function rootNodes(services: Services): TreeNode[] {
  return services.connections.list().map((of, position) => node({
    kind: 'connection',
    connection: of.name,
    of,
    position,
    groups: of.id === '' ? 0 : services.groups.count(of.id).groups,
    isRunning: of.kind === 'sandbox' && services.sandbox.isWanted,
  }));
}

/** `pages`: how many pages of the connection's groups are shown. */
/** What stands above a list without a group: the view wraps it, where a row would be cut. */
export function emptyListWords(nodes: readonly TreeNode[]): string | undefined {
  const isEmpty = nodes.length > 0 && nodes.every((of) => of.kind === 'connection' && of.groups === 0);
  return isEmpty ? 'The service cannot list its user groups. This list shows those you add here.' : undefined;
}

export async function connectionChildren(services: Services, parent: ConnectionNode, pages: number): Promise<TreeNode[]> {
  const { of } = parent;
  if (of.id === '') return [];
  const drafts = services.groups.newDrafts(of.id).map(({ number, text }): TreeNode => node({
    kind: 'newDraft', connection: of.name, number, title: newTitle(text),
  }));
  const groups = await groupPages(services, of, pages);
  const remaining = parent.groups - groups.length;
  const more: TreeNode[] = remaining > 0 ? [node({ kind: 'more', connection: of.name, remaining })] : [];
  const all = [...drafts, ...groups, ...more];
  return all.length > 0 ? all : emptyConnection(of);
}

export function groupChildren(record: UserGroupRecord | undefined, text: string, { connection, user_group_id }: GroupNode): TreeNode[] {
  if (record === undefined) return [];
  const isMappingKnown = record.draft !== undefined || record.base?.from === 'sent';
  const hasMapping = isMappingKnown && glanceAtDocument(text)?.hasMapping === true;
  return [
    node({ kind: 'field', connection, user_group_id, field: 'mapping', entries: hasMapping ? mappingEntries(text) : undefined }),
    node({ kind: 'field', connection, user_group_id, field: 'properties', entries: propertyEntries(text) }),
  ];
}

export function fieldChildren({ connection, user_group_id, field, entries }: FieldNode): TreeNode[] {
  return (entries ?? []).map(({ key, value }, index) => node({ kind: 'entry', connection, user_group_id, field, index, key, value }));
}

async function groupPages(services: Services, of: Connection, pages: number): Promise<GroupNode[]> {
  const groups: ListedGroup[] = [];
  let after: PageCursor | undefined;
  for (let page = 0; page < pages; page += 1) {
    const next = await services.groups.page(of.id, after, PAGE_SIZE);
    groups.push(...next);
    const last = next.at(-1);
    if (last === undefined || next.length < PAGE_SIZE) break;
    after = { name: last.name, userGroupId: last.ref.userGroupId };
  }
  return groups.map((group) => node({ kind: 'group', connection: of.name, user_group_id: group.ref.userGroupId, of, group }));
}

function emptyConnection(of: Connection): TreeNode[] {
  const hint = (text: string, command?: HintNode['command']): TreeNode =>
    node({ kind: 'hint', connection: of.name, text, ...(command !== undefined && { command }) });
  return of.status === 'ready' ? [hint('New User Group…', 'userGroups.new'), hint('Add Existing User Group…', 'userGroups.addExisting')] : [hint('No groups here')];
}

function newTitle(text: string): string {
  const glance = glanceAtDocument(text);
  return [glance?.name, glance?.userGroupId].find((title) => title !== undefined && title !== '') ?? 'New User Group';
}
