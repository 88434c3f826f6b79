// The entries of mapping and properties by which the groups of a connection are compared.

import type { ObjectField } from '../contract/fields.ts';
import type { BaseEntries, PropertyValue } from '../core/ports/userGroupStore.ts';
import { fieldsTolerantly, type JsonField } from './jsonFields.ts';
import { readTolerantly } from './walkJson.ts';

/** In characters. What is longer is no name that anybody would be offered. */
const LONGEST_NAME = 1000;
/** In characters: a longer value, or path, is nothing that anybody would look for. */
const LONGEST_VALUE = 200;
const MOST_VALUES = 300;

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

interface PropertyValues {
  readonly values: readonly PropertyValue[];
  /** There are more than are kept: what is not among them may be there all the same. */
  readonly isCut: boolean;
}

/**
 * The values of properties, flattened for the search: strings decoded, everything else as typed. A value inside an
 * object has a path with dots (`address.country`), an item of a list the path of the list. Objects, lists and long
 * values have a path and no value. Never throws.
 */
export function propertyValues(properties: string): PropertyValues {
  const found = new Map<string, PropertyValue>();
  /** By depth; nothing for the places in a list. */
  const keys: (string | undefined)[] = [];
  let isCut = false;
  readTolerantly(properties, {
    onKey: (key, _start, _end, depth) => {
      keys.length = depth;
      keys[depth - 1] = key;
    },
    onValue: (type, start, end, depth, literal) => {
      const path = keys
        .slice(0, depth)
        .filter((key) => key !== undefined)
        .join('.');
      const isInside = type === 'object' || type === 'array';
      keys.length = Math.min(keys.length, depth);
      if (depth === 0 || path === '' || path.length > LONGEST_VALUE) return;
      const value = isInside ? undefined : type === 'string' ? (literal as string) : properties.slice(start, end);
      const kept = value !== undefined && value.length <= LONGEST_VALUE ? { path, value } : { path };
      if (found.size < MOST_VALUES) found.set(JSON.stringify(kept), kept);
      else isCut = true;
    },
  });
  return { values: [...found.values()], isCut };
}

/** Which data source a schema id leads to. Foreign text, both: not yet harmless. */
export interface MappedSource {
  readonly schemaId: string;
  /** "213" and 213 are the same data source. */
  readonly dataSource: string;
}

/** The data sources in a mapping's JSON text. An entry that is neither string nor integer has none. Never throws. */
export function mappedSources(mapping: string): MappedSource[] {
  return fieldsTolerantly(mapping).fields.flatMap((field) => {
    const dataSource = dataSourceOf(field);
    return dataSource === undefined ? [] : [{ schemaId: field.key, dataSource }];
  });
}
