// What the page of a table may do, regardless of what it asks for: rules without the editor.

import { UserGroupsError } from '../../../core/errors.ts';
import type { TableAction, TableFilter, TableRow } from '../../../protocol/tableProtocol.ts';

/** @throws UserGroupsError `forbidden` */
export function requireEnabled(action: string, offered: readonly TableAction[]): void {
  if (offered.some(({ id, isEnabled }) => id === action && isEnabled)) return;
  throw new UserGroupsError({
    kind: 'forbidden',
    happened: 'The table does not offer this at this moment.',
    next: 'Look at the table again.',
  });
}

/** @throws UserGroupsError `notFound` */
export function requireFilter(filter: string | undefined, offered: readonly TableFilter[]): void {
  if (filter === undefined || offered.some(({ id }) => id === filter)) return;
  throw new UserGroupsError({
    kind: 'notFound',
    happened: 'The table has no such filter any more.',
    next: 'Choose another one.',
  });
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
  require(key: string): void {
    if (!this.#keys.has(key))
      throw new UserGroupsError({
        kind: 'notFound',
        happened: 'The table has not shown this row.',
        next: 'Look at the table again.',
      });
  }
}
