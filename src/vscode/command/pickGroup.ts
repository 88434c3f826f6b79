// The pick that searches groups by words and filters.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connection } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { foundText } from './foundText.ts';
import type { Services } from '../../services/services.ts';
import { chosenIn, inGivenOrder, settled, shownItem, askText, BACK } from './ask.ts';
import {
  helpItems,
  itemsFor,
  problemItem,
  takesFilters,
  type FoundItem,
  type OfferedItems,
  type Picked,
  type Search,
} from './foundItems.ts';
import type { GroupTarget } from './invocation.ts';
import { foreignText } from '../../core/foreignText.ts';
import type { SavedFilters } from '../../services/groups/savedFilters.ts';
import { sameName } from '../../services/connections/connectionEntry.ts';

export interface GroupPick extends OfferedItems {
  readonly title: string;
  readonly query: string;
  /** On this connection only. */
  readonly on?: Connection;
}

const MOST_SHOWN = 100;

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
  const pick = inGivenOrder(vscode.window.createQuickPick<FoundItem>());
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

/** `isWanted`: whether the box still holds this input. */
async function showFound(
  services: Services,
  options: GroupPick,
  pick: vscode.QuickPick<FoundItem>,
  isWanted: () => boolean,
): Promise<void> {
  const text = pick.value;
  let help: readonly FoundItem[] = [];
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
    let active: FoundItem | undefined;
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
function showItems(
  pick: vscode.QuickPick<FoundItem>,
  items: readonly FoundItem[],
  cursor?: FoundItem,
): FoundItem | undefined {
  const choices = items.filter(({ leadsTo }) => leadsTo !== undefined);
  const active = choices.find(({ description }) => cursor !== undefined && description === cursor.description);
  pick.items = items;
  const first = choices[0] ?? (pick.value === '' ? undefined : items.find(({ completed }) => completed !== undefined));
  if (first !== undefined) pick.activeItems = [active ?? first];
  return active ?? first;
}

/** Why the query is invalid, and likely corrections. */
function showProblems(
  pick: vscode.QuickPick<FoundItem>,
  { title }: GroupPick,
  help: readonly FoundItem[],
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

/** Saved filters in the pick that searches groups: a button that saves what is typed, and the saved ones as items. */
interface SavedFilterItem extends vscode.QuickPickItem {
  /** Its name. */
  readonly saved: string;
  /** The box's new text. */
  readonly completed: string;
}

function saveButton(): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon('save'), tooltip: l10n.t('Save Filter…') };
}

function savedFilterItems(filters: SavedFilters): SavedFilterItem[] {
  return filters.list().map(({ name, query }) => ({
    label: `$(bookmark) ${foreignText(name)}`,
    description: foreignText(query),
    alwaysShow: true,
    buttons: [{ iconPath: new vscode.ThemeIcon('trash'), tooltip: l10n.t('Remove Saved Filter') }],
    saved: name,
    completed: query,
  }));
}

/** @throws UserGroupsError `cancelled` */
async function saveFilter(filters: SavedFilters, query: string): Promise<void> {
  const name = await askText({
    title: l10n.t('Save Filter'),
    prompt: l10n.t('Name for "{0}"', foreignText(query)),
    check: (typed) => ({
      problem: typed.trim() === '' ? l10n.t('Enter a name.') : undefined,
      hint: filters.list().some((other) => sameName(other.name, typed.trim()))
        ? l10n.t('Replaces the saved filter of this name.')
        : undefined,
    }),
  });
  if (name !== BACK) await filters.save({ name: name.trim(), query });
}
