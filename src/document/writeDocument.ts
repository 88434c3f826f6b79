// A new document from its fields: formatted for editing, every value as it was given.

import { formatted } from './formatSlice.ts';
import { strictObject } from './jsonFields.ts';
import { compactJson } from './shortJson.ts';
import { USUAL } from './textLayout.ts';
import { literalOf } from './stringLiteral.ts';
import type { GroupFields } from './userGroupDocument.ts';

/**
 * Two-space indentation, `\n`, a final newline. Key order, numbers, escapes and duplicate keys of `mapping` and
 * `properties` stay.
 * @throws UserGroupsError `invalid` when one of these is not strict JSON of an object.
 */
export function writeDocument(fields: GroupFields & { readonly userGroupId: string }): string {
  const { userGroupId, name, mapping, properties } = fields;
  const members = [`"user_group_id":${literalOf(userGroupId)}`];
  if (name !== undefined) members.push(`"name":${literalOf(name)}`);
  if (mapping !== undefined) members.push(`"mapping":${compactJson(strictObject(mapping, 'mapping'))}`);
  if (properties !== undefined) members.push(`"properties":${compactJson(strictObject(properties, 'properties'))}`);
  return formatted(`{${members.join(',')}}`, { ...USUAL, endsWithLineBreak: true });
}

/** What a new user group begins with: every field of the contract, so that its shape can be seen. */
export function emptyDocument(userGroupId = ''): string {
  return writeDocument({ userGroupId, name: '', mapping: '{}', properties: '{}' });
}
