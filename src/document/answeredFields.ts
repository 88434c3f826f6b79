// What an answer says of the fields that a document has.

import { FIELDS, RETURNED_FIELDS } from '../contract/fields.ts';
import type { UserGroupAnswer } from '../core/userGroup.ts';
import { isWithheld } from '../core/withheld.ts';
import { editableNames, fieldsOf, fieldText, hasField, type GroupFields } from './userGroupDocument.ts';

/** Those that were answered, be they withheld. Null is its JSON text, but as a mapping, it is an empty one. */
export function answeredFields(answer: UserGroupAnswer): GroupFields {
  const fields: GroupFields = Object.fromEntries(
    RETURNED_FIELDS.flatMap((field) => {
      const { inCode } = FIELDS[field];
      const text = answer[inCode];
      return text === undefined ? [] : [[inCode, text ?? (field === 'mapping' ? '{}' : 'null')]];
    }),
  );
  return answer.further === undefined ? fields : { ...fields, further: answer.further };
}

/** Those whose value is known: one that is withheld claims nothing, like one that was not answered. */
export function knownFields(answer: UserGroupAnswer): GroupFields {
  const answered = answeredFields(answer);
  const isKnown = (name: string): boolean => hasField(answered, name) && !isWithheld(fieldText(answered, name));
  return fieldsOf(answered, editableNames(answered).filter(isKnown));
}

/** Names of the others. */
export function withheldFields(answer: UserGroupAnswer): string[] {
  const answered = answeredFields(answer);
  return editableNames(answered).filter((name) => isWithheld(fieldText(answered, name)));
}
