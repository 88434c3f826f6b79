// What follows from the answer to a get-or-create, and the words for it: rules without a request.

import { FIELDS, RETURNED_FIELDS } from '../../contract/fields.ts';
import type { GetOrCreateAnswer } from '../../core/ports/client.ts';
import type { UserGroupAnswer, UserGroupRecord } from '../../core/userGroup.ts';
import { baseEntries } from '../../document/baseEntries.ts';
import { difference, differenceFromAnswer, sameJson, type Change, formatChanges } from '../../document/difference.ts';
import { furtherText, readDocument, type UserGroupDocument } from '../../document/userGroupDocument.ts';
import { emptyText } from '../../document/writeDocument.ts';
import { answeredBase } from '../groups/answeredDocument.ts';
import { compareWithService } from './changedElsewhere.ts';
import { asDraft, type Conclusion, type Settled } from './sentRecord.ts';
import * as l10n from '@vscode/l10n';

export interface GetOrCreateOutcome {
  /** It was known here, and the service had none: this call has recreated it. */
  readonly wasGone: boolean;
  /** It existed, and what was sent differs from its known state: nothing of that was applied. */
  readonly isNotApplied: boolean;
  /** When not applied: from what the group has to what was sent. Otherwise: from what was sent to what was answered. */
  readonly differences: readonly Change[];
  /** An earlier attempt of this call may have created it, and it has the name and the properties that were sent. */
  readonly isCreatedOrSame: boolean;
  /** When not applied, or perhaps not: the sent fields that the service did not answer, so they cannot be compared. */
  readonly notComparable: readonly string[];
}

type Conclude = (
  document: UserGroupDocument,
  before: UserGroupRecord | undefined,
  answer: GetOrCreateAnswer,
) => Conclusion<GetOrCreateOutcome>;

/** The document was sent for its own sake. */
export const afterGetOrCreate: Conclude = (document, before, answer) => {
  if (answer.isNew === true) {
    return {
      settled: { outcome: 'created', base: createdBase(document), draft: 'clear' },
      outcome: asSent(document, before, answer),
    };
  }
  const { differences, unknown } = compareWithService(document, before, answer.userGroup);
  if (
    answer.mayHaveBeenCreatedByThisRequest &&
    before?.answered === undefined &&
    hasSameFields(document, answer.userGroup)
  ) {
    return {
      settled: {
        outcome: 'createdOrExisted',
        existedNotApplied: false,
        ...baseAfterAnswer(document, before, answer.userGroup),
        ...(unknown.length > 0 ? asDraft(document.text, before) : clearedDraft(document, before, answer.userGroup)),
      },
      outcome: { wasGone: false, isNotApplied: false, isCreatedOrSame: true, differences: [], notComparable: unknown },
    };
  }
  const isNotApplied = differences.length > 0 || unknown.length > 0;
  return {
    settled: isNotApplied
      ? {
          outcome: 'existedNotApplied',
          existedNotApplied: true,
          ...baseAfterAnswer(document, before, answer.userGroup),
          ...asDraft(document.text, before),
        }
      : {
          outcome: 'existed',
          existedNotApplied: false,
          ...baseAfterAnswer(document, before, answer.userGroup),
          ...clearedDraft(document, before, answer.userGroup),
        },
    outcome: { wasGone: false, isNotApplied, isCreatedOrSame: false, differences, notComparable: unknown },
  };
};

/** The document was sent to see the group, which is recreated from it when the service has none. */
export const afterFetch: Conclude = (document, before, answer) => {
  const outcome = asSent(document, before, answer);
  return {
    settled:
      answer.isNew === true
        ? { outcome: 'created', base: createdBase(document), gone: outcome.wasGone }
        : { outcome: 'existed', ...baseAfterAnswer(document, before, answer.userGroup) },
    outcome,
  };
};

