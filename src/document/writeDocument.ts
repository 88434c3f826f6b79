// A new document from its fields: formatted for editing, every value as it was given.

import {
  BODY_FIELDS,
  EDITABLE_FIELDS,
  FIELDS,
  isObjectField,
  type BodyField,
  type ObjectField,
} from '../contract/fields.ts';
import { formatted } from './formatSlice.ts';
import { strictObject } from './jsonFields.ts';
import { compactJson } from './shortJson.ts';
import { USUAL } from './textLayout.ts';
import { literalOf } from './stringLiteral.ts';
import type { GroupFields } from './userGroupDocument.ts';
import { DEEPEST } from './walkJson.ts';

type IdentifiedFields = GroupFields & { readonly userGroupId: string };

/**
 * Two-space indentation, `\n`, a final newline. Key order, numbers, escapes and duplicate keys of objects
 * stay.
 * @throws UserGroupsError `invalid` when one of these is not strict JSON of an object.
 */
export function writeDocument(fields: IdentifiedFields): string {
  const { level, lineBreak } = USUAL;
  const members = BODY_FIELDS.flatMap((field) => {
    const text = fields[FIELDS[field].inCode];
    if (text === undefined) return [];
    const value = isObjectField(field)
      ? formattedObject(text, field).replaceAll(lineBreak, lineBreak + level)
      : literalOf(text);
    return `${level}"${field}": ${value}`;
  });
  const further = Object.entries(fields.further ?? {}).map(([name, json]) => {
    const value = formatted(compactJson(json), USUAL).replaceAll(lineBreak, lineBreak + level);
    return `${level}${JSON.stringify(name)}: ${value}`;
  });
  return ['{', [...members, ...further].join(`,${lineBreak}`), '}', ''].join(lineBreak);
}

function formattedObject(text: string, field: ObjectField): string {
  return asJsonFormats(text) ?? formatted(compactJson(strictObject(text, field)), USUAL);
}

/** Many times as fast, and the same, where JSON itself would write the text so; else `undefined`. */
function asJsonFormats(text: string): string | undefined {
  // Each level takes one of these: what has few nests no deeper than is read.
  if (!text.startsWith('{') || (text.match(/[[{]/g)?.length ?? 0) >= DEEPEST) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? JSON.stringify(value, undefined, USUAL.level) : undefined;
  } catch {
    return undefined;
  }
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
