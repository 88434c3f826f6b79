// What a group is known to have on the service: the last answer, completed by what was last applied from here.

import type { UserGroupAnswer, UserGroupRecord } from '../../core/userGroup.ts';
import { answeredFields, knownFields } from '../../document/answeredFields.ts';
import { differenceOfBoth, type Change } from '../../document/difference.ts';
import {
  editableNames,
  hasField,
  mergedFields,
  readDocument,
  type GroupFields,
  type UserGroupDocument,
} from '../../document/userGroupDocument.ts';

/** How a document compares with an existing group. A field that the document omits is not compared. */
export interface Comparison {
  /** From what the group has to what the document says. */
  readonly differences: readonly Change[];
  /** Fields of the document whose value on the service is unknown. */
  readonly unknown: readonly string[];
}

/** Most services never answer a mapping (interface document, "User group"), and other fields need not be. */
export function compareWithService(
  document: UserGroupDocument,
  before: UserGroupRecord | undefined,
  answer: UserGroupAnswer,
): Comparison {
  const known = mergedFields(appliedFields(before), knownFields(answer));
  return {
    differences: differenceOfBoth(known, document),
    unknown: editableNames(document).filter((field) => hasField(document, field) && !hasField(known, field)),
  };
}

/** With the mark of what is withheld. */
export function knownOnService(before: UserGroupRecord | undefined, answer: UserGroupAnswer): GroupFields {
  return mergedFields(appliedFields(before), answeredFields(answer));
}

function appliedFields(before: UserGroupRecord | undefined): GroupFields {
  return before?.base?.from === 'sent' ? readDocument(before.base.text) : {};
}
