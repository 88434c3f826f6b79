// Finds the children of each node of the list.

import * as l10n from '@vscode/l10n';
import { hasList, type Connection } from '../../../core/connection.ts';
import { grouped, isOne } from '../../../core/language.ts';
import type { ListOrder, PageCursor } from '../../../core/ports/userGroupStore.ts';
import type { GroupRef, NewDraft, UserGroupRecord } from '../../../core/userGroup.ts';
import { peekDocument } from '../../../document/userGroupDocument.ts';
import { emptyDocument } from '../../../document/writeDocument.ts';
import { mappingEntries, propertyEntries } from '../../../document/entries.ts';
import type { Found } from '../../../services/groups/groupFinder.ts';
import type { ListedGroup } from '../../../services/groups/groupService.ts';
import type { Services } from '../../../services/services.ts';
import { commandTitle } from '../../platform/manifest.ts';
import {
  node,
  type ConnectionNode,
  type FieldNode,
  type GroupNode,
  type NewDraftNode,
  type TreeNode,
} from '../../command/treeNode.ts';

/** How many groups a page of the list holds (performance: more make expanding slow). */
export const PAGE_SIZE = 500;
/** Shown for the sake of one row (performance, too). */
const MOST_PAGES = 10;

export function rootNodes(services: Services): TreeNode[] {
  return services.connections.list().map((of, position) =>
    node({
      kind: 'connection',
      connection: of.name,
      of,
      position,
      groups: of.id === '' ? 0 : services.groups.groupCount(of.id),
      isRunning: of.kind === 'sandbox' && services.sandbox.isWanted,
    }),
  );
}

/** How many tokens are old. Chosen, it filters the list by them. */
export function oldTokensNodes({ groups }: Services): TreeNode[] {
  const { count, days } = groups.oldTokens();
  if (count === 0) return [];
  return [
    node({
      kind: 'hint',
      connection: '',
      text: isOne(count) ? l10n.t('1 token to rotate') : l10n.t('{0} tokens to rotate', grouped(count)),
      detail: isOne(days) ? l10n.t('older than 1 day') : l10n.t('older than {0} days', grouped(days)),
      command: 'userGroups.filterList',
      query: 'is:old',
    }),
  ];
}

/** The connections of a filtered list. */
export function filteredRootNodes(services: Services, { counts }: Pick<Found, 'counts'>): TreeNode[] {
  const matching = new Map(counts.map(({ connectionId, groups }) => [connectionId, groups]));
  return rootNodes(services).map((root) =>
    root.kind !== 'connection' ? root : node({ ...root, matching: matching.get(root.of.id) ?? 0 }),
  );
}

/** The matching groups, and what nobody may overlook. */
export async function matchingChildren(
  services: Services,
  parent: ConnectionNode,
  pages: number,
  query: string,
): Promise<TreeNode[]> {
  const { of, matching = 0 } = parent;
  if (of.id === '' || matching === 0)
    return [
      ...openRotations(services, of),
      node({ kind: 'hint', connection: of.name, text: l10n.t('No group matches') }),
    ];
  const { order } = services.listSorting;
  const found = await services.finder[order === 'name' ? 'groupsOf' : 'oldestOf'](of.id, query, pages * PAGE_SIZE);
  const groups = found.map((group) => groupNode(of, group, order));
  return [...openRotations(services, of), ...groups, ...moreNode(of, matching - groups.length)];
}

/** `pages`: how many pages of the connection's groups are shown. */
export async function connectionChildren(
  services: Services,
  parent: ConnectionNode,
  pages: number,
): Promise<TreeNode[]> {
  const { of } = parent;
  if (of.id === '') return [];
  const drafts = services.groups.newDrafts(of.id).map((draft) => newDraftNode(of, draft));
  const rotations = openRotations(services, of);
  const groups = await groupPages(services, of, pages);
  const all = [...rotations, ...drafts, ...groups, ...moreNode(of, parent.groups - groups.length)];
  return all.length > 0 ? all : emptyConnection(of);
}

