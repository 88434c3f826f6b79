// What the row of a file says of a group that exists: only what the file gives changes.

import { OBJECT_FIELDS } from '../../contract/fields.ts';
import { fieldsTolerantly, type JsonField } from '../../document/jsonFields.ts';
import { STORED_NAMES } from '../../document/idName.ts';
import { SCHEMA_FIELD } from '../../document/userGroupDocument.ts';
import type { ColumnUse, CsvColumn } from '../csvColumns.ts';
import type { ImportRow } from '../importRow.ts';
import type { ColumnChange, RowChange } from './documentChange.ts';

/** What becomes of a value whose cell is empty. */
export const EMPTY_CELLS = ['leave', 'remove', 'set'] as const;
export type EmptyCells = (typeof EMPTY_CELLS)[number];

/**
 * @param columns of a CSV file: each gives one entry. A document gives whole fields.
 */
export function rowChange(
  { text, empty = [] }: Pick<ImportRow, 'text' | 'empty'>,
  columns: readonly CsvColumn[] | undefined,
  emptyCells: EmptyCells,
): RowChange {
  const given = columns?.map(({ use }) => use).filter((use) => !empty.includes(use));
  return {
    action: 'row',
    columns: [
      ...emptyChanges(empty, emptyCells),
      ...fieldsTolerantly(text).fields.flatMap((field) => fieldChanges(field, given)),
    ],
  };
}

/** The changes that the empty cells of a row make, once the user decides that they remove what is there. */
export function emptyCellsChange({ empty = [] }: Pick<ImportRow, 'empty'>): RowChange {
  return { action: 'row', columns: emptyChanges(empty, 'remove') };
}

function fieldChanges({ key, valueText }: JsonField, given: readonly ColumnUse[] | undefined): readonly ColumnChange[] {
  if (key === STORED_NAMES.id || key === SCHEMA_FIELD) return [];
  const field = OBJECT_FIELDS.find((each) => each === key);
  if (field === undefined) return [{ action: 'set', field: 'further', key, value: valueText }];
  if (given === undefined || given.some((use) => use.as === field))
    return [{ action: 'replace', field, value: valueText }];
  const as = field === 'mapping' ? 'schemaId' : 'property';
  return fieldsTolerantly(valueText).fields.map(({ key: name, valueText: json, literal }) => {
    const isJson = given.some(
      (use) => use.as === as && use.isJson === true && (use.as === 'property' ? use.name : use.schemaId) === name,
    );
    return isJson || typeof literal !== 'string'
      ? { action: 'set', field, key: name, value: json, as: 'json' }
      : { action: 'set', field, key: name, value: literal, as: 'text' };
  });
}

function emptyChanges(empty: readonly ColumnUse[], emptyCells: EmptyCells): ColumnChange[] {
  return emptyCells === 'leave' ? [] : empty.flatMap((use) => emptyChange(use, emptyCells) ?? []);
}

/** A group keeps its name, and a data source is removed or stays: an empty one is none. */
function emptyChange(use: ColumnUse, emptyCells: 'remove' | 'set'): ColumnChange | undefined {
  const isRemoved = emptyCells === 'remove';
  switch (use.as) {
    case 'property':
      return isRemoved
        ? { action: 'remove', field: 'properties', key: use.name }
        : { action: 'empty', field: 'properties', key: use.name, value: '""' };
    case 'schemaId':
      return isRemoved ? { action: 'remove', field: 'mapping', key: use.schemaId } : undefined;
    case 'properties':
      return { action: 'replace', field: 'properties', value: '{}' };
    case 'mapping':
      return isRemoved ? { action: 'replace', field: 'mapping', value: '{}' } : undefined;
    // The service does not take a field away that a request omits.
    case 'further':
      return use.type === 'boolean'
        ? undefined
        : { action: 'empty', field: 'further', key: use.name, value: use.type === 'string' ? '""' : '[]' };
    case 'user_group_id':
    case 'name':
    case 'leftOut':
      return undefined;
  }
}
