// What a group has once an update has sent only part of its document.

import { EDITABLE_FIELDS, FIELDS, isTextField, type ObjectField } from '../../contract/fields.ts';
import { isAnsweredSince } from '../../core/answeredSince.ts';
import type { UserGroupAnswer, UserGroupRecord } from '../../core/userGroup.ts';
import { answeredFields } from '../../document/answeredFields.ts';
import { sameJson } from '../../document/difference.ts';
import { addField } from '../../document/fieldEdits.ts';
import { readFieldRanges } from '../../document/fieldRanges.ts';
import { formatSlice } from '../../document/formatSlice.ts';
import { applyEdits } from '../../document/textEdit.ts';
import { lineBreakOf } from '../../document/textLayout.ts';
import { readDocument, type UserGroupDocument } from '../../document/userGroupDocument.ts';
import { withText } from '../../document/withText.ts';
import type { UpdatePlan } from './updatePlan.ts';

/** The document, with what the service keeps in the fields that were not sent: as answered, or else as last sent. */
export function withKeptFields(
  { document, affectedFields, kept }: UpdatePlan,
  before: UserGroupRecord | undefined,
  answer: UserGroupAnswer,
): UserGroupDocument {
  const answered = {
    ...(before?.answered !== undefined && isAnsweredSince(before) && answeredFields(before.answered)),
    ...answeredFields(answer),
  };
  let { text } = document;
  for (const field of EDITABLE_FIELDS.filter((each) => !affectedFields.includes(each))) {
    const { inCode } = FIELDS[field];
    const isOmitted = document[inCode] === undefined;
    const value = isOmitted ? omittedValue(kept[inCode], answered[inCode]) : answered[inCode];
    if (value !== undefined) text = isTextField(field) ? withText(text, field, value) : withObject(text, field, value);
  }
  return text === document.text ? document : readDocument(text);
}

/** The answer is newer; the spelling last sent is the person's. */
function omittedValue(kept: string | undefined, answered: string | undefined): string | undefined {
  if (answered === undefined) return kept;
  if (kept !== undefined && sameJson(kept, answered)) return kept;
  return answered === 'null' ? undefined : answered;
}

/** Formatted as the document is, unless that is one line. What a document may not have stays out. */
function withObject(text: string, field: ObjectField, value: string): string {
  const json = value === 'null' ? '{}' : value;
  if (!json.startsWith('{')) return text;
  const range = readFieldRanges(text).fields[field];
  if (range === undefined) return applyEdits(text, [addField(text, field, json)]);
  const { from, to } = range;
  if (sameJson(text.slice(from, to), json)) return text;
  const changed = applyEdits(text, [{ from, to, insert: json }]);
  return lineBreakOf(changed) === undefined
    ? changed
    : applyEdits(changed, formatSlice(changed, from, from + json.length));
}
