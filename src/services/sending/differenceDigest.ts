// A digest of a difference: whether it is the one the user has seen, even if it was shown cut.

import { createHash } from 'node:crypto';
import { difference } from '../../document/difference.ts';
import { readDocument } from '../../document/userGroupDocument.ts';

/** Equal for the same changes of the same values, to the last character. */
export function differenceDigest(before: string, after: string): string {
  return createHash('sha256')
    .update(JSON.stringify(difference(readDocument(before), readDocument(after), { room: Infinity })))
    .digest('base64');
}
