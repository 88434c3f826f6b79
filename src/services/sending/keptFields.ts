// What a group has once an update has sent only part of its document.

import { mergeAnswered } from '../../bulk/changes/mergeAnswered.ts';
import { FIELDS, isBodyField, isObjectField } from '../../contract/fields.ts';
import { isAnsweredSince } from '../../core/answeredSince.ts';
import { UserGroupsError } from '../../core/errors.ts';
import type { UserGroupAnswer, UserGroupRecord } from '../../core/userGroup.ts';
import { knownFields } from '../../document/answeredFields.ts';
import { sameJson } from '../../document/difference.ts';
import {
  editableNames,
  fieldText,
  hasField,
  mergedFields,
  readDocument,
  type UserGroupDocument,
} from '../../document/userGroupDocument.ts';
import type { UpdatePlan } from './updatePlan.ts';

/**
 * The document, with what the service keeps in the fields that were not sent: as answered, or else as last sent. What
 * was never sent stays out, or the next update would take it for known to the user.
 */
export function withKeptFields(
  plan: UpdatePlan,
  before: UserGroupRecord | undefined,
  answer: UserGroupAnswer,
): UserGroupDocument {
  const { document, affectedFields } = plan;
  const answered = mergedFields(
    before?.answered !== undefined && isAnsweredSince(before) ? knownFields(before.answered) : {},
    knownFields(answer),
  );
  const sent = before?.base?.from === 'sent' ? readDocument(before.base.text) : {};
  const names = editableNames(document, sent).filter(
    (field) => !affectedFields.includes(field) && (hasField(document, field) || hasField(sent, field)),
  );
  let kept: UserGroupDocument = document;
  for (const field of names) {
    const now = fieldText(answered, field);
    const value = hasField(document, field) ? now : omittedValue(fieldText(plan.kept, field), now);
    kept = withField(kept, field, value === 'null' && isBodyField(field) && isObjectField(field) ? '{}' : value);
  }
  return kept;
}

/** What a document may not have stays out. */
function withField(document: UserGroupDocument, field: string, value: string | undefined): UserGroupDocument {
  if (value === undefined) return document;
  const answer = isBodyField(field) ? { [FIELDS[field].inCode]: value } : { further: { [field]: value } };
  try {
    const merged = mergeAnswered(document, answer, [field], 'asTyped');
    return merged.kind === 'merged' ? readDocument(merged.text) : document;
  } catch (error) {
    // It nests too deep, and what was sent is there all the same.
    if (error instanceof UserGroupsError) return document;
    throw error;
  }
}

/** The answer is newer; the spelling last sent is the user's. */
function omittedValue(kept: string | undefined, answered: string | undefined): string | undefined {
  if (answered === undefined) return kept;
  if (kept !== undefined && sameJson(kept, answered)) return kept;
  return answered === 'null' || sameJson(answered, '{}') ? undefined : answered;
}
