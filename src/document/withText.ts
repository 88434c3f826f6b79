// A text field of a whole document set, with everything else as it was typed.

import type { TextField } from '../contract/fields.ts';
import { addField, setString } from './fieldEdits.ts';
import { readFieldRanges } from './fieldRanges.ts';
import { literalOf } from './stringLiteral.ts';
import { applyEdits } from './textEdit.ts';

/**
 * A field that is missing is added. A flaw behind the field stays as it is.
 * @throws UserGroupsError `invalid` when the field stands twice, or cannot be found in a text that is not valid JSON.
 */
export function withText(text: string, field: TextField, value: string): string {
  const range = readFieldRanges(text).fields[field];
  const edit = range === undefined ? addField(text, field, literalOf(value)) : setString(text, range, value);
  return edit === undefined ? text : applyEdits(text, [edit]);
}
