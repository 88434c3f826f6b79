// Saved filters in the pick that searches groups: a button that saves what is typed, and the saved ones as items.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { foreignText } from '../../core/foreignText.ts';
import type { SavedFilters } from '../../services/groups/savedFilters.ts';
import { sameName } from '../../services/connections/connectionEntry.ts';
import { askText, BACK } from './ask.ts';

export interface SavedFilterItem extends vscode.QuickPickItem {
  /** Its name. */
  readonly saved: string;
  /** The box's new text. */
  readonly completed: string;
}

export function saveButton(): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon('save'), tooltip: l10n.t('Save Filter…') };
}

export function savedFilterItems(filters: SavedFilters): SavedFilterItem[] {
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
export async function saveFilter(filters: SavedFilters, query: string): Promise<void> {
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
