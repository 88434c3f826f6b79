// What the tools answer of a group in the same way.

import { isGuarded, namesOf, type Connection } from '../../core/connection.ts';
import { environmentText } from '../../core/environmentText.ts';
import { groupRef } from '../../core/groupKey.ts';
import type { AssistantContext } from './assistantContext.ts';
import { asShown } from '../../document/idName.ts';
import type { GroupTarget } from '../command/invocation.ts';
import { learnFromDocuments, learnOwnTokens } from './learnTokens.ts';
import { DocumentText } from '../../document/toolText.ts';

/**
 * Which group it is, on which environment, and whether its connection is guarded. Its tokens, and those in its
 * documents, are redacted from then on, however what is answered of it is cut.
 */
export async function aboutTarget(context: AssistantContext, target: GroupTarget) {
  const { connection, userGroupId } = target;
  const { groups } = context.services;
  const ref = groupRef(connection, userGroupId);
  await learnOwnTokens(context, ref);
  const record = groups.find(ref);
  if (record !== undefined)
    await learnFromDocuments(context, [record.base?.text ?? '', record.draft?.text ?? '', groups.answeredText(record)]);
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
