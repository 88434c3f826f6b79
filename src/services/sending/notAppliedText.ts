// The words for an existing group to which nothing was applied: how it differs from what was sent.

import * as l10n from '@vscode/l10n';
import type { GetOrCreateAnswer } from '../../core/ports/client.ts';
import { formatChanges } from '../../document/difference.ts';
import type { GetOrCreateOutcome } from './getOrCreateConclusions.ts';

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
