// What was last sent for a group, or stands for it.

import type { UserGroupStore } from '../../core/ports/store.ts';
import { VERSIONS_KEPT, type UserGroupRecord } from '../../core/userGroup.ts';

/**
 * The text that the service last applied, or that was written from its answer; else, for a group whose only sendings
 * have no known outcome, what the newest of them said. `undefined` when nothing was ever sent.
 */
export function textLastSent(store: UserGroupStore, { ref, base }: UserGroupRecord): string | undefined {
  return base?.text ?? store.versions({ ref, limit: VERSIONS_KEPT }).find(({ text }) => text !== '')?.text;
}
