// What each column of a CSV file is for: proposed from its name, and changed as the person says.

import * as l10n from '@vscode/l10n';
import { quotedId } from '../core/foreignText.ts';
import { ANSWER_FIELDS, isBodyField, OBJECT_FIELDS, type ObjectField, type TextField } from '../contract/fields.ts';
import type { FurtherField } from '../contract/furtherFields.ts';
import { envelopeOf, USER_GROUP_API, type RequestNames } from '../contract/serviceApi.ts';
import { STORED_NAMES } from '../document/idName.ts';
import { SCHEMA_FIELD } from '../document/userGroupDocument.ts';
import { changedCell } from './changedCell.ts';

export type ColumnUse =
  | { readonly as: TextField }
  /** Cells are strings, unless they are said to be JSON. */
  | { readonly as: 'property'; readonly name: string; readonly isJson?: boolean | undefined }
  /** An entry of the mapping; cells likewise. */
  | { readonly as: 'schemaId'; readonly schemaId: string; readonly isJson?: boolean | undefined }
  /** Cells hold JSON of an object. */
  | { readonly as: ObjectField }
  /** A further field of the service. Cells hold its text, true or false, or items with semicolons between. */
  | { readonly as: 'further'; readonly name: string; readonly type: FurtherField['type'] }
  | { readonly as: 'leftOut' };

export interface CsvColumn {
  /** Foreign text. */
  readonly header: string;
  readonly use: ColumnUse;
}

/** Bare headers, the likeliest first: only one column is the id. */
export const IDS = ['usergroupid', 'providedid', 'customerid', 'customer', 'groupid', 'accountid', 'tenantid', 'id'];
/** Likewise of the name. */
const NAMES = [
  'name',
  ...['usergroup', 'group', 'customer', 'company', 'account', 'tenant', 'display'].map((whose) => `${whose}name`),
];

/** What the service issues is no property. */
const NOT_OURS = new Set(
  [
    ...ANSWER_FIELDS.filter((field) => !isBodyField(field)),
    ...envelopeOf(USER_GROUP_API.response, 'getOrCreate'),
    SCHEMA_FIELD,
  ].map(bareHeader),
);

/** A token least of all, whatever its column is called: a property is sent, shown in dashboards and kept unsealed. */
const SECRET = /token|secret|passw|apikey/;

/** @param names of the service, by which its exports call the columns */
export function proposeColumns(header: readonly string[], names: RequestNames = STORED_NAMES): CsvColumn[] {
  const { id } = names;
  const further = new Map(furtherUses(names).map((use) => [bareHeader(use.name), use]));
  const meant = header.map(meantHeader);
  const bare = meant.map(bareHeader);
  const firstOf = (wanted: readonly string[]): number =>
    wanted.map((each) => bare.indexOf(each)).find((index) => index >= 0) ?? -1;
  const [idAt, nameAt] = [firstOf([bareHeader(id), ...IDS]), firstOf(NAMES)];
  return header.map((each, index) => {
    if (index === idAt) return { header: each, use: { as: 'user_group_id' } };
    if (index === nameAt) return { header: each, use: { as: 'name' } };
    const word = bare[index] ?? '';
    const isRepeated = bare.indexOf(word) < index;
    return {
      header: each,
      use: (isRepeated ? undefined : further.get(word)) ?? useOf(meant[index] ?? '', word, isRepeated),
    };
  });
}

/** Those of the service, in its order. */
export function furtherUses({ fields = {} }: RequestNames): Extract<ColumnUse, { readonly as: 'further' }>[] {
  return Object.entries(fields).map(([name, { type }]) => ({ as: 'further', name, type }));
}

/**
 * What may be for the mapping in another program's spelling: one member of a list of data sources (`mapping.40.0`), a
 * schema ID that a spreadsheet made a decimal (`40.0`), `mapping[40]`.
 */
