// Names the place of what is wrong in a file as compilers do.

import { UserGroupsError } from '../core/errors.ts';
import { placesIn, type Place } from '../document/lineAndColumn.ts';

/** @throws UserGroupsError of `work`, with file, line and column where its failure has a place in `text` */
export function inFile<T>(file: string, text: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof UserGroupsError) || error.failure.flaw === undefined) throw error;
    const { offset, reason } = error.failure.flaw;
    throw error.with({ happened: errorIn(file, text, offset, reason) });
  }
}

/** @param reason a whole sentence */
export function errorIn(file: string, text: string, offset: number, reason: string): string {
  return `${placeIn(file, placesIn(text)(offset))}: error: ${reason}`;
}

/** "customers/acme.usergroup.json:3:5". */
export function placeIn(file: string, { line, column }: Place): string {
  return `${file}:${line}:${column}`;
}
