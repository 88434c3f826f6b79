// What each column of a CSV file is for: proposed from its name, and changed as the person says.

import { ANSWER_FIELDS, isBodyField, type ObjectField, type TextField } from '../contract/fields.ts';
import { OPERATIONS } from '../contract/operations.ts';
import { SCHEMA_FIELD } from '../document/userGroupDocument.ts';

export type ColumnUse =
  | { readonly as: TextField }
  /** Cells are strings, unless they are said to be JSON. */
  | { readonly as: 'property'; readonly name: string; readonly isJson?: boolean | undefined }
  /** An entry of the mapping; cells likewise. */
  | { readonly as: 'schemaId'; readonly schemaId: string; readonly isJson?: boolean | undefined }
  /** Cells hold JSON of an object. */
  | { readonly as: ObjectField }
  | { readonly as: 'leftOut' };

export interface CsvColumn {
  /** Foreign text. */
  readonly header: string;
  readonly use: ColumnUse;
}

/** The likeliest first: only one column is the id. */
const IDS = ['user_group_id', 'provided_id', 'customer_id', 'customer', 'group_id', 'id'];

/** What the service issues is no property. */
const NOT_OURS = new Set<string>([
  ...ANSWER_FIELDS.filter((field) => !isBodyField(field)),
  ...OPERATIONS.getOrCreate.envelope,
  SCHEMA_FIELD,
]);

/** A token least of all, whatever its column is called: a property is sent, shown in dashboards and kept unsealed. */
const SECRET = /token|secret|passw|api_?key/;

export function proposeColumns(header: readonly string[]): CsvColumn[] {
  const words = header.map((each) =>
    each
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, '_'),
  );
  const idAt = IDS.map((id) => words.indexOf(id)).find((index) => index >= 0) ?? words.indexOf('usergroupid');
  return header.map((each, index) => ({
    header: each,
    use:
      index === idAt
        ? { as: 'user_group_id' }
        : useOf(each.trim(), words[index] ?? '', words.indexOf(words[index] ?? '') < index),
  }));
}

function useOf(header: string, word: string, isRepeated: boolean): ColumnUse {
  const [, field, rest] = /^(properties|property|mapping)\.(.+)$/is.exec(header) ?? [];
  if (field !== undefined && rest !== undefined) {
    return field.toLowerCase() === 'mapping' ? { as: 'schemaId', schemaId: rest } : { as: 'property', name: rest };
  }
  if (header === '' || isRepeated || NOT_OURS.has(word) || SECRET.test(word)) return { as: 'leftOut' };
  if (isBodyField(word) && word !== 'user_group_id') return { as: word };
  return { as: 'property', name: header };
}
