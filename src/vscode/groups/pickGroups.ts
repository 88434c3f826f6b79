// Finds the groups of a bulk command on one connection: selected, given, or matching a query.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { foreignText, quotedId } from '../../core/foreignText.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText } from '../../core/groupText.ts';
import { grouped, isOne } from '../../core/language.ts';
import { sentence } from '../../core/sentences.ts';
import type { GroupRef } from '../../core/userGroup.ts';
import type { Services } from '../../services/services.ts';
import type { Invocation, SelectedGroup } from '../command/invocation.ts';
import { pickFound } from '../command/pickGroup.ts';
import { isReady, pickConnection, required, targetConnection } from '../command/targets.ts';

/** Groups of one connection, all of them in the list. */
export interface PickedGroups {
  readonly connection: Connection;
  /** Each of them once, read again at each call, never all in memory. */
  readonly refs: () => AsyncIterable<GroupRef>;
  readonly count: number;
  /** "12 groups on staging that match region=EU". */
  readonly words: string;
}

export interface ListInSight {
  readonly services: Services;
  /** The list's filter, if any. */
  readonly tree: { readonly filter: string | undefined };
}

const MOST_NAMED = 3;

/**
 * Asks for what the invocation does not give: the connection, then words and filters, beginning with those of the list
 * and with `filter`.
 * @throws UserGroupsError `cancelled`; `notFound` for groups that are not in the list, and for none; `invalid` for an
 * invalid query
 */
export async function pickGroups(
  { services, tree }: ListInSight,
  invocation: Invocation,
  title: string,
  filter = '',
): Promise<PickedGroups> {
  const {
    selection = [],
    origin,
    input: { query, user_group_ids: ids },
  } = invocation;
  if (selection.length > 0) return pickSelected(services, selection, title);
  const connection = await targetConnection(
    services,
    origin === 'document' ? { origin: 'palette', input: {} } : invocation,
    title,
    isReady,
  );
  if (Array.isArray(ids)) return named(services, connection, ids as readonly string[]);
  if (typeof query === 'string')
    return matching(services, connection, query.trim(), await countOf(services, connection, query));
  const picked = await pickFound(services, {
    title: l10n.t('{0} ({1})', title, connection.name),
    query: [...new Set([tree.filter ?? '', filter])].join(' ').trim(),
    inList: 'all',
    on: connection,
  });
  return 'target' in picked
    ? named(services, connection, [picked.target.userGroupId])
    : matching(services, connection, picked.filter, picked.matching);
}

/** Of rows of several connections, those of the one that the person chooses. */
async function pickSelected(
  services: Services,
  selection: readonly SelectedGroup[],
  title: string,
): Promise<PickedGroups> {
  const connections = [...new Set(selection.map(({ connection }) => connection))].map((name) =>
    services.connections.named(name),
  );
  const [only, ...others] = connections;
  const connection =
    only !== undefined && others.length === 0
      ? only
      : required(
          await pickConnection(connections, {
            title: l10n.t('{0}: {1}', title, l10n.t('Connection of the selected groups')),
          }),
        );
  return named(
    services,
    connection,
    selection.filter((row) => row.connection === connection.name).map((row) => row.user_group_id),
  );
}

/** @throws UserGroupsError `notFound` */
function named(services: Services, connection: Connection, ids: readonly string[]): PickedGroups {
  const refs = [...new Set(ids)].map((userGroupId) => groupRef(connection, userGroupId));
  const unknown = refs
    .filter((ref) => !services.tokens.isInMemory(ref) && services.groups.find(ref) === undefined)
    .map(({ userGroupId }) => quotedId(userGroupId));
  if (unknown.length > 0) {
    throw new UserGroupsError(
      'notFound',
      unlistedText(unknown, connection),
      l10n.t('Use "Import Groups from File…" or "Add Existing User Group…".'),
    );
  }
  const [first, ...rest] = refs;
  if (first === undefined) throw noGroup(connection);
  return {
    connection,
    count: refs.length,
    words:
      rest.length === 0
        ? groupText(first.userGroupId, connection)
        : l10n.t('{0} groups on {1}', grouped(refs.length), connection.name),
    refs: () => oneByOne(refs),
  };
}

/** @throws UserGroupsError `notFound` */
function matching(services: Services, connection: Connection, query: string, count: number): PickedGroups {
  if (count === 0) throw noGroup(connection, query);
  return {
    connection,
    count,
    words: matchingText(connection, foreignText(query), count),
    refs: () => services.finder.refsOf(connection.id, query),
  };
}

function matchingText({ name }: Connection, query: string, count: number): string {
  if (query === '')
    return count === 1 ? l10n.t('the only group on {0}', name) : l10n.t('all {0} groups on {1}', grouped(count), name);
  return isOne(count)
    ? l10n.t('1 group on {0} that matches "{1}"', name, query)
    : l10n.t('{0} groups on {1} that match "{2}"', grouped(count), name, query);
}

async function countOf(services: Services, connection: Connection, query: string): Promise<number> {
  const { finder } = services;
  return (await finder.find(finder.understand(query), { limit: 0, connectionId: connection.id }))?.matching ?? 0;
}

async function* oneByOne(refs: readonly GroupRef[]): AsyncGenerator<GroupRef, void, void> {
  for (const ref of refs) yield await Promise.resolve(ref);
}

function noGroup({ name }: Connection, query = ''): UserGroupsError {
  return new UserGroupsError(
    'notFound',
    query === ''
      ? l10n.t('No group of {0} is selected, or none is in the list.', name)
      : l10n.t('No group of {0} in the list matches "{1}".', name, foreignText(query)),
  );
}

function unlistedText(ids: readonly string[], { name }: Connection): string {
  const named = ids.slice(0, MOST_NAMED).join(', ');
  if (ids.length > MOST_NAMED)
    return l10n.t('{0} and {1} more on {2} are not in the list.', named, grouped(ids.length - MOST_NAMED), name);
  return isOne(ids.length)
    ? sentence(l10n.t('{0} on {1} is not in the list', named, name))
    : l10n.t('{0} on {1} are not in the list.', named, name);
}
