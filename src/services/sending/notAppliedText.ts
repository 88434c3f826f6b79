// The words for an existing group to which nothing was applied: how it differs from what was sent.

import * as l10n from '@vscode/l10n';
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

/**
 * Of a group that an earlier attempt has most likely created: its parts that cannot be checked. Sentences.
 */
export function createdOrSameText({ notComparable }: Pick<GetOrCreateOutcome, 'notComparable'>): string[] {
  return notComparable.length === 0
    ? []
    : [l10n.t("The service doesn't return {0}, but an update sends it.", notComparable.join(', '))];
}
