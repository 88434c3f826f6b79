// A workspace file as a group's document: its group and its connection.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connection } from '../../core/connection.ts';
import type { EditingContext } from './editingContext.ts';
import type { GroupTarget } from '../command/groupTarget.ts';
import type { Invocation } from '../command/invocation.ts';
import { isReady, pickConnection, required } from '../command/targets.ts';

/** The file's group and connection. @throws UserGroupsError `invalid` when the file does not name the group */
export async function targetOfFile(context: EditingContext, file: vscode.Uri): Promise<GroupTarget> {
  const connection = await connectionOfFile(context, file);
  const { userGroupId } = context.services.sending.read(connection, await textOfFile(context, file));
  return { connection, userGroupId };
}

/** A command about a workspace file, as one about its group. Any other stays as it is. */
export async function aboutGroup(context: EditingContext, invocation: Invocation): Promise<Invocation> {
  if (invocation.file === undefined) return invocation;
  const { connection, userGroupId } = await targetOfFile(context, invocation.file);
  return { ...invocation, input: { connection: connection.name, user_group_id: userGroupId } };
}

/** The one chosen for the file, or the person's choice, which is remembered. */
export async function connectionOfFile(context: EditingContext, file: vscode.Uri): Promise<Connection> {
  const chosen = await context.fileConnections.of(file);
  if (chosen !== undefined) return chosen;
  const picked = required(
    await pickConnection(context.services.connections.list().filter(isReady), {
      title: l10n.t('Which connection is "{0}" for?', vscode.workspace.asRelativePath(file)),
    }),
  );
  await context.fileConnections.choose(file, picked);
  return picked;
}

/** The editor's text, saved first; otherwise the file's on disk. */
export async function textOfFile(context: EditingContext, file: vscode.Uri): Promise<string> {
  return (await context.documents.savedText(file)) ?? (await vscode.workspace.openTextDocument(file)).getText();
}
