// Finds the group and connection of a document, to compare it with the others.

import type * as vscode from 'vscode';
import { namesOf } from '../../../core/connection.ts';
import { groupRef } from '../../../core/groupKey.ts';
import type { GroupRef } from '../../../core/userGroup.ts';
import { asStored } from '../../../document/idName.ts';
import { peekDocument } from '../../../document/userGroupDocument.ts';
import { parseUri } from '../../platform/documentUris.ts';
import { isGroupDocument, type GroupDependencies } from './groupDocuments.ts';

/** Its id may be empty while none is written. `undefined` when it belongs to no known connection yet. */
export async function groupOf(
  document: vscode.TextDocument,
  { services, connectionOf }: GroupDependencies,
): Promise<GroupRef | undefined> {
  if (!isGroupDocument(document.uri)) return undefined;
  const parsed = parseUri(document.uri);
  const connection =
    parsed === undefined
      ? await connectionOf(document.uri)
      : (await services()).connections.list().find(({ name }) => name === parsed.connection);
  if (connection === undefined || connection.id === '') return undefined;
  const inText = (): string =>
    peekDocument(asStored(document.getText(), namesOf(connection)))?.userGroupId?.toWellFormed() ?? '';
  return groupRef(connection, parsed !== undefined && 'userGroupId' in parsed ? parsed.userGroupId : inText());
}
