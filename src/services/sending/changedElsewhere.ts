// What a group is known to have on the service, how a document compares with that, and what others have changed there.

import type { UserGroupAnswer, UserGroupRecord } from '../../core/userGroup.ts';
import { answeredFields, knownFields } from '../../document/answeredFields.ts';
import {
  differenceOfBoth,
  type Change,
  differenceBeside,
  differenceFromAnswer,
  fieldOf,
} from '../../document/difference.ts';
import {
  editableNames,
  hasField,
  mergedFields,
  readDocument,
  type GroupFields,
  type UserGroupDocument,
} from '../../document/userGroupDocument.ts';
import { isBodyField } from '../../contract/fields.ts';

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

export function appliedFields(before: UserGroupRecord | undefined): GroupFields {
  return before?.base?.from === 'sent' ? readDocument(before.base.text) : {};
}

type LastAnswer = NonNullable<UserGroupRecord['answered']>;

/** The changes from one answer to the next, with new values of fields that the first answer showed to be empty. */
export function changesSince(last: LastAnswer, answer: UserGroupAnswer): Change[] {
  const added = differenceBeside(answeredFields(last), answer);
  return [...differenceOfAnswers(last, answer), ...added.filter((change) => showsNone(last, fieldOf(change)))];
}

/**
 * As `changesSince`, with all that the document would replace and nobody here knew of (`known`: sent or answered
 * before).
 */
export function changesUnder(
  document: GroupFields,
  known: GroupFields,
  last: LastAnswer,
  answer: UserGroupAnswer,
): Change[] {
  return [...differenceOfAnswers(last, answer), ...replacedBy(document, answer, differenceBeside(known, answer))];
}

/** Of these changes on the service those that sending the document turns back or replaces. */
export function replacedBy(document: GroupFields, answer: UserGroupAnswer, changes: readonly Change[]): Change[] {
  const otherwise = new Set<string>();
  for (const change of differenceOfBoth(document, answeredFields(answer))) {
    otherwise.add(change.path);
    // A field that was null before has changed as a whole.
    if (change.after !== undefined) otherwise.add(fieldOf(change));
  }
  return changes.filter(({ path }) => otherwise.has(path));
}

/** Once it is known, it stays so until the values are those that were last sent. */
export function isChangedElsewhere(before: UserGroupRecord | undefined, answer: UserGroupAnswer): boolean {
  // What was only answered before, and not edited since, is as answered now.
  if (before?.base === undefined || (before.base.from === 'answered' && before.draft === undefined)) return false;
  // Perhaps it was this one, from here.
  if (before.unknownOutcome?.operation === 'update') return false;
  const { answered: last, listing } = before;
  const sent = readDocument(before.base.text);
  // Some services answer a value in other words than it was sent in.
  const isKnown = last !== undefined && differenceOfAnswers(last, answer).length === 0;
  if ((!isKnown || listing !== undefined) && differenceFromAnswer(sent, answer).length > 0) return true;
  const since = last === undefined ? undefined : changesSince(last, answer);
  // A value that was never sent may be the service's own, or older than what was: only that it is new shows a change.
  const neverSent = new Set(differenceBeside(sent, answer).map(fieldOf));
  return since?.length === 0
    ? listing === 'changed' && neverSent.size > 0
    : since?.some((change) => neverSent.has(fieldOf(change))) === true;
}

/** A field absent in either proves nothing. That one is withheld from now on, or no longer, is a change. */
export function differenceOfAnswers(before: UserGroupAnswer, after: UserGroupAnswer): Change[] {
  return differenceOfBoth(answeredFields(before), answeredFields(after));
}

/**
 * Whether the group had no value in this field, which the answer lacks. An answer without any further field, or without
 * the mapping, may be one that was read by another description; a rotation need not answer the properties.
 */
function showsNone({ operation, further }: LastAnswer, field: string): boolean {
  if (!isBodyField(field)) return further !== undefined;
  return field !== 'mapping' && operation !== 'rotate';
}
