// What sending a document would change, as far as it is known here.

import * as l10n from '@vscode/l10n';
import type { NewSending } from '../../core/ports/journal.ts';
import { isAnsweredSince, type UserGroupRecord, type UserGroupAnswer } from '../../core/userGroup.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { answeredFields, knownFields } from '../../document/answeredFields.ts';
import {
  changesIn,
  difference,
  differenceBeside,
  differenceOfBoth,
  type Change,
  sameJson,
} from '../../document/difference.ts';
import {
  editableNames,
  fieldsOf,
  hasField,
  readDocument,
  type GroupFields,
  type SendableDocument,
  type UserGroupDocument,
  fieldText,
  mergedFields,
} from '../../document/userGroupDocument.ts';
import { appliedFields } from './changedElsewhere.ts';
import { mergeAnswered } from '../../bulk/changes/mergeAnswered.ts';
import { FIELDS, isBodyField, isObjectField } from '../../contract/fields.ts';

export interface UpdatePlan {
  readonly document: SendableDocument;
  /** The group as it was known. */
  readonly before: UserGroupRecord | undefined;
  /** From what was last sent, or else last answered, to this document. */
  readonly changes: readonly Change[];
  readonly comparedWith: 'sent' | 'answered' | 'nothing';
  /** When what it is compared with was sent or answered. */
  readonly comparedAt: number | undefined;
  /**
   * What this document would overwrite of the service's last answer, from the service's value to the document's: what
   * came later than what it is compared with, and what that lacks, whenever it was answered.
   */
  readonly overwrites: readonly Change[];
  /** The service already has all of this, as far as it is known. */
  readonly isNothingToSend: boolean;
  readonly updatesOnlyGiven: boolean;
  /** Names of those that may change: all, or what differs where the service keeps the fields that an update omits. */
  readonly affectedFields: readonly string[];
  /** Of these, the ones that the document omits, and that the service may keep or clear. */
  readonly absentFields: readonly string[];
  /** What the document omits and the service keeps, as last sent. */
  readonly kept: GroupFields;
  /** The group's mapping is unknown here. A mapping in the document will replace the present one unseen. */
  readonly isMappingUnknown: boolean;
  /** What was last sent has a mapping. */
  readonly hasKnownMapping: boolean;
  /** Neither answered nor perhaps created: an update may find no group. */
  readonly isUnknownHere: boolean;
}

interface PlanOptions {
  /** Something was sent after the base with an unknown outcome. */
  readonly isBaseUncertain: boolean;
  readonly updatesOnlyGiven: boolean;
  readonly redact: (text: string) => string;
}

export function planUpdate(
  document: SendableDocument,
  record: UserGroupRecord | undefined,
  { isBaseUncertain, updatesOnlyGiven, redact }: PlanOptions,
): UpdatePlan {
  const base = record?.base;
  const known = base === undefined ? undefined : readDocument(base.text);
  const all = editableNames(document, known);
  const given = updatesOnlyGiven ? all.filter((field) => hasField(document, field)) : all;
  const changes = changesIn(['user_group_id', ...given], difference(known, document, { redact }));
  const changed = given.filter((field) => changesIn([field], changes).length > 0);
  // With nothing changed, all of the document is sent again.
  const affectedFields = updatesOnlyGiven && !isBaseUncertain && changed.length > 0 ? changed : given;
  const overwrites = changesIn(affectedFields, overwritten(document, known, record, redact));
  return {
    document,
    before: record,
    updatesOnlyGiven,
    changes,
    comparedWith: base?.from ?? 'nothing',
    comparedAt: base?.at,
    overwrites,
    isNothingToSend:
      (base?.from === 'sent' || (updatesOnlyGiven && base !== undefined)) &&
      !isBaseUncertain &&
      changes.length === 0 &&
      overwrites.length === 0,
    affectedFields,
    absentFields: affectedFields.filter((field) => !hasField(document, field)),
    kept: updatesOnlyGiven && base?.from === 'sent' && !isBaseUncertain ? omittedFields(document, known) : {},
    isMappingUnknown:
      record?.answered?.mapping === undefined &&
      (base?.from !== 'sent' || (known?.mapping === undefined && base.hasNoMapping !== true)),
    hasKnownMapping: base?.from === 'sent' && known?.mapping !== undefined,
    isUnknownHere: record?.answered === undefined,
  };
}

/** Another window may have sent or fetched the group since it was planned. */
export function asPlanned(plan: UpdatePlan | undefined): NewSending['requireAsSeen'] {
  if (plan === undefined) return undefined;
  const planned = valuesOf(plan.before);
  return (now) => {
    if (valuesOf(now) !== planned) throw changedMeanwhile();
  };
}

/** What a plan is about. */
function valuesOf({ base, answered, unknownOutcome }: Partial<UserGroupRecord> = {}): string {
  const uncertainSince = unknownOutcome?.operation === 'update' ? unknownOutcome.at : undefined;
  return JSON.stringify([base?.text, answeredFields(answered ?? {}), uncertainSince]);
}

/** An answer has shown that it would change more than the person has seen. @throws UserGroupsError `conflict` */
export function requireSeen(plan: UpdatePlan, seen: UpdatePlan, elsewhere: readonly Change[]): void {
  const isSeen = (field: string): boolean =>
    seen.affectedFields.includes(field) || changesIn([field], elsewhere).length > 0;
  if (plan.updatesOnlyGiven && !plan.affectedFields.every(isSeen)) throw changedMeanwhile();
}

function changedMeanwhile(): UserGroupsError {
  return new UserGroupsError(
    'conflict',
    l10n.t('The group was changed meanwhile.'),
    l10n.t('Check the changes, then update again.'),
  );
}

function omittedFields(document: UserGroupDocument, known: GroupFields = {}): GroupFields {
  return fieldsOf(
    known,
    editableNames(known).filter((field) => !hasField(document, field)),
  );
}

function overwritten(
  document: UserGroupDocument,
  known: GroupFields = {},
  record: UserGroupRecord | undefined,
  redact: PlanOptions['redact'],
): Change[] {
  const { answered } = record ?? {};
  if (answered === undefined) return [];
  // This update is there to change what the service still has as last sent, or as last answered.
  // With what is withheld: nobody here has seen what that would replace.
  const fields = answeredFields(answered);
  const since = isAnsweredSince(record) ? differenceOfBoth(known, fields) : [];
  const notKnown = new Set([...since, ...differenceBeside(known, answered)].map(({ path }) => path));
  return differenceOfBoth(document, fields, { redact })
    .filter(({ path }) => notKnown.has(path))
    .map(turned);
}

function turned({ path, before, after }: Change): Change {
  return { path, ...(after !== undefined && { before: after }), ...(before !== undefined && { after: before }) };
}

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
  const sent = appliedFields(before);
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
