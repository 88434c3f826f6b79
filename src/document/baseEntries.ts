// The entries of mapping and properties by which the groups of a connection are compared.

import type { ObjectField } from '../contract/fields.ts';
import type { BaseEntries } from '../core/ports/userGroupStore.ts';
import { fieldsTolerantly, type JsonField } from './jsonFields.ts';
import { propertyValues } from './propertyValues.ts';

/** In characters. What is longer is no name that anybody would be offered. */
const LONGEST_NAME = 1000;

/**
 * Names that are empty, longer than 1,000 characters or not well-formed Unicode are left out; so are such data sources.
 * Never throws.
 */
export function baseEntries(text: string): BaseEntries {
  const { fields } = fieldsTolerantly(text);
  const mapping = entriesOf(fields, 'mapping')?.map((field) => ({
    schemaId: field.key,
    dataSource: nameOrNone(dataSourceOf(field)),
  }));
  const properties = entriesOf(fields, 'properties')?.map(({ key }) => key);
  const { values, isCut } = propertyValues(fields.findLast(({ key }) => key === 'properties')?.valueText ?? '');
  return {
    ...(mapping !== undefined && { mapping }),
    ...(properties !== undefined && {
      properties,
      ...(values.length > 0 && { values }),
      ...(isCut && { hasMoreValues: true }),
    }),
  };
}

/**
 * What an entry of a mapping leads to: text, or the digits of an integer as typed; nothing when it is neither, or
 * empty.
 */
export function dataSourceOf({ type, literal, valueText }: JsonField): string | undefined {
  if (type === 'string') return literal === '' ? undefined : (literal as string);
  return isInteger(valueText) ? valueText : undefined;
}

/** Of any size, spelt without a fraction or an exponent. */
export function isInteger(valueText: string): boolean {
  return /^-?\d+$/.test(valueText);
}

/** The last of its name when there are several; the last entry of a name counts. */
function entriesOf(fields: readonly JsonField[], name: ObjectField): JsonField[] | undefined {
  const field = fields.findLast(({ key }) => key === name);
  if (field?.type !== 'object') return undefined;
  const entries = new Map(fieldsTolerantly(field.valueText).fields.map((entry) => [entry.key, entry]));
  return [...entries.values()].filter(({ key }) => nameOrNone(key) !== undefined);
}

function nameOrNone(name: string | undefined): string | undefined {
  return name !== undefined && name !== '' && name.length <= LONGEST_NAME && name.isWellFormed() ? name : undefined;
}
