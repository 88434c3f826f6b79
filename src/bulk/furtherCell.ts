// What a person types for a further field: in a cell, or in a box.

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
      return isList(cell) ? cell : listOf(cell);
  }
}

/** As JSON. */
function isList(cell: string): boolean {
  return isJson(cell) && isOfFurtherType('strings', cell);
}

function listOf(cell: string): string {
  const items = cell.split(';').map((item) => item.trim());
  return `[${items
    .filter((item) => item !== '')
    .map(literalOf)
    .join(',')}]`;
}
