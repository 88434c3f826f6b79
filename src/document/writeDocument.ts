// A new document from its fields: formatted for editing, every value as it was given.

import { format } from 'jsonc-parser';
import { strictObject } from './jsonFields.ts';
import { compactJson } from './shortJson.ts';
import type { GroupFields } from './userGroupDocument.ts';

/**
 * Two-space indentation, `\n`, a final newline. Key order, numbers, escapes and duplicate keys of `mapping` and `properties` stay.
 * @throws UserGroupsError `invalid` when one of these is not strict JSON of an object.
 */
export function writeDocument(fields: GroupFields & { readonly userGroupId: string }): string {
  const { userGroupId, name, mapping, properties } = fields;
  const members = [`"user_group_id":${JSON.stringify(userGroupId)}`];
  if (name !== undefined) members.push(`"name":${JSON.stringify(name)}`);
  if (mapping !== undefined) members.push(`"mapping":${compactJson(strictObject(mapping, 'mapping'))}`);
  if (properties !== undefined) members.push(`"properties":${compactJson(strictObject(properties, 'properties'))}`);
  return formatted(`{${members.join(',')}}`);
}

/** What a new user group begins with: every field of the contract, so that its shape can be seen. */
export function emptyDocument(userGroupId = ''): string {
  return writeDocument({ userGroupId, name: '', mapping: '{}', properties: '{}' });
}

/** The parser's own `applyEdits` copies the whole text for each edit: seconds for a megabyte. */
function formatted(json: string): string {
  const edits = format(json, undefined, { tabSize: 2, insertSpaces: true, eol: '\n', insertFinalNewline: true });
  const pieces: string[] = [];
  let from = 0;
  for (const { offset, length, content } of edits) {
    pieces.push(json.slice(from, offset), content);
    from = offset + length;
  }
  return pieces.join('') + json.slice(from);
}
