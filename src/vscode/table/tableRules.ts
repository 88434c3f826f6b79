// What the page of a table may do, regardless of what it asks for: rules without the editor.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../../core/errors.ts';
import type { TableAction, TableColumn, TableFilter, TableRow, TableSort } from '../../protocol/tableProtocol.ts';

/** @throws UserGroupsError `forbidden` */
export function requireEnabled(action: string, offered: readonly TableAction[]): TableAction {
  const found = offered.find(({ id, isEnabled }) => id === action && isEnabled);
  if (found !== undefined) return found;
  throw new UserGroupsError('forbidden', l10n.t('This action is not available now.'), l10n.t('Review the table.'));
}

/** @throws UserGroupsError `notFound` */
export function requireFilter(filter: string | undefined, offered: readonly TableFilter[]): void {
  if (filter === undefined || offered.some(({ id }) => id === filter)) return;
  throw new UserGroupsError('notFound', l10n.t('The table no longer has this filter.'), l10n.t('Choose another one.'));
}

/** @throws UserGroupsError `notFound` */
export function requireSortable(sort: TableSort | undefined, columns: readonly TableColumn[]): void {
  if (sort === undefined || columns.some(({ id, isSortable }) => id === sort.column && isSortable === true)) return;
  throw new UserGroupsError('notFound', l10n.t("The table can't be sorted by this column."));
}

/** Rows that a page holds at most; older ones it has to ask for again. */
const MOST_REMEMBERED = 5_000;

/** The rows that were given to a page: it can refer to no others. */
export class InputRows {
  readonly #keys = new Set<string>();

  add(rows: readonly TableRow[]): void {
    for (const { key } of rows) {
      // Last in the order of the set, which drops its oldest entries first.
      this.#keys.delete(key);
      this.#keys.add(key);
    }
    for (const key of this.#keys) {
      if (this.#keys.size <= MOST_REMEMBERED) return;
      this.#keys.delete(key);
    }
  }

  /** @throws UserGroupsError `notFound` */
  require(key: string | undefined): void {
    if (key === undefined || !this.#keys.has(key))
      throw new UserGroupsError('notFound', l10n.t('The row is no longer in the table.'), l10n.t('Review the table.'));
  }
}
