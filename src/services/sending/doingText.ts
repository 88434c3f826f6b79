// The actions that begin the sentence of a failure.

import type { Connection } from '../../core/connection.ts';
import { visibleId } from '../../core/foreignText.ts';
import { groupText } from '../../core/groupText.ts';
import type { Operation } from '../../core/userGroup.ts';

const DOING: Record<Operation, string> = {
  getOrCreate: 'Could not get or create',
  update: 'Could not update',
  rotate: 'Could not rotate the token of',
};

/** "Could not update acme on production". */
export function doingText(operation: Operation, userGroupId: string, connection: Connection): string {
  return `${DOING[operation]} ${groupText(userGroupId, connection)}`;
}

/** Before an update that was not sent because this failed. */
export function checkingText(userGroupId: string, connection: Connection): string {
  return `Could not ask for ${groupText(userGroupId, connection)}, so the update was not sent`;
}

/** "Could not fetch acme from production": the same call as get-or-create, asked for another reason. */
export function fetchingText(userGroupId: string, connection: Connection): string {
  return `Could not fetch ${visibleId(userGroupId)} from ${connection.name}`;
}

/** "Could not find out about the token of acme on production". */
export function findingOutText(userGroupId: string, connection: Connection): string {
  return `Could not find out about the token of ${groupText(userGroupId, connection)}`;
}

/** Of a token without a group in the list. */
export function leakedText(connection: Connection): string {
  return `Could not rotate a token on ${connection.name}`;
}
