// The items of the pick that searches groups: matches, what can be done with them, completions and problems.

import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { hasList, type Connection } from '../../core/connection.ts';
import { guardedMark } from '../../core/environmentText.ts';
import { foreignText, visibleId } from '../../core/foreignText.ts';
import { filterMeaning, FILTERS } from '../../services/groups/groupFilters.ts';
import { groupKey } from '../../core/groupKey.ts';
import { grouped } from '../../core/language.ts';
import type { GroupRef } from '../../core/userGroup.ts';
import type { Found } from '../../services/groups/groupFinder.ts';
import type { UnderstoodQuery } from '../../services/groups/understoodQuery.ts';
import type { ListedGroup } from '../../services/groups/groupService.ts';
import type { Services } from '../../services/services.ts';
import type { GroupTarget } from './invocation.ts';
import { shownItem } from './ask.ts';

/** Beside the matches. */
export interface OfferedItems {
  /**
   * Whether the list can show the matches: never, as the last choice, or as the first. `all`: instead, all matches can
   * be chosen, first.
   */
  readonly inList?: 'no' | 'last' | 'first' | 'all';
  /** First as long as nothing is typed. */
  readonly proposed?: readonly ListedGroup[];
  /** The group that is not to be chosen. */
  readonly except?: GroupRef;
}

/** A group, or the matches: the list shows them, or all of them are chosen. */
export type Picked = { readonly target: GroupTarget } | { readonly filter: string; readonly matching: number };

export interface FoundItem extends vscode.QuickPickItem {
  readonly leadsTo?: Picked;
  /** The box's new text: the pick stays open. */
  readonly completed?: string;
  /** The name of a saved filter. */
  readonly saved?: string;
}

const MOST_COMPLETIONS = 8;

/** The input at one moment, and what is shown beside its matches. */
export interface Search {
  readonly options: OfferedItems;
  readonly query: UnderstoodQuery;
  readonly help: readonly FoundItem[];
  readonly saved: readonly FoundItem[];
  readonly connections: ReadonlyMap<string, Connection>;
}

export function itemsFor(
  { options: { inList = 'no', proposed = [], except }, query, help, saved, connections }: Search,
  found: Partial<Found> & Pick<Found, 'groups'>,
): FoundItem[] {
  const { text, notes } = query;
  const isOther = (group: ListedGroup): boolean => except === undefined || groupKey(group.ref) !== groupKey(except);
  const first = text.trim() === '' ? proposed.filter(isOther) : [];
  const rest = found.groups
    .filter(isOther)
    .filter((group) => !first.some((each) => groupKey(each.ref) === groupKey(group.ref)));
  const groups = [...first, ...rest].flatMap((group) => groupItem(group, connections));
  // Words for a state find no group: what they mean comes first then.
  if (groups.length === 0 && text.trim() !== '' && help.length > 0)
    return [...notes.map(noteItem), ...help, nothingFound(query, connections)].map(shownItem);
  const list =
    inList === 'no' || found.matching === undefined
      ? []
      : inList === 'all'
        ? allItem(text, found as Found)
        : [listItem(text, found as Found)];
  return [
    ...notes.map(noteItem),
    ...(inList === 'first' || inList === 'all' ? list : []),
    ...saved,
    ...(groups.length > 0 ? groups : [nothingFound(query, connections)]),
    ...help,
    // The last of all: one step up from the first.
    ...(inList === 'last' && groups.length > 0 ? list : []),
  ].map(shownItem);
}

/** Where the matches themselves can be chosen. */
export function takesFilters({ inList = 'no' }: OfferedItems): boolean {
  return inList !== 'no';
}

function listItem(text: string, { matching, of }: Found): FoundItem {
  const isAll = text.trim() === '';
  return {
    label: isAll ? `$(list-tree) ${l10n.t('Show All in List')}` : `$(filter) ${l10n.t('Show These in List')}`,
    description: countText(matching, of),
    alwaysShow: true,
    leadsTo: { filter: text.trim(), matching },
    detail: aboutFilters(),
  };
}

function countText(matching: number, of: number): string {
  return matching === of ? l10n.t('all in the list') : l10n.t('{0} of {1}', grouped(matching), grouped(of));
}

function aboutFilters(): string {
  return l10n.t('Filters ignore drafts.');
}

/** None, where nothing matches. */
function allItem(text: string, { matching, of }: Found): FoundItem[] {
  if (matching === 0) return [];
  const label = matching === 1 ? l10n.t('This Group') : l10n.t('These {0} Groups', grouped(matching));
  return [
    {
      label: `$(check-all) ${label}`,
      description: countText(matching, of),
      alwaysShow: true,
      leadsTo: { filter: text.trim(), matching },
      detail: l10n.t('Or select one below, or type to filter.'),
    },
  ];
}

function noteItem(note: string): FoundItem {
  return { label: `$(warning) ${foreignText(note)}`, alwaysShow: true };
}

/** What it is about, and below it what there is instead: a long line would be cut. */
export function problemItem(problem: string): FoundItem {
  const [what = '', ...instead] = problem.split(/(?<=[.?]) /);
  return {
    label: `$(error) ${foreignText(what)}`,
    ...(instead.length > 0 && { detail: foreignText(instead.join(' ')) }),
    alwaysShow: true,
  };
}

/** Completions of what is being typed; without any and with nothing typed, what the filters are. */
export function helpItems(services: Services, text: string): FoundItem[] {
  const items = services.finder.completed(text, MOST_COMPLETIONS).map(({ insert, about, completed }): FoundItem => ({
    label: `$(filter) ${foreignText(insert)}`,
    description: foreignText(about),
    alwaysShow: true,
    completed,
  }));
  if (text.trim() !== '') return items;
  return [
    { label: '$(filter) region=EU', description: filterMeaning('property'), alwaysShow: true },
    ...FILTERS.map((name): FoundItem => ({
      label: `$(filter) ${name}:`,
      description: filterMeaning(name),
      alwaysShow: true,
      completed: `${name}:`,
    })),
  ];
}

function groupItem(group: ListedGroup, connections: ReadonlyMap<string, Connection>): FoundItem[] {
  const connection = connections.get(group.ref.connectionId);
  if (connection === undefined) return [];
  return [
    {
      label: visibleId(group.name),
      description: `${visibleId(group.ref.userGroupId)} · ${connection.name}${guardedMark(connection)}`,
      detail: group.words.join(' · '),
      alwaysShow: true,
      leadsTo: { target: { connection, userGroupId: group.ref.userGroupId } },
    },
  ];
}

function nothingFound({ text, hasFilters }: UnderstoodQuery, connections: Search['connections']): FoundItem {
  if (text.trim() === '')
    return {
      label: l10n.t('No groups yet'),
      detail: [...connections.values()].some((each) => each.status === 'ready' && hasList(each))
        ? l10n.t('Use "Refresh List from Service" on a connection, or add groups.')
        : l10n.t('The service can\'t list its groups. Use "New User Group…" or "Add Existing User Group…".'),
      alwaysShow: true,
    };
  const label = l10n.t('No matching groups');
  return { label, ...(hasFilters && { detail: aboutFilters() }), alwaysShow: true };
}
