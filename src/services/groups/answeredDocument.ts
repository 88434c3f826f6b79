// Writes the service's answer for a group as a document, which is its base as long as nothing was sent from here.

import { FIELDS, RETURNED_FIELDS } from '../../contract/fields.ts';
import type { SendResult } from '../../core/ports/journal.ts';
import type { UserGroupAnswer } from '../../core/userGroup.ts';
import { baseEntries } from '../../document/baseEntries.ts';
import { knownFields } from '../../document/answeredFields.ts';
import { writeDocument } from '../../document/writeDocument.ts';

/** Whether its mapping is known says the answer. */
export function answeredBase(
  userGroupId: string,
  answer: UserGroupAnswer,
  text = answeredDocument(userGroupId, answer),
): NonNullable<SendResult['base']> {
  return { text, from: 'answered', mappingKnown: false, entries: baseEntries(text) };
}

/** A value answered instead of an object, null, or one that is withheld cannot be in a document and is omitted. */
export function answeredDocument(userGroupId: string, answer: UserGroupAnswer): string {
  const answered = knownFields(answer);
  const fields = RETURNED_FIELDS.flatMap((field): [string, string][] => {
    const { inCode, type } = FIELDS[field];
    const text = answered[inCode];
    return text === undefined || (type === 'object' && !text.startsWith('{')) ? [] : [[inCode, text]];
  });
  const further = Object.entries(answered.further ?? {}).filter(([, json]) => json !== 'null');
  return writeDocument({ ...Object.fromEntries(fields), further: Object.fromEntries(further), userGroupId });
}
