// What sending a document would change, as far as it can be known here.

import { EDITABLE_FIELDS, type EditableField } from '../../contract/fields.ts';
import { isAnsweredSince } from '../../core/answeredSince.ts';
import type { UserGroupRecord } from '../../core/userGroup.ts';
import { difference, differenceFromAnswer, type Change } from '../../document/difference.ts';
import {
  hasField,
  readDocument,
  type SendableDocument,
  type UserGroupDocument,
} from '../../document/userGroupDocument.ts';

export interface UpdatePlan {
  readonly document: SendableDocument;
  /** From what was last sent, or else last answered, to this document. */
  readonly changes: readonly Change[];
  readonly comparedWith: 'sent' | 'answered' | 'nothing';
  /** When what it is compared with was sent or answered. */
  readonly comparedAt: number | undefined;
  /**
   * What the service answered after that and this document would overwrite, from the service's value to the document's.
   */
  readonly overwrites: readonly Change[];
  /** The service has all of this already, as far as can be known. */
  readonly isNothingToSend: boolean;
  /**
   * What the service does with a field that is left out is not shown in the interface document ("Update a user group").
   */
  readonly absentFields: readonly EditableField[];
  /** The group's mapping is not known here. With a mapping in the document, the present one will be replaced unseen. */
  readonly isMappingUnknown: boolean;
  /** What was last sent has a mapping. */
  readonly hasKnownMapping: boolean;
  /** Neither answered nor perhaps created: an update may find no group. */
  readonly isUnknownHere: boolean;
}

/** `isBaseUncertain`: something was sent after the base whose outcome nobody knows. */
export function planUpdate(
  document: SendableDocument,
  record: UserGroupRecord | undefined,
  isBaseUncertain: boolean,
): UpdatePlan {
  const base = record?.base;
  const known = base === undefined ? undefined : readDocument(base.text);
  const changes = difference(known, document);
  const overwrites = overwritten(document, known, record);
  return {
    document,
    changes,
    comparedWith: base?.from ?? 'nothing',
    comparedAt: base?.at,
    overwrites,
    isNothingToSend: base?.from === 'sent' && !isBaseUncertain && changes.length === 0 && overwrites.length === 0,
    absentFields: EDITABLE_FIELDS.filter((field) => !hasField(document, field)),
    isMappingUnknown: base?.from !== 'sent' || (known?.mapping === undefined && base.hasNoMapping !== true),
    hasKnownMapping: base?.from === 'sent' && known?.mapping !== undefined,
    isUnknownHere: record?.answered === undefined,
  };
}

function overwritten(
  document: UserGroupDocument,
  known: UserGroupDocument | undefined,
  record: UserGroupRecord | undefined,
): Change[] {
  const { base, answered } = record ?? {};
  if (known === undefined || base?.from !== 'sent' || answered === undefined || !isAnsweredSince(record)) return [];
  // What the service still has as it was last sent is what this update is there to change.
  const changedSince = new Set(differenceFromAnswer(known, answered).map(({ path }) => path));
  return differenceFromAnswer(document, answered)
    .filter(({ path }) => changedSince.has(path))
    .map(turned);
}

function turned({ path, before, after }: Change): Change {
  return { path, ...(after !== undefined && { before: after }), ...(before !== undefined && { after: before }) };
}
