// A user group as a JSON document: what its text says, read strictly, or at a glance.

import * as l10n from '@vscode/l10n';
import { EDITABLE_FIELDS, FIELDS, isBodyField, type BodyField, type InCode } from '../contract/fields.ts';
import { isOfFurtherType, type FurtherField } from '../contract/furtherFields.ts';
import type { RequestNames } from '../contract/serviceApi.ts';
import { UserGroupsError } from '../core/errors.ts';
import { visibleId } from '../core/foreignText.ts';
import { fieldOfKey } from './idName.ts';
import { fieldsStrictly, fieldsTolerantly, type JsonField } from './jsonFields.ts';
import { invalidAt } from './walkJson.ts';

/** What a document says: strings, and JSON texts of objects. An absent field is absent here, and is not sent. */
export type GroupFields = { readonly [F in BodyField as InCode<F>]?: string | undefined } & {
  /** JSON texts of what the service has beside the fields of the contract, by name. */
  readonly further?: Readonly<Record<string, string>> | undefined;
};

export function hasField(fields: GroupFields, field: string): boolean {
  return fieldText(fields, field) !== undefined;
}

/** The value of a field, be it one of the contract or a further one. */
export function fieldText(fields: GroupFields, field: string): string | undefined {
  return isBodyField(field) ? fields[FIELDS[field].inCode] : furtherText(fields, field);
}

/** JSON text. */
export function furtherText({ further = {} }: Pick<GroupFields, 'further'>, field: string): string | undefined {
  return Object.hasOwn(further, field) ? further[field] : undefined;
}

/** The fields beside the ID: those of the contract, and the further ones that any of these has. */
export function editableNames(...some: readonly (GroupFields | undefined)[]): string[] {
  return [...new Set([...EDITABLE_FIELDS, ...some.flatMap((fields) => Object.keys(fields?.further ?? {}))])];
}

/** These of them. */
export function fieldsOf(fields: GroupFields, names: readonly string[]): GroupFields {
  const further = Object.entries(fields.further ?? {}).filter(([name]) => names.includes(name));
  return {
    ...Object.fromEntries(names.filter(isBodyField).map((name) => [FIELDS[name].inCode, fields[FIELDS[name].inCode]])),
    ...(further.length > 0 && { further: Object.fromEntries(further) }),
  };
}

/** Merges fields: of several values for a field the last one counts. */
export function mergedFields(...some: readonly GroupFields[]): GroupFields {
  const further = Object.assign({}, ...some.map((fields) => fields.further)) as Readonly<Record<string, string>>;
  return Object.assign({}, ...some, Object.keys(further).length > 0 && { further }) as GroupFields;
}

/** Its objects are exact slices of `text`. */
export interface UserGroupDocument extends GroupFields {
  readonly text: string;
  readonly userGroupId: string;
}

/** What a list shows of a text that need not be a document yet. */
export interface DocumentSummary {
  readonly userGroupId?: string | undefined;
  readonly name?: string | undefined;
  readonly hasMapping: boolean;
}

/** A field that names the schema for editors. It may have any type and is never sent. */
export const SCHEMA_FIELD = '$schema';

/**
 * Reads a document (public interface, "The document, and the two verbs").
 * @param names the service's names, to check a text that somebody typed. Absent for a text that was accepted before:
 * its further fields stay, even if the service no longer has them.
 * @throws UserGroupsError `invalid`, naming the field and the place, when the text is not strict JSON, not an object,
 * has a duplicate or unknown top-level field, a field of another type, no `user_group_id`, or one that is not
 * well-formed Unicode.
 */
export function readDocument(text: string, names?: RequestNames): UserGroupDocument {
  return documentWith(text, documentFields(text, names));
}

function documentWith(text: string, fields: ReadonlyMap<string, JsonField>): UserGroupDocument {
  const id = fields.get('user_group_id');
  if (id === undefined) {
    throw new UserGroupsError(
      'invalid',
      l10n.t('The document has no ID.'),
      l10n.t('Add the ID by which the service knows the group.'),
    );
  }
  const userGroupId = textOf(id);
  if (!userGroupId.isWellFormed()) {
    throw invalidAt(text, id.valueStart, l10n.t('It contains half of a surrogate pair.'), {
      field: { name: 'user_group_id', start: id.valueStart },
    });
  }
  const texts: GroupFields = Object.fromEntries(
    [...fields].flatMap(([key, field]) => (isBodyField(key) ? [[FIELDS[key].inCode, textOf(field)]] : [])),
  );
  const further = [...fields].filter(([key]) => !isBodyField(key) && key !== SCHEMA_FIELD);
  return {
    text,
    ...texts,
    userGroupId,
    ...(further.length > 0 && { further: Object.fromEntries(further.map(([key, { valueText }]) => [key, valueText])) }),
  };
}