export function groupChildren(
  record: UserGroupRecord | undefined,
  text: string,
  { connection, user_group_id }: GroupNode,
): TreeNode[] {
  if (record === undefined) return [];
  const mapped = textWithMapping(record, text);
  return [
    node({
      kind: 'field',
      connection,
      user_group_id,
      field: 'mapping',
      entries: mapped === undefined ? undefined : mappingEntries(mapped),
      isNone: record.base?.hasNoMapping === true,
    }),
    node({ kind: 'field', connection, user_group_id, field: 'properties', entries: propertyEntries(text) }),
  ];
}

/** The group's own document, or else one with the mapping that the service has answered. */
function textWithMapping({ draft, answered }: UserGroupRecord, text: string): string | undefined {
  if (peekDocument(text)?.hasMapping === true) return text;
  const mapping = draft === undefined ? answered?.mapping : undefined;
  return mapping === undefined ? undefined : `{"mapping":${mapping ?? '{}'}}`;
}

export function fieldChildren({ connection, user_group_id, field, entries }: FieldNode): TreeNode[] {
  return (entries ?? []).map(({ key, value }, index) =>
    node({ kind: 'entry', connection, user_group_id, field, index, key, value }),
  );
}

async function groupPages(services: Services, of: Connection, pages: number): Promise<GroupNode[]> {
  const groups: ListedGroup[] = [];
  const { order } = services.listSorting;
  let after: PageCursor | undefined;
  for (let page = 0; page < pages; page += 1) {
    const next = await services.groups.page(of.id, after, PAGE_SIZE, order);
    groups.push(...next);
    const last = next.at(-1);
    if (last === undefined || next.length < PAGE_SIZE) break;
    after = { name: last.name, userGroupId: last.ref.userGroupId, tokenSince: last.tokenSince };
  }
  return groups.map((group) => groupNode(of, group, order));
}

/** How many pages the list shows when the group's row is on the last of them. One where it is too far. */
export function pagesTo(services: Services, ref: GroupRef): number {
  const pages = Math.floor(services.groups.groupsBefore(ref, services.listSorting.order) / PAGE_SIZE) + 1;
  return pages > MOST_PAGES ? 1 : pages;
}

/** `order`: of the list. */
export function groupNode(of: Connection, group: ListedGroup, order: ListOrder): GroupNode {
  const { userGroupId } = group.ref;
  return node({
    kind: 'group',
    connection: of.name,
    user_group_id: userGroupId,
    of,
    group,
    ...(order === 'tokenAge' && { showsAge: true }),
  });
}

export function newDraftNode(of: Connection, draft: NewDraft): NewDraftNode {
  return node({
    kind: 'newDraft',
    connection: of.name,
    of,
    number: draft.number,
    title: newTitle(draft.text),
    // Nothing has changed before somebody typed into it.
    state: { mappingKnown: false, ...(draft.text !== emptyDocument() && { draftAt: draft.mtime }) },
  });
}

/** Of tokens without a group in the list. */
function openRotations(services: Services, of: Connection): TreeNode[] {
  return services.rotation
    .open()
    .filter(({ connectionId, userGroupId }) => connectionId === of.id && userGroupId === undefined)
    .map((rotation) =>
      node({
        kind: 'rotation',
        connection: of.name,
        of,
        rotation,
        hasUnrecognizedResponse: services.rotation.hasUnrecognizedResponse(rotation),
      }),
    );
}

function moreNode(of: Connection, remaining: number): TreeNode[] {
  return remaining > 0 ? [node({ kind: 'more', connection: of.name, remaining })] : [];
}

function emptyConnection(of: Connection): TreeNode[] {
  if (of.status !== 'ready') return [node({ kind: 'hint', connection: of.name, text: l10n.t('No groups') })];
  const list = hasList(of) ? (['userGroups.refreshListFromService'] as const) : [];
  return ([...list, 'userGroups.new', 'userGroups.addExisting'] as const).map((command) =>
    node({ kind: 'hint', connection: of.name, text: commandTitle(command), command }),
  );
}

function newTitle(text: string): string {
  const peek = peekDocument(text);
  return (
    [peek?.name, peek?.userGroupId].find((title) => title !== undefined && title !== '') ?? l10n.t('New User Group')
  );
}
