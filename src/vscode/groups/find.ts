// Commands that find groups by words and filters: to open one, or to filter the list.

import { openGroup } from '../editing/documents/openDocuments.ts';
import { pickFound } from '../command/pickGroup.ts';
import type { Invocation } from '../command/invocation.ts';
import type { FilterResult } from '../command/commandMap.ts';
import type { ListContext } from './listContext.ts';
import { commandName } from '../platform/manifest.ts';

export async function goTo(context: ListContext, { input: { query } }: Invocation): Promise<void> {
  const picked = await pickFound(context.services, {
    title: commandName('userGroups.goTo'),
    query: typeof query === 'string' ? query : '',
    inList: 'last',
  });
  if ('target' in picked) await openGroup(picked.target.connection, picked.target.userGroupId, 'default');
  else await show(context, picked.filter);
}

/**
 * With an argument object, or a row that has one, the query is not asked for, and the result is the number of matches.
 */
export async function filterList(context: ListContext, { input, origin, row }: Invocation): Promise<FilterResult> {
  const query = row?.kind === 'hint' ? row.query : origin === 'argument' ? input.query : undefined;
  if (typeof query === 'string') return show(context, query.trim());
  const picked = await pickFound(context.services, {
    title: commandName('userGroups.filterList'),
    query: context.tree.filter ?? '',
    inList: 'first',
  });
  if ('filter' in picked) return show(context, picked.filter);
  await openGroup(picked.target.connection, picked.target.userGroupId, 'default');
  return count(context, context.tree.filter ?? '');
}

async function show(context: ListContext, query: string): Promise<FilterResult> {
  const shown = await count(context, query);
  context.tree.showMatching(query === '' ? undefined : query);
  await context.tree.reveal();
  return shown;
}

/** @throws UserGroupsError `invalid` for an invalid query */
async function count({ services: { finder } }: ListContext, query: string): Promise<FilterResult> {
  const { matching = 0, of = 0 } = (await finder.find(finder.understand(query), { limit: 0 })) ?? {};
  return { matching, of };
}
