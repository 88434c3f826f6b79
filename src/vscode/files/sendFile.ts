// Sends a workspace file as a user group on its chosen connection, like a group's own document.

import * as vscode from 'vscode';
import { groupRef } from '../../core/groupKey.ts';
import { groupUri } from '../platform/documentUris.ts';
import type { Invocation } from '../command/invocation.ts';
import type { UserGroupResult } from '../command/commandMap.ts';
import type { EditingContext } from '../editing/editingContext.ts';
import { connectionOfFile, textOfFile } from '../editing/fileTarget.ts';
import { sendAndReport } from '../sending/sendGetOrCreate.ts';
import { requireTrusted } from '../sending/sendRules.ts';
import { updateGroup } from '../sending/update.ts';

/** Its first sending is the get-or-create; an existing group is updated. */
export async function sendFile(
  context: EditingContext,
  invocation: Invocation,
  file: vscode.Uri,
): Promise<{ readonly user_group: UserGroupResult }> {
  const connection = await connectionOfFile(context, file);
  requireTrusted(context.trust, connection, vscode.workspace.asRelativePath(file));
  const document = context.services.sending.read(connection, await textOfFile(context, file));
  const { userGroupId } = document;
  return context.sendings.oneAtATime(invocation, groupUri(connection.name, userGroupId), async () => {
    const isKnown = context.services.groups.find(groupRef(connection, userGroupId))?.answered !== undefined;
    return isKnown
      ? updateGroup(context, invocation, { connection, userGroupId }, { document, uri: file })
      : sendAndReport(context, connection, document, { uri: file });
  });
}
