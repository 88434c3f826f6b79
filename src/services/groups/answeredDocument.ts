// The text of a group that nobody has typed anew: what was last sent, or the service's answer, written as a document.

import { FIELDS, RETURNED_FIELDS } from '../../contract/fields.ts';
import type { SendResult, Journal } from '../../core/ports/journal.ts';
import { type UserGroupAnswer, VERSIONS_KEPT, type UserGroupRecord } from '../../core/userGroup.ts';
import { baseEntries } from '../../document/baseEntries.ts';
import { knownFields } from '../../document/answeredFields.ts';
import { writeDocument } from '../../document/writeDocument.ts';
import { sendsDocument } from '../../contract/operations.ts';

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

/**
 * The text that the service last applied, or that was written from its answer; else, for a group whose only sendings
 * have no known outcome, what the newest of them said. `undefined` when nothing was ever sent.
 */
export function textLastSent(journal: Journal, { ref, base }: UserGroupRecord): string | undefined {
  return (
    base?.text ??
    journal.versions({ ref, limit: VERSIONS_KEPT }).find(({ operation }) => sendsDocument(operation))?.text
  );
}