/** The answered fields equal the sent ones. Absent and empty are the same, but of a mapping that is never answered. */
function hasSameFields(document: UserGroupDocument, answer: UserGroupAnswer): boolean {
  const isSame = Object.entries(document.further ?? {}).every(([name, sent]) =>
    sameJson(sent, furtherText(answer, name) ?? sent),
  );
  return (
    isSame &&
    RETURNED_FIELDS.every((field) => {
      const { inCode, type } = FIELDS[field];
      if (field === 'mapping' && answer.mapping === undefined) return true;
      const empty = emptyText(field);
      const [sent, answered] = [document[inCode] ?? empty, answer[inCode] ?? empty];
      return type === 'object' ? sameJson(sent, answered) : sent === answered;
    })
  );
}

/** The document without a draft, once the service has applied it. */
export function sentBase({ text, mapping }: UserGroupDocument): NonNullable<Settled['base']> {
  return { text, from: 'sent', mappingKnown: mapping !== undefined, entries: baseEntries(text) };
}

function createdBase(document: UserGroupDocument): NonNullable<Settled['base']> {
  return { ...sentBase(document), isCreation: true };
}

function asSent(
  document: UserGroupDocument,
  before: UserGroupRecord | undefined,
  { isNew, userGroup }: GetOrCreateAnswer,
): GetOrCreateOutcome {
  return {
    wasGone: isNew === true && before?.answered !== undefined,
    isNotApplied: false,
    isCreatedOrSame: false,
    differences: differenceFromAnswer(document, userGroup),
    notComparable: [],
  };
}

/** A document for a group to which nothing was ever applied from here: the service's answer. */
function baseAfterAnswer(
  { userGroupId }: UserGroupDocument,
  before: UserGroupRecord | undefined,
  answer: UserGroupAnswer,
): Pick<Settled, 'base'> {
  return before?.base?.from === 'sent' ? {} : { base: answeredBase(userGroupId, answer) };
}

/** A draft that omits one of the group's fields differs, and stays. */
function clearedDraft(
  document: UserGroupDocument,
  before: UserGroupRecord | undefined,
  answer: UserGroupAnswer,
): Pick<Settled, 'draft'> {
  const text = baseAfterAnswer(document, before, answer).base?.text ?? before?.base?.text;
  return text !== undefined && difference(readDocument(text), document).length === 0 ? { draft: 'clear' } : {};
}

const MOST_NAMED = 3;

/**
 * `name: "Acme" → "Acme Inc.", mapping: unknown`: from what the group has to what was sent. The service does not return
 * what is unknown. Harmless to show.
 */
export function notAppliedText({
  differences,
  notComparable,
}: Pick<GetOrCreateOutcome, 'differences' | 'notComparable'>): string {
  const unknown = notComparable.map((field) => l10n.t('{0}: unknown', field));
  return [...formatChanges(differences, MOST_NAMED), ...unknown].join(', ');
}

/** Why a get-or-create may have created a group that its answer does not call new, in sentences, if unknown. */
export function perhapsNewText({
  isNew,
  mayHaveBeenCreatedByThisRequest,
}: Partial<Pick<GetOrCreateAnswer, 'isNew' | 'mayHaveBeenCreatedByThisRequest'>>): string[] {
  // An update creates nothing.
  if (mayHaveBeenCreatedByThisRequest === undefined) return [];
  return [
    ...(mayHaveBeenCreatedByThisRequest
      ? [l10n.t('It may have been created by this request, which was sent twice.')]
      : []),
    ...(isNew === undefined ? [l10n.t('Unknown whether the group is new.')] : []),
  ];
}

/** Sentences for a group that an earlier attempt has most likely created: the parts of it that cannot be checked. */
export function createdOrSameText({ notComparable }: Pick<GetOrCreateOutcome, 'notComparable'>): string[] {
  return notComparable.length === 0
    ? []
    : [l10n.t("The service doesn't return {0}, but an update sends it.", notComparable.join(', '))];
}
