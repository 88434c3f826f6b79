// The first sentence of a failure: what could not be done.

import type { Connection } from '../../core/connection.ts';
import { quotedId } from '../../core/foreignText.ts';
import { groupText } from '../../core/groupText.ts';
import type { Operation } from '../../core/userGroup.ts';

/** `Couldn't update "acme" on production.` */
export function doingText(operation: Operation, userGroupId: string, connection: Connection): string {
  const group = groupText(userGroupId, connection);
  switch (operation) {
    case 'getOrCreate':
      return `Couldn't get or create ${group}.`;
    case 'update':
      return `Couldn't update ${group}.`;
    case 'rotate':
      return `Couldn't rotate the token of ${group}.`;
  }
}

/** Of a document whose group is not known yet. */
export function readingText(connection: Connection): string {
  return `Couldn't send the document on ${connection.name}.`;
}

/** The same call as get-or-create, asked for another reason. */
export function fetchingText(userGroupId: string, connection: Connection): string {
  return `Couldn't fetch ${quotedId(userGroupId)} from ${connection.name}.`;
}

export function findingOutText(userGroupId: string, connection: Connection): string {
  return `Couldn't resolve the rotation of ${groupText(userGroupId, connection)}.`;
}

/** Of a token without a group in the list. */
export function leakedText(connection: Connection): string {
  return `Couldn't rotate a token on ${connection.name}.`;
}
