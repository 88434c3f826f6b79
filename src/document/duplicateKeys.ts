// Keys that an object has more than once. Readers of JSON differ in which value counts, so a plan does not send a file
// with one; a single document is sent as typed, with a mark.

import * as l10n from '@vscode/l10n';
import { quotedId } from '../core/foreignText.ts';
import { placesIn } from './lineAndColumn.ts';
import { invalidAt, readTolerantly, type Inside } from './walkJson.ts';

/** Where a key stands again, its quotes included; offsets count UTF-16 units. */
export interface DuplicateKey {
  readonly key: string;
  readonly offset: number;
  readonly length: number;
  /** A sentence that names where it stands first. */
  readonly message: string;
}

/** Every key but the first of its name in its object, at any depth, by order of appearance. Never throws. */
export function duplicateKeys(text: string): DuplicateKey[] {
  const found: (Omit<DuplicateKey, 'message'> & { readonly first: number })[] = [];
  /** By depth: the keys seen in the object that is open there, and where. */
  const open = new Map<number, Map<string, number>>();
  readTolerantly(text, {
    onKey: (key, start, end, depth) => {
      const seen = open.get(depth) ?? new Map<string, number>();
      const first = seen.get(key);
      if (first === undefined) open.set(depth, seen.set(key, start));
      else found.push({ key, offset: start, length: end - start, first });
    },
    onValue: (type, _start, _end, depth) => {
      if (type === 'object') open.delete(depth + 1);
    },
  });
  if (found.length === 0) return [];
  const placeOf = placesIn(text);
  return found.map(({ first, ...duplicate }) => {
    const { line, column } = placeOf(first);
    const key = quotedId(duplicate.key);
    return { ...duplicate, message: l10n.t('Duplicate key {0}, first in line {1}, column {2}.', key, line, column) };
  });
}

/** @throws UserGroupsError `invalid` at the first one, naming both places */
export function requireUniqueKeys(text: string, { field }: Pick<Inside, 'field'> = {}): void {
  const [flaw] = duplicateKeys(text);
  if (flaw === undefined) return;
  throw invalidAt(text, flaw.offset, flaw.message, { field: field && { name: field, start: 0 } });
}
