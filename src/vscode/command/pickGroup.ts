// The pick that searches groups by words and filters, with the number of matches and completions of filters.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connection } from '../../core/connection.ts';
import { guardedMark } from '../../core/environmentText.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { foreignText, visibleId } from '../../core/foreignText.ts';
import { foundText } from '../../core/foundText.ts';
import { filterMeaning, FILTERS } from '../../core/groupQuery.ts';
import { groupKey } from '../../core/groupKey.ts';
import { grouped } from '../../core/stateText.ts';
import type { GroupRef } from '../../core/userGroup.ts';
import type { Found, UnderstoodQuery } from '../../services/groups/groupFinder.ts';
import type { ListedGroup } from '../../services/groups/groupService.ts';
import type { Services } from '../../services/services.ts';
import { saveButton, savedFilterItems, saveFilter } from './savedFilterItems.ts';
import { chosenIn, inGivenOrder, settled, shownItem } from './ask.ts';

export interface GroupTarget {
  readonly connection: Connection;
  readonly userGroupId: string;
}

export interface GroupPick {
  readonly title: string;
  readonly query: string;
  /**
   * Whether the list can show the matches: never, as the last choice, or as the first. `all`: instead, all matches can
   * be chosen, first.
   */
  readonly inList?: 'no' | 'last' | 'first' | 'all';
  /** On this connection only. */
  readonly on?: Connection;
  /** First as long as nothing is typed. */
  readonly proposed?: readonly ListedGroup[];
  /** The group that is not to be chosen. */
  readonly except?: GroupRef;
}

/** A group, or the matches: the list shows them, or all of them are chosen. */
export type Picked = { readonly target: GroupTarget } | { readonly filter: string; readonly matching: number };

interface Item extends vscode.QuickPickItem {
  readonly leadsTo?: Picked;
  /** The box's new text: the pick stays open. */
  readonly completed?: string;
  /** The name of a saved filter. */
  readonly saved?: string;
}

const MOST_SHOWN = 100;
const MOST_COMPLETIONS = 8;

/** Until a group or a filter is chosen: saving a filter comes back to it. */
export async function pickFound(services: Services, options: GroupPick): Promise<Picked> {
  let { query } = options;
  for (;;) {
    const picked = await pickOnce(services, { ...options, query });
    if (!('saves' in picked)) return picked;
    query = picked.saves;
    await saveFilter(services.savedFilters, query);
  }
}

/** Searches the store at every keystroke; the pick itself filters nothing. */
async function pickOnce(services: Services, options: GroupPick): Promise<Picked | { readonly saves: string }> {
  const pick = inGivenOrder(vscode.window.createQuickPick<Item>());
  pick.title = options.title;
  pick.placeholder = l10n.t('ID, name, or a filter such as region=EU or is:draft');
  pick.value = options.query;
  if (takesFilters(options)) pick.buttons = [saveButton()];
  let asked = 0;
  const search = (): Promise<void> => {
    asked += 1;
    const mine = asked;
    return showFound(services, options, pick, () => mine === asked);
  };
  let latest = search();
  pick.onDidChangeValue(() => {
    latest = search();
  });
  await latest;
  return settled(pick, (resolve) => {
    pick.onDidAccept(async () => {
      // Enter right after typing uses the new input, not the earlier matches.
      await latest;
      const { leadsTo, completed } = chosenIn(pick) ?? {};
      if (leadsTo !== undefined) resolve(leadsTo);
      if (completed === undefined) return;
      pick.value = completed;
      latest = search();
    });
    pick.onDidTriggerButton(() => {
      const saves = pick.value.trim();
      if (saves !== '' && services.finder.understand(saves).problems.length === 0) resolve({ saves });
    });
    pick.onDidTriggerItemButton(async ({ item }) => {
      if (item.saved === undefined) return;
      await services.savedFilters.remove(item.saved);
      latest = search();
    });
    pick.onDidHide(() => {
      asked += 1;
    });
  });
}

/** The input at one moment, and what is shown beside its matches. */
interface Search {
  readonly options: GroupPick;
  readonly query: UnderstoodQuery;
  readonly help: readonly Item[];
  readonly saved: readonly Item[];
  readonly connections: ReadonlyMap<string, Connection>;
}

/** `isWanted`: whether the box still holds this input. */
async function showFound(
  services: Services,
  options: GroupPick,
  pick: vscode.QuickPick<Item>,
  isWanted: () => boolean,
): Promise<void> {
  const text = pick.value;
  let help: readonly Item[] = [];
  try {
    help = helpItems(services, text);
    const query = services.finder.understand(text);
    if (query.problems.length > 0) {
      showProblems(pick, options, help, query.problems);
      return;
    }
    const connections = new Map(services.connections.list().map((connection) => [connection.id, connection]));
    const saved = takesFilters(options) && text.trim() === '' ? savedFilterItems(services.savedFilters) : [];
    const search: Search = { options, query, help, saved, connections };
    const isListFirst = options.inList === 'all' || options.inList === 'first';
    let active: Item | undefined;
    const found = await services.finder.find(query, {
      limit: MOST_SHOWN,
      isWanted,
      connectionId: options.on?.id,
      // Where all matches can be chosen, Enter must not choose the first group while they are counted.
      ...(!isListFirst && {
        onGroups: (groups) => {
          active = showItems(pick, itemsFor(search, { groups }));
        },
      }),
    });
    if (found === undefined) return;
    pick.title = `${options.title}: ${foundText(found.matching, found.of, found.counts, Date.now())}`;
    // What is below the groups is now known: the cursor stays on its group.
    showItems(pick, itemsFor(search, found), active && pick.activeItems[0]);
  } catch (error) {
    if (!(error instanceof UserGroupsError)) throw error;
    if (isWanted()) showProblems(pick, options, help, [error.message]);
  }
}

