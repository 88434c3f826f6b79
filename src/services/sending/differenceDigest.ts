// Whether a difference is the one that a person has seen, also where less of it was shown.

import { createHash } from 'node:crypto';
import { difference } from '../../document/difference.ts';
import { readDocument } from '../../document/userGroupDocument.ts';

/** Equal for the same changes of the same values, to the last character. */
export function differenceDigest(before: string, after: string): string {
  return createHash('sha256')
    .update(JSON.stringify(difference(readDocument(before), readDocument(after), Infinity)))
    .digest('base64');
}
