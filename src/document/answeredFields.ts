// What an answer says of the fields that a document has.

import { FIELDS, RETURNED_FIELDS } from '../contract/fields.ts';
import type { UserGroupAnswer } from '../core/userGroup.ts';
import type { GroupFields } from './userGroupDocument.ts';

/** Those that were answered. Null is its JSON text, but as a mapping, it is an empty one. */
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
