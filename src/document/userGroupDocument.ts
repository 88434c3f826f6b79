// A user group as a JSON document: what its text says, read strictly, or at a glance.

import * as l10n from '@vscode/l10n';
import { FIELDS, isBodyField, type BodyField, type InCode } from '../contract/fields.ts';
import { UserGroupsError } from '../core/errors.ts';
import { visibleId } from '../core/foreignText.ts';
import { fieldsStrictly, fieldsTolerantly, type JsonField } from './jsonFields.ts';
import { invalidAt } from './walkJson.ts';

/** What a document says: strings, and JSON texts of objects. An absent field is absent here, and is not sent. */
export type GroupFields = { readonly [F in BodyField as InCode<F>]?: string | undefined };

export function hasField(fields: GroupFields, field: BodyField): boolean {
  return fields[FIELDS[field].inCode] !== undefined;
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

/** Of any type, and never sent. */
export const SCHEMA_FIELD = '$schema';

/**
 * Reads a document (public interface, "The document, and the two verbs").
 * @throws UserGroupsError `invalid`, naming the field and the place, when the text is not strict JSON, not an object,
 * has a duplicate or unknown top-level field, a field of another type, no `user_group_id`, or one that is not
 * well-formed Unicode.
 */
export function readDocument(text: string): UserGroupDocument {
  return documentWith(text, documentFields(text));
}

function documentWith(text: string, fields: ReadonlyMap<string, JsonField>): UserGroupDocument {
  const id = fields.get('user_group_id');
  if (id === undefined) {
    throw new UserGroupsError({
      kind: 'invalid',
      happened: l10n.t('The document has no ID.'),
      next: l10n.t('Add the ID by which the service knows the group.'),
    });
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
  return { text, ...texts, userGroupId };
}

/** Of a field in its type. */
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
export function readSendable(text: string): SendableDocument {
  const fields = documentFields(text);
  const document = documentWith(text, fields);
  requireUserGroupId(document.userGroupId);
  return { ...document, fields };
}

/** The same of an id without its document. @throws UserGroupsError `invalid` */
export function requireUserGroupId(userGroupId: string): void {
  if (userGroupId === '')
    throw new UserGroupsError({
      kind: 'invalid',
      happened: l10n.t('The ID is empty.'),
      next: l10n.t('Enter the ID by which you know this customer.'),
    });
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
export function documentFields(text: string): ReadonlyMap<string, JsonField> {
  const byKey = new Map<string, JsonField>();
  for (const field of fieldsStrictly(text)) {
    const { key, type } = field;
    const wanted = isBodyField(key) ? FIELDS[key].type : undefined;
    if (wanted === undefined && key !== SCHEMA_FIELD) throw unknownField(text, field);
    if (byKey.has(key)) throw invalidAt(text, field.keyStart, l10n.t('Duplicate field "{0}".', key));
    if (wanted !== undefined && type !== wanted)
      throw invalidAt(
        text,
        field.valueStart,
        wanted === 'object' ? l10n.t('"{0}" must be an object.', key) : l10n.t('"{0}" must be a string.', key),
      );
    byKey.set(key, field);
  }
  return byKey;
}

function unknownField(text: string, { key, keyStart }: JsonField): UserGroupsError {
  return invalidAt(text, keyStart, l10n.t('The service has no field "{0}".', visibleId(key)), {
    next: l10n.t('Put your own values into "properties".'),
  });
}
