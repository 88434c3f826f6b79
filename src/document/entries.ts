// The entries of mapping and properties, for a list.

import type { ObjectField } from '../contract/fields.ts';
import { fieldsTolerantly } from './jsonFields.ts';
import { shortJson } from './shortJson.ts';

/** Foreign text, both: not yet harmless. */
export interface DocumentEntry {
  readonly key: string;
  /** Short JSON text. */
  readonly value: string;
}

/** By order of appearance in the document's text, duplicates included; empty when nothing can be read. Never throws. */
export function mappingEntries(text: string): DocumentEntry[] {
  return entriesOf(text, 'mapping');
}

/** Like `mappingEntries`. */
export function propertyEntries(text: string): DocumentEntry[] {
  return entriesOf(text, 'properties');
}

function entriesOf(text: string, field: ObjectField): DocumentEntry[] {
  const object = fieldsTolerantly(text).fields.findLast(({ key }) => key === field)?.valueText ?? '';
  return fieldsTolerantly(object).fields.map(({ key, valueText }) => ({ key, value: shortJson(valueText) }));
}