/** A string by its value, anything else by its JSON text. */
function textOf({ literal, valueText }: JsonField): string {
  return typeof literal === 'string' ? literal : valueText;
}

/** A document whose id names a group: the only one that is sent, which `requestBody` asks for. */
export interface SendableDocument extends UserGroupDocument {
  /** By key, in the order of the text. */
  readonly fields: ReadonlyMap<string, JsonField>;
}

/**
 * As `readDocument`. @throws UserGroupsError `invalid` also when `user_group_id` is empty: nobody could name or delete
 * that group
 */
export function readSendable(text: string, names?: RequestNames): SendableDocument {
  const fields = documentFields(text, names);
  const document = documentWith(text, fields);
  requireUserGroupId(document.userGroupId);
  return { ...document, fields };
}

/** Checks the ID of a group of which no document is at hand. @throws UserGroupsError `invalid` */
export function requireUserGroupId(userGroupId: string): void {
  if (userGroupId === '')
    throw new UserGroupsError(
      'invalid',
      l10n.t('The ID is empty.'),
      l10n.t('Enter the ID by which you know this customer.'),
    );
}

/** Reads as much as there is, for lists. `undefined` when the text holds no object. Never throws. */
export function peekDocument(text: string): DocumentSummary | undefined {
  const { type, fields } = fieldsTolerantly(text);
  if (type !== 'object') return undefined;
  const stringOf = (key: string): string | undefined => {
    const literal = fields.findLast((field) => field.key === key)?.literal;
    return typeof literal === 'string' ? literal : undefined;
  };
  const userGroupId = stringOf('user_group_id');
  const name = stringOf('name');
  return {
    ...(userGroupId === undefined ? {} : { userGroupId }),
    ...(name === undefined ? {} : { name }),
    hasMapping: fields.some((field) => field.key === 'mapping' && field.type === 'object'),
  };
}

/**
 * The top-level fields by key, in the order of the text.
 * @throws UserGroupsError `invalid` like `readDocument`, but for what it says of `user_group_id`.
 */
function documentFields(text: string, names: RequestNames | undefined): ReadonlyMap<string, JsonField> {
  const byKey = new Map<string, JsonField>();
  for (const field of fieldsStrictly(text)) {
    const key = names === undefined ? field.key : fieldOfKey(field.key, names);
    const wanted = isBodyField(key) ? FIELDS[key].type : furtherField(names, key)?.type;
    if (wanted === undefined && names !== undefined && key !== SCHEMA_FIELD) throw unknownField(text, field);
    if (byKey.has(key)) throw invalidAt(text, field.keyStart, l10n.t('Duplicate field "{0}".', field.key));
    if (wanted !== undefined && !isOfType(wanted, field))
      throw invalidAt(text, field.valueStart, TYPE_EXPECTED[wanted](field.key));
    byKey.set(key, field);
  }
  return byKey;
}

export function furtherField(names: RequestNames | undefined, key: string): FurtherField | undefined {
  const fields = names?.fields ?? {};
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

type DocumentType = 'string' | 'object' | FurtherField['type'];

function isOfType(wanted: DocumentType, { type, valueText }: JsonField): boolean {
  return wanted === 'strings' ? isOfFurtherType(wanted, valueText) : type === wanted;
}

/** The message for a field that has another type than the document expects, by its key. */
export const TYPE_EXPECTED: Readonly<Record<DocumentType, (key: string) => string>> = {
  string: (key) => l10n.t('"{0}" must be a string.', key),
  object: (key) => l10n.t('"{0}" must be an object.', key),
  strings: (key) => l10n.t('"{0}" must be a list of strings.', key),
  boolean: (key) => l10n.t('"{0}" must be true or false.', key),
};

function unknownField(text: string, { key, keyStart }: JsonField): UserGroupsError {
  return invalidAt(text, keyStart, l10n.t('The service has no field "{0}".', visibleId(key)), {
    next: l10n.t('Put your own values into "properties".'),
  });
}
