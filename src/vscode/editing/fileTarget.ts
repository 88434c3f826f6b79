// A workspace file as a group's document: its group and its connection.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { namesOf, type Connection } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { foreignText } from '../../core/foreignText.ts';
import { groupRef } from '../../core/groupKey.ts';
import { listText } from '../../core/language.ts';
import { asStored } from '../../document/idName.ts';
import { peekDocument } from '../../document/userGroupDocument.ts';
import type { Services } from '../../services/services.ts';
import { openDocument } from './documents/openDocuments.ts';
import type { EditingContext } from './editingContext.ts';
import { isReady, pickConnection, required, requireWorkspaceFile } from '../command/targets.ts';
import type { GroupTarget } from '../command/invocation.ts';
import type { Invocation } from '../command/invocation.ts';

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

/** The one chosen for the file, or the user's choice, which is remembered. @throws UserGroupsError `forbidden` */
export async function connectionOfFile(context: EditingContext, file: vscode.Uri): Promise<Connection> {
  requireWorkspaceFile(file);
  const chosen = await context.fileConnections.of(file);
  if (chosen !== undefined) return chosen;
  const text = await vscode.workspace.openTextDocument(file).then(
    (document) => document.getText(),
    () => '',
  );
  const ready = context.services.connections.list().filter(isReady);
  const picked = required(
    await pickConnection(ready, {
      title: l10n.t('Which connection is "{0}" for?', vscode.workspace.asRelativePath(file)),
      likely: connectionsWith(context.services, ready, text),
    }),
  );
  await context.fileConnections.choose(file, picked);
  return picked;
}

/**
 * The id of the one that a file of many is for, where that is known. Asks where others than the planned one have its
 * group: once for all files of groups of the same connections. Sent to the planned one, a file is not tied to it.
 * @param answers so far
 */
export async function connectionAmongMany(
  { services, fileConnections }: Pick<EditingContext, 'services' | 'fileConnections'>,
  file: vscode.Uri,
  text: string,
  planned: Connection,
  answers: Map<string, Connection>,
): Promise<string | undefined> {
  const chosen = fileConnections.chosenFor(file);
  // Of most files the planned connection has the group: the others need not be looked through.
  if (chosen !== undefined || connectionsWith(services, [planned], text).length > 0) return chosen;
  const ready = services.connections.list().filter(isReady);
  const likely = connectionsWith(services, ready, text);
  if (likely.length === 0) return undefined;
  const names = listText(likely.map(({ name }) => name));
  const place = vscode.workspace.asRelativePath(file);
  const title = l10n.t('Which connection are files with groups of {0} for, such as "{1}"?', names, place);
  const picked = answers.get(names) ?? required(await pickConnection(ready, { title, likely }));
  answers.set(names, picked);
  if (picked.id !== planned.id) await fileConnections.choose(file, picked);
  return picked.id;
}

/** The text of the file, saved first. @throws UserGroupsError `conflict` where the editor shows what is in no file */
export async function textOfFile(context: EditingContext, file: vscode.Uri): Promise<string> {
  const saved = await context.documents.savedText(file);
  if (saved === undefined) return (await vscode.workspace.openTextDocument(file)).getText();
  const shown = openDocument(file)?.getText() ?? saved;
  // The editor has one kind of line break.
  if (saved.replaceAll(/\r\n?/g, '\n') === shown.replaceAll(/\r\n?/g, '\n')) return saved;
  const name = foreignText(vscode.workspace.asRelativePath(file));
  throw new UserGroupsError(
    'conflict',
    l10n.t('"{0}" has another text than its editor shows.', name),
    l10n.t('Close and reopen it, then try again.'),
  );
}

/** Those that have the group of a text in their lists: a file that Git has moved is most likely for one of them. */
export function connectionsWith(
  { groups }: Pick<Services, 'groups'>,
  connections: readonly Connection[],
  text: string,
): readonly Connection[] {
  return connections.filter((connection) => {
    const userGroupId = peekDocument(asStored(text, namesOf(connection)))?.userGroupId;
    if (connection.id === '' || userGroupId?.isWellFormed() !== true) return false;
    return groups.find(groupRef(connection, userGroupId)) !== undefined;
  });
}
