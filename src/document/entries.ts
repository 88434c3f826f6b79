// The entries of mapping and properties, for a list.

import type { ObjectField } from '../contract/fields.ts';
import { fieldsTolerantly } from './jsonFields.ts';
import { shortJson } from './shortJson.ts';
import { literalValue } from './stringLiteral.ts';

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
  return fieldsTolerantly(jsonOfField(text, field)).fields.map(({ key, valueText }) => ({
    key,
    value: shortJson(valueText),
  }));
}

/** The JSON text of a whole field; empty without one. */
export function jsonOfField(text: string, field: ObjectField): string {
  return fieldsTolerantly(text).fields.findLast(({ key }) => key === field)?.valueText ?? '';
}

/** The value of an entry, as the user would paste it elsewhere: a string without its quotes, anything else as JSON. */
export function entryText(text: string, field: ObjectField, index: number): string | undefined {
  const valueText = fieldsTolerantly(jsonOfField(text, field)).fields[index]?.valueText;
  return valueText && (literalValue(valueText, 0, valueText.length) ?? valueText);
}
