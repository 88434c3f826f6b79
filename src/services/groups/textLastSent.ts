// The text that was last sent for a group, or its substitute.

import type { Journal } from '../../core/ports/journal.ts';
import { sendsDocument } from '../../contract/operations.ts';
import { VERSIONS_KEPT, type UserGroupRecord } from '../../core/userGroup.ts';

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