/**
 * With the cursor on what it was on, or on the first that can be chosen, and so never on a match of an earlier input.
 * Items above the groups are only for reading. Without a choice Enter completes what is typed.
 */
function showItems(pick: vscode.QuickPick<Item>, items: readonly Item[], cursor?: Item): Item | undefined {
  const choices = items.filter(({ leadsTo }) => leadsTo !== undefined);
  const active = choices.find(({ description }) => cursor !== undefined && description === cursor.description);
  pick.items = items;
  const first = choices[0] ?? (pick.value === '' ? undefined : items.find(({ completed }) => completed !== undefined));
  if (first !== undefined) pick.activeItems = [active ?? first];
  return active ?? first;
}

/** Why the query is invalid, and likely corrections. */
function showProblems(
  pick: vscode.QuickPick<Item>,
  { title }: GroupPick,
  help: readonly Item[],
  problems: readonly string[],
): void {
  pick.title = title;
  // Enter accepts the nearest completion.
  pick.items = [...help, ...problems.map(problemItem)].map(shownItem);
}

/** For commands that are about one group. */
export async function pickGroup(
  services: Services,
  title: string,
  query: string,
  options: Partial<GroupPick> = {},
): Promise<GroupTarget> {
  for (;;) {
    const picked = await pickFound(services, { title, query, ...options, inList: 'no' });
    if ('target' in picked) return picked.target;
  }
}

function itemsFor(
  { options: { inList = 'no', proposed = [], except }, query, help, saved, connections }: Search,
  found: Partial<Found> & Pick<Found, 'groups'>,
): Item[] {
  const { text, notes, hasFilters } = query;
  const isOther = (group: ListedGroup): boolean => except === undefined || groupKey(group.ref) !== groupKey(except);
  const first = text.trim() === '' ? proposed.filter(isOther) : [];
  const rest = found.groups
    .filter(isOther)
    .filter((group) => !first.some((each) => groupKey(each.ref) === groupKey(group.ref)));
  const groups = [...first, ...rest].flatMap((group) => groupItem(group, connections));
  // Words for a state find no group: what they mean comes first then.
  if (groups.length === 0 && text.trim() !== '' && help.length > 0)
    return [...notes.map(noteItem), ...help, nothingFound(text, hasFilters)].map(shownItem);
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
    ...(groups.length > 0 ? groups : [nothingFound(text, hasFilters)]),
    ...help,
    // The last of all: one step up from the first.
    ...(inList === 'last' && groups.length > 0 ? list : []),
  ].map(shownItem);
}

/** Where the matches themselves can be chosen. */
function takesFilters({ inList = 'no' }: GroupPick): boolean {
  return inList !== 'no';
}

function listItem(text: string, { matching, of }: Found): Item {
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
  return l10n.t('Filters look at what was last sent, or else received. They ignore drafts.');
}

/** None, where nothing matches. */
function allItem(text: string, { matching, of }: Found): Item[] {
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

function noteItem(note: string): Item {
  return { label: `$(warning) ${foreignText(note)}`, alwaysShow: true };
}

/** What it is about, and below it what there is instead: a long line would be cut. */
function problemItem(problem: string): Item {
  const [what = '', ...instead] = problem.split(/(?<=[.?]) /);
  return {
    label: `$(error) ${foreignText(what)}`,
    ...(instead.length > 0 && { detail: foreignText(instead.join(' ')) }),
    alwaysShow: true,
  };
}

/** Completions of what is being typed; without any and with nothing typed, what the filters are. */
function helpItems(services: Services, text: string): Item[] {
  const items = services.finder.completed(text, MOST_COMPLETIONS).map(({ insert, about, completed }): Item => ({
    label: `$(filter) ${foreignText(insert)}`,
    description: foreignText(about),
    alwaysShow: true,
    completed,
  }));
  if (text.trim() !== '') return items;
  return [
    { label: '$(filter) region=EU', description: filterMeaning('property'), alwaysShow: true },
    ...FILTERS.map((name): Item => ({
      label: `$(filter) ${name}:`,
      description: filterMeaning(name),
      alwaysShow: true,
      completed: `${name}:`,
    })),
  ];
}

function groupItem(group: ListedGroup, connections: ReadonlyMap<string, Connection>): Item[] {
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

function nothingFound(query: string, hasFilters: boolean): Item {
  if (query.trim() === '')
    return {
      label: l10n.t('No groups yet'),
      detail: l10n.t("The service can't list its groups. Use New User Group… or Add Existing User Group…."),
      alwaysShow: true,
    };
  const label = l10n.t('No matching groups');
  return { label, ...(hasFilters && { detail: aboutFilters() }), alwaysShow: true };
}
