// What the tools answer of a group in the same way.

import { isGuarded, namesOf, type Connection } from '../../core/connection.ts';
import { environmentText } from '../../core/environmentText.ts';
import { asShown } from '../../document/idName.ts';
import type { GroupTarget } from '../command/groupTarget.ts';
import { DocumentText } from '../../document/toolText.ts';

/** Which it is, on which environment, and whether assistants never send there. */
export function aboutTarget({ connection, userGroupId }: GroupTarget) {
  return {
    connection: connection.name,
    environment: environmentText(connection),
    is_guarded: isGuarded(connection),
    user_group_id: userGroupId,
  };
}

/** As its service names the fields. */
export function shownDocument(connection: Connection, stored: string): DocumentText {
  return new DocumentText(asShown(stored, namesOf(connection)));
}
