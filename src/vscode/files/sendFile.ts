// A workspace file as a user group: sent on the connection chosen for it, like a group's own document.

import * as vscode from 'vscode';
import type { Connection } from '../../core/connection.ts';
import { groupRef } from '../../core/groupKey.ts';
import { isReady, pickConnection, required, type GroupTarget } from '../command/targets.ts';
import { groupUri } from '../platform/documentUris.ts';
import type { Invocation } from '../command/invocation.ts';
import type { UserGroupResult } from '../command/commandMap.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { sendAndReport } from '../sending/sendGetOrCreate.ts';
import { requireTrusted } from '../sending/sendRules.ts';
import { updateGroup } from '../sending/update.ts';

/** Its first sending is the get-or-create; a group that the service is known to have is updated. */
export async function sendFile(
  context: CommandContext,
  invocation: Invocation,
  file: vscode.Uri,
): Promise<{ readonly user_group: UserGroupResult }> {
  const connection = await connectionOf(context, file);
  requireTrusted(context.trust, connection, vscode.workspace.asRelativePath(file));
  const document = context.services.sending.read(connection, await textOf(context, file), 'update');
  const { userGroupId } = document;
  return context.sendings.oneAtATime(invocation, groupUri(connection.name, userGroupId), async () => {
    const isKnown = context.services.groups.find(groupRef(connection, userGroupId))?.answered !== undefined;
    return isKnown
      ? updateGroup(context, invocation, { connection, userGroupId }, { document, uri: file })
      : sendAndReport(context, connection, document, file);
  });
}

/** Which group the file is, on which connection. @throws UserGroupsError `invalid` when the file does not say */
export async function targetOfFile(context: CommandContext, file: vscode.Uri): Promise<GroupTarget> {
  const connection = await connectionOf(context, file);
  const { userGroupId } = context.services.sending.read(connection, await textOf(context, file), 'update');
  return { connection, userGroupId };
}

async function connectionOf(context: CommandContext, file: vscode.Uri): Promise<Connection> {
  const chosen = await context.fileConnections.of(file);
  if (chosen !== undefined) return chosen;
  const picked = required(
    await pickConnection(context.services.connections.list().filter(isReady), {
      title: `Which connection is ${vscode.workspace.asRelativePath(file)} for?`,
    }),
  );
  await context.fileConnections.choose(file, picked);
  return picked;
}

async function textOf(context: CommandContext, file: vscode.Uri): Promise<string> {
  return (await context.documents.savedText(file)) ?? (await vscode.workspace.openTextDocument(file)).getText();
}
