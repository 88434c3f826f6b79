// Commands that find groups by words and filters: to go to one, and to have the list show those that match.

import { foundWords } from '../../core/foundWords.ts';
import { openGroup } from '../documents/openDocuments.ts';
import { pickFound } from '../prompts/pickGroup.ts';
import type { Call } from './call.ts';
import type { FilteredShown } from './commandMap.ts';
import type { Desk } from './desk.ts';

export async function goTo(desk: Desk, { given: { query } }: Call): Promise<void> {
  const picked = await pickFound(desk.services, {
    title: 'Go to User Group',
    query: typeof query === 'string' ? query : '',
    inList: 'last',
  });
  if ('target' in picked) await openGroup(picked.target.connection, picked.target.userGroupId, 'default');
  else await show(desk, picked.filter);
}

/** With an argument object the query is not asked for, and the answer says how many match. */
export async function filterList(desk: Desk, { given: { query }, origin }: Call): Promise<FilteredShown> {
  if (origin === 'argument' && typeof query === 'string') return show(desk, query.trim());
  const picked = await pickFound(desk.services, {
    title: 'Filter the List',
    query: desk.tree.filter ?? '',
    inList: 'first',
  });
  if ('filter' in picked) return show(desk, picked.filter);
  await openGroup(picked.target.connection, picked.target.userGroupId, 'default');
  return count(desk, desk.tree.filter ?? '');
}

export function clearFilter(desk: Desk): void {
  desk.tree.showMatching(undefined);
}

async function show(desk: Desk, query: string): Promise<FilteredShown> {
  const shown = await count(desk, query);
  desk.tree.showMatching(query === '' ? undefined : query);
  await desk.tree.reveal();
  return shown;
}

/** @throws UserGroupsError `invalid` for a query that cannot be asked */
async function count({ services, messages }: Desk, query: string): Promise<FilteredShown> {
  const { matching = 0, of = 0, counts = [] } = (await services.finder.find(query, { limit: 0 })) ?? {};
  messages.status(foundWords(matching, of, counts, Date.now()));
  return { matching, of };
}
