// A workspace file as a user group: sent on the connection chosen for it, like a group's own document.

import * as vscode from 'vscode';
import type { Connection } from '../../core/connection.ts';
import { isReady, pickConnection, required, type GroupTarget } from '../prompts/targets.ts';
import { groupUri } from '../documents/documentUris.ts';
import type { Call } from './call.ts';
import type { UserGroupShown } from './commandMap.ts';
import type { Desk } from './desk.ts';
import { sendAndTell } from './sendGetOrCreate.ts';
import { requireTrusted } from './sendRules.ts';
import { updateGroup } from './update.ts';

/** Its first sending is the get-or-create; a group that the service is known to have is updated. */
export async function sendFile(
  desk: Desk,
  call: Call,
  file: vscode.Uri,
): Promise<{ readonly user_group: UserGroupShown }> {
  const connection = await connectionOf(desk, file);
  requireTrusted(desk.trust, connection, vscode.workspace.asRelativePath(file));
  const text = await textOf(desk, file);
  const { userGroupId } = desk.services.sending.read(connection, text, 'update');
  return desk.sendings.oneAtATime(call, groupUri(connection.name, userGroupId), async () => {
    const isKnown = desk.services.groups.find({ connectionId: connection.id, userGroupId })?.answered !== undefined;
    return isKnown
      ? updateGroup(desk, call, { connection, userGroupId }, { text, document: file })
      : sendAndTell(desk, connection, text, file);
  });
}

/** Which group the file is, on which connection. @throws UserGroupsError `invalid` when the file does not say */
export async function targetOfFile(desk: Desk, file: vscode.Uri): Promise<GroupTarget> {
  const connection = await connectionOf(desk, file);
  const { userGroupId } = desk.services.sending.read(connection, await textOf(desk, file), 'update');
  return { connection, userGroupId };
}

async function connectionOf(desk: Desk, file: vscode.Uri): Promise<Connection> {
  const chosen = await desk.fileConnections.of(file);
  if (chosen !== undefined) return chosen;
  const picked = required(
    await pickConnection(desk.services.connections.list().filter(isReady), {
      title: `Which connection is ${vscode.workspace.asRelativePath(file)} for?`,
    }),
  );
  await desk.fileConnections.choose(file, picked);
  return picked;
}

async function textOf(desk: Desk, file: vscode.Uri): Promise<string> {
  return (await desk.documents.savedText(file)) ?? (await vscode.workspace.openTextDocument(file)).getText();
}
