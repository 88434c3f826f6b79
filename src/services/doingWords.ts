// What was being done, as the sentence of a failure begins.

import type { Connection } from '../core/connection.ts';
import { visibleId } from '../core/foreignText.ts';
import { groupWords } from '../core/groupWords.ts';
import type { Operation } from '../core/userGroup.ts';

const DOING: Record<Operation, string> = {
  getOrCreate: 'Could not get or create',
  update: 'Could not update',
  rotate: 'Could not rotate the token of',
};

/** "Could not update acme on production". */
export function doingWords(operation: Operation, userGroupId: string, connection: Connection): string {
  return `${DOING[operation]} ${groupWords(userGroupId, connection)}`;
}

/** Before an update that was not sent because this failed. */
export function checkingWords(userGroupId: string, connection: Connection): string {
  return `Could not ask for ${groupWords(userGroupId, connection)}, so the update was not sent`;
}

/** "Could not fetch acme from production": the same call as get-or-create, asked for another reason. */
export function fetchingWords(userGroupId: string, connection: Connection): string {
  return `Could not fetch ${visibleId(userGroupId)} from ${connection.name}`;
}

/** "Could not find out about the token of acme on production". */
export function findingOutWords(userGroupId: string, connection: Connection): string {
  return `Could not find out about the token of ${groupWords(userGroupId, connection)}`;
}

/** Of a token that no group in the list has. */
export function leakedWords(connection: Connection): string {
  return `Could not rotate a token on ${connection.name}`;
}
