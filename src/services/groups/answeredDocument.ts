// What the service answered for a group, written as a document. A mapping is never answered (interface document, "User
// group").

import type { UserGroupAnswer } from '../../core/userGroup.ts';
import { writeDocument } from '../../document/writeDocument.ts';

/** Properties that are no JSON object cannot stand in a document and are left out. */
export function answeredDocument(
  userGroupId: string,
  { name, properties }: Pick<UserGroupAnswer, 'name' | 'properties'>,
): string {
  return writeDocument({
    userGroupId,
    ...(name !== undefined && { name }),
    ...(typeof properties === 'string' && properties.startsWith('{') && { properties }),
  });
}
