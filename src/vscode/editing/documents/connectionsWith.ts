// Which connections have the group of a text in their lists: a file that Git has moved is for one of them, most likely.

import { namesOf, type Connection } from '../../../core/connection.ts';
import { groupRef } from '../../../core/groupKey.ts';
import { asStored } from '../../../document/idName.ts';
import { peekDocument } from '../../../document/userGroupDocument.ts';
import type { Services } from '../../../services/services.ts';

export function connectionsWith(
  { groups }: Pick<Services, 'groups'>,
  connections: readonly Connection[],
  text: string,
): readonly Connection[] {
  return connections.filter((connection) => {
    const userGroupId = peekDocument(asStored(text, namesOf(connection)))?.userGroupId;
    if (connection.id === '' || userGroupId?.isWellFormed() !== true) return false;
    return groups.find(groupRef(connection, userGroupId)) !== undefined;
  });
}
