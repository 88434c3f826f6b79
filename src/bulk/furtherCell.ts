// What the user types for a further field, in a cell or in a box.

import { isOfFurtherType, type FurtherField } from '../contract/furtherFields.ts';
import { isJson } from '../core/isJson.ts';
import { literalOf } from '../document/stringLiteral.ts';

/** As JSON; `undefined` where it is none of this type. Items of a list have semicolons between them, or are JSON. */
export function furtherJson(cell: string, type: FurtherField['type']): string | undefined {
  switch (type) {
    case 'string':
      return literalOf(cell);
    case 'boolean':
      return ['true', 'false'].find((each) => each === cell.trim().toLowerCase());
    case 'strings':
      return isList(cell) ? cell : listJson(itemsInCell(cell));
  }
}

/** As JSON. */
function isList(cell: string): boolean {
  return isJson(cell) && isOfFurtherType('strings', cell);
}

export function itemsInCell(cell: string): string[] {
  if (isList(cell)) return JSON.parse(cell) as string[];
  return cell
    .split(';')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

export function listJson(items: readonly string[]): string {
  return `[${items.map(literalOf).join(',')}]`;
}
