// The words for an existing group to which nothing was applied: how it differs from what was sent.

import { formatChanges } from '../../document/difference.ts';
import type { GetOrCreateOutcome } from './getOrCreateConclusions.ts';

const MOST_NAMED = 3;

/**
 * `name: "Acme" → "Acme Inc."; the service does not say what it has as mapping`: from what the group has to what was
 * sent. Harmless to show.
 */
export function notAppliedText({
  differences,
  notComparable,
}: Pick<GetOrCreateOutcome, 'differences' | 'notComparable'>): string {
  const known = formatChanges(differences, MOST_NAMED).join(', ');
  const unreadable =
    notComparable.length > 0 ? `the service does not say what it has as ${notComparable.join(' and ')}` : '';
  return [known, unreadable].filter((part) => part !== '').join('; ');
}

/**
 * Of a group that an earlier attempt has most likely created: its parts that cannot be checked. Sentences.
 */
export function createdOrSameText({ notComparable }: Pick<GetOrCreateOutcome, 'notComparable'>): string[] {
  return notComparable.length === 0
    ? []
    : [`The service does not say what it has as ${notComparable.join(' and ')}: Update sends it in either case.`];
}