const NEARLY_SCHEMA_ID =
  /^mapping\.(.+?)(?:\.\d+|\.?\[\d+\])$|^(?:mapping|schema(?:[ _-]?id)?)[^\p{L}\d.]+(\d+)(?:[^\p{L}\d]+\d+)?[^\p{L}\d]*$|^(\d+)(?:[.,]\d+|\[\d+\])$/iu;

/** A column that is called like a schema ID in use, and nothing else, is for that entry of the mapping. */
export function withSchemaIds(columns: readonly CsvColumn[], schemaIds: ReadonlySet<string>): CsvColumn[] {
  return columns.map(({ header, use }) => {
    const schemaId = meantHeader(header).replace(/^mapping\./i, '');
    const isOpen =
      use.as === 'leftOut'
        ? NEARLY_SCHEMA_ID.test(meantHeader(header))
        : use.as === 'property' && use.name === schemaId;
    return isOpen && schemaIds.has(schemaId) ? { header, use: { as: 'schemaId', schemaId } } : { header, use };
  });
}

/** Of columns that may be for the mapping as well as for a property, as sentences. */
export function schemaIdText(columns: readonly CsvColumn[]): string[] {
  return columns.flatMap(({ header, use }) => {
    const id = meantHeader(header);
    const nearly = NEARLY_SCHEMA_ID.exec(id)?.slice(1).join('');
    if (use.as === 'leftOut' && nearly !== undefined)
      return [
        l10n.t(
          'The column {0} may be for the mapping. It is read once it is named {1} or {2}.',
          quotedId(id),
          quotedId(`mapping.${nearly}`),
          quotedId(`properties.${id}`),
        ),
      ];
    const isOfMapping = use.as === 'schemaId' && use.schemaId === id;
    if (!isOfMapping && !(use.as === 'property' && use.name === id && /^\d+$/.test(id))) return [];
    const [as, other] = isOfMapping ? ['mapping', 'properties'] : ['properties', 'mapping'];
    return [
      l10n.t(
        'The column {0} is read as {1}. Name it {2} if that is meant.',
        quotedId(id),
        quotedId(`${as}.${id}`),
        quotedId(`${other}.${id}`),
      ),
    ];
  });
}

const PREFIXED = /^((?:properties|property|mapping)\.)\s*(\S.*)$/is;

function useOf(header: string, word: string, isRepeated: boolean): ColumnUse {
  if (NEARLY_SCHEMA_ID.test(header)) return { as: 'leftOut' };
  const [, field, rest] = PREFIXED.exec(header) ?? [];
  if (field !== undefined && rest !== undefined) {
    return field.toLowerCase() === 'mapping.' ? { as: 'schemaId', schemaId: rest } : { as: 'property', name: rest };
  }
  if (header === '' || isRepeated || NOT_OURS.has(word) || SECRET.test(word)) return { as: 'leftOut' };
  const whole = OBJECT_FIELDS.find((each) => each === word);
  return whole === undefined ? { as: 'property', name: header } : { as: whole };
}

/** What programs call a column that has no name. */
const NO_NAME = /^(?:Unnamed: ?\d.*|__EMPTY(?:_\d+)?|\(No column name\)|\?column\?)$/i;

/** Of what another program made of a name, the name: empty where there is none, or none is left. */
function meantHeader(header: string): string {
  const name = header.trim();
  if (NO_NAME.test(name)) return '';
  if (NEARLY_SCHEMA_ID.test(name)) return name;
  const [, prefix = '', rest = ''] = PREFIXED.exec(name) ?? [undefined, '', name];
  const changed = changedCell(rest, 'property');
  // A number stays what it is: the names of properties may have dots.
  if (changed === undefined || (changed.meant !== undefined && /^[+-]?\d/.test(rest))) return name;
  return changed.meant === undefined || changed.meant === '' ? '' : prefix + changed.meant;
}

/** "Customer Name", "customer_name" and "customerName" alike. */
export function bareHeader(header: string): string {
  return header.toLowerCase().replaceAll(/[\s_-]/g, '');
}
