// Whether the list of a connection has the group of a text: the connection of a file that Git has moved, most likely.

import { namesOf, type Connection } from '../../../core/connection.ts';
import { groupRef } from '../../../core/groupKey.ts';
import { asStored } from '../../../document/idName.ts';
import { peekDocument } from '../../../document/userGroupDocument.ts';
import type { Services } from '../../../services/services.ts';

export function hasGroupOf({ groups }: Pick<Services, 'groups'>, connection: Connection, text: string): boolean {
  const userGroupId = peekDocument(asStored(text, namesOf(connection)))?.userGroupId;
  if (connection.id === '' || userGroupId?.isWellFormed() !== true) return false;
  return groups.find(groupRef(connection, userGroupId)) !== undefined;
}
