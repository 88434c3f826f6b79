// What a group has once an update has sent only part of its document.

import { mergeAnswered } from '../../bulk/changes/mergeAnswered.ts';
import { RETURNED_FIELDS, type EditableField } from '../../contract/fields.ts';
import type { UserGroupAnswer } from '../../core/userGroup.ts';
import { hasField, readDocument, type UserGroupDocument } from '../../document/userGroupDocument.ts';

/** The document with what the service has answered in the fields that were not sent. A field it omits stays omitted. */
export function withKeptFields(
  document: UserGroupDocument,
  sent: readonly EditableField[],
  answer: UserGroupAnswer,
): UserGroupDocument {
  const kept = RETURNED_FIELDS.filter((field) => hasField(document, field) && !sent.includes(field));
  const merged = mergeAnswered(document, answer, kept);
  return merged.kind === 'merged' ? readDocument(merged.text) : document;
}
