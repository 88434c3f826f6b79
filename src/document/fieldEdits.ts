// Edits of a document's fields: a string set, a field put in or taken out, with everything else as it was typed.

import * as l10n from '@vscode/l10n';
import { BODY_FIELDS, type TextField } from '../contract/fields.ts';
import { isOfFurtherType } from '../contract/furtherFields.ts';
import type { RequestNames } from '../contract/serviceApi.ts';
import { readFieldRanges, type FieldRange } from './fieldRanges.ts';
import { fieldOfKey, shownKey, STORED_NAMES } from './idName.ts';
import { fieldsToFlaw, type JsonField } from './jsonFields.ts';
import { insertMember, removeMember } from './objectMembers.ts';
import { redactionMarkIn } from './redactionMark.ts';
import { literalOf, literalValue, setLiteral } from './stringLiteral.ts';
import { applyEdits, type TextEdit } from './textEdit.ts';
import { furtherField, furtherText, readDocument } from './userGroupDocument.ts';
import { keyLineIndent, lineBreakOf, USUAL } from './textLayout.ts';
import { invalidAt } from './walkJson.ts';

/**
 * Makes the JSON string literal at `range` say `value`: unchanged characters keep their spelling (escapes), only the
 * changed middle is written anew. What stands there and is no string is replaced. `undefined` when it says so already.
 */
export function setString(text: string, { from, to }: FieldRange, value: string): TextEdit | undefined {
  return setLiteral(text, from, to, value);
}

/** Decoded value of the string literal at `range`; `undefined` when it is no string. */
export function stringAt(text: string, { from, to }: FieldRange): string | undefined {
  return literalValue(text, from, to);
}

/**
 * Puts a missing field in, in the contract's order (user_group_id, name, mapping, properties, then the service's
 * further ones), formatted after its neighbours: on a line of its own with the same indentation when they stand on
 * their own lines, else after the way they are separated.
 * @param valueText JSON text.
 * @throws UserGroupsError `invalid` when the text is not valid JSON of an object, or has the field already.
 */
export function addField(text: string, name: string, valueText: string, names: RequestNames = STORED_NAMES): TextEdit {
  const key = shownKey(name, names);
  const { type, fields, flaw } = fieldsToFlaw(text);
  if (flaw !== undefined)
    throw invalidAt(text, flaw.offset, flaw.reason, {
      next: l10n.t('Correct it there, then add "{0}" again.', key),
    });
  if (type !== 'object') throw invalidAt(text, 0, l10n.t('A JSON object is expected.'));
  const present = fields.find((field) => fieldOfKey(field.key, names) === name);
  if (present !== undefined)
    throw invalidAt(text, present.keyStart, l10n.t('The document already has "{0}".', present.key));
  const open = text.indexOf('{');
  const layout = { ...USUAL, lineBreak: lineBreakOf(text) ?? USUAL.lineBreak, indent: keyLineIndent(text, open) };
  return insertMember(text, fields, indexFor(name, fields, names), { keyText: JSON.stringify(key), valueText }, layout);
}

/**
 * Takes a field out with its comma and the white space that belonged to it. `undefined` when there is not exactly one,
 * or the text is not valid.
 */
export function removeField(text: string, name: string, names: RequestNames = STORED_NAMES): TextEdit | undefined {
  const { fields, flaw } = fieldsToFlaw(text);
  const [only, second] = fields.flatMap(({ key }, index) => (fieldOfKey(key, names) === name ? [index] : []));
  if (flaw !== undefined || only === undefined || second !== undefined) return undefined;
  return removeMember(text, fields, only);
}

/**
 * A text that was accepted before, without what the service has no longer, or in another type, and without fields that
 * hold the mark of redaction: nobody is asked about them.
 */
export function withoutForeign(text: string, names: RequestNames): string {
  const document = readDocument(text);
  const isForeign = (name: string): boolean => {
    const json = furtherText(document, name);
    if (json === undefined) return false;
    const field = furtherField(names, name);
    return field === undefined || !isOfFurtherType(field.type, json);
  };
  const left = fieldsToFlaw(text).fields.filter(
    ({ key, valueText }) => isForeign(key) || (key !== STORED_NAMES.id && redactionMarkIn(valueText) !== undefined),
  );
  return left.reduce((rest, { key }) => {
    const edit = removeField(rest, key);
    return edit === undefined ? rest : applyEdits(rest, [edit]);
  }, text);
}

/**
 * After the nearest field that stands before it in that order, else before the nearest that stands after it, else last.
 */
function indexFor(name: string, fields: readonly JsonField[], names: RequestNames): number {
  const all = [...new Set<string>([...BODY_FIELDS, ...Object.keys(names.fields ?? {}), name])];
  const order = all.indexOf(name);
  const placeOf = (other: string): number => fields.findIndex(({ key }) => fieldOfKey(key, names) === other);
  const before = all
    .slice(0, order)
    .map(placeOf)
    .findLast((index) => index >= 0);
  const after = all
    .slice(order + 1)
    .map(placeOf)
    .find((index) => index >= 0);
  return before === undefined ? (after ?? fields.length) : before + 1;
}

/**
 * A whole document with one of its texts set. A field that is missing is added. A flaw behind the field stays as it is.
 * @throws UserGroupsError `invalid` when the field stands twice, or cannot be found in a text that is not valid JSON.
 */
export function withText(text: string, field: TextField, value: string): string {
  const range = readFieldRanges(text).fields[field];
  const edit = range === undefined ? addField(text, field, literalOf(value)) : setString(text, range, value);
  return edit === undefined ? text : applyEdits(text, [edit]);
}
