// A new document from its fields: formatted for editing, every value as it was given.

import { BODY_FIELDS, EDITABLE_FIELDS, FIELDS, isObjectField, type BodyField } from '../contract/fields.ts';
import { formatted } from './formatSlice.ts';
import { strictObject } from './jsonFields.ts';
import { compactJson } from './shortJson.ts';
import { USUAL } from './textLayout.ts';
import { literalOf } from './stringLiteral.ts';
import type { GroupFields } from './userGroupDocument.ts';

type IdentifiedFields = GroupFields & { readonly userGroupId: string };

/**
 * Two-space indentation, `\n`, a final newline. Key order, numbers, escapes and duplicate keys of objects
 * stay.
 * @throws UserGroupsError `invalid` when one of these is not strict JSON of an object.
 */
export function writeDocument(fields: IdentifiedFields): string {
  const members = BODY_FIELDS.flatMap((field) => {
    const text = fields[FIELDS[field].inCode];
    if (text === undefined) return [];
    return `"${field}":${isObjectField(field) ? compactJson(strictObject(text, field)) : literalOf(text)}`;
  });
  return formatted(`{${members.join(',')}}`, { ...USUAL, endsWithLineBreak: true });
}

/** The text of a field that says nothing. */
export function emptyText(field: BodyField): string {
  return isObjectField(field) ? '{}' : '';
}

/** What a new user group begins with: every field of the contract, so that its shape can be seen. */
export function emptyDocument(given: IdentifiedFields = { userGroupId: '' }): string {
  return writeDocument({
    ...Object.fromEntries(EDITABLE_FIELDS.map((field) => [FIELDS[field].inCode, emptyText(field)])),
    ...given,
  });
}
