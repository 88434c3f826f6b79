// The actions of the form's buttons: commands about its document or group.

import * as vscode from 'vscode';
import type { Action } from '../../../protocol/formProtocol.ts';
import type { ExecuteOnSubject } from '../../command/commandRunner.ts';
import type { CommandId } from '../../command/commandMap.ts';
import { workingFile, type Subject } from './formSubject.ts';

/** Those that are about the text itself: for VS Code alone, or sending it. */
type TextAction = 'send' | 'sendAnyway' | 'openAsText' | 'openFile' | 'makeWriteable';

const COMMANDS: Readonly<Record<Exclude<Action, TextAction>, CommandId>> = {
  openKnown: 'userGroups.open',
  copyAsCurl: 'userGroups.copyAsCurl',
  copyToken: 'userGroups.copyToken',
  copyPreviousToken: 'userGroups.copyPreviousToken',
  markAsDeployed: 'userGroups.markAsDeployed',
  rotateToken: 'userGroups.rotateToken',
  resolveRotation: 'userGroups.resolveRotation',
  compareWithSent: 'userGroups.compareWithSent',
  compareWithAnswered: 'userGroups.compareWithAnswered',
  discardDraft: 'userGroups.discardDraft',
  setApiToken: 'userGroups.setApiToken',
  reviewApiToken: 'userGroups.reviewApiToken',
  resolveConnection: 'userGroups.resolveConnection',
};

/** Actions about the document itself; the others need its group, which a file does not name. */
const ABOUT_DOCUMENT: readonly Action[] = ['compareWithSent', 'compareWithAnswered', 'discardDraft'];

/** Actions about the connection alone. */
const ABOUT_CONNECTION: readonly Action[] = ['setApiToken', 'reviewApiToken', 'resolveConnection'];

/** The command itself shows failures. `at` is the place in the text. */
export async function runAction(
  run: ExecuteOnSubject,
  action: Action,
  uri: vscode.Uri,
  { kind, connection, userGroupId }: Subject,
  at: vscode.Position | undefined,
): Promise<void> {
  if (action === 'openAsText') {
    const selection = at === undefined ? undefined : new vscode.Range(at, at);
    await vscode.commands.executeCommand('vscode.openWith', uri, 'default', {
      ...(selection !== undefined && { selection }),
    });
    return;
  }
  if (action === 'openFile' || action === 'makeWriteable') {
    const command = action === 'openFile' ? 'vscode.open' : 'workbench.action.files.setActiveEditorWriteableInSession';
    await vscode.commands.executeCommand(command, workingFile(uri));
    return;
  }
  if (action === 'send' || action === 'sendAnyway') {
    const isSendAnyway = action === 'sendAnyway';
    await run(kind === 'new' ? 'userGroups.getOrCreate' : 'userGroups.update', { document: uri, isSendAnyway });
    return;
  }
  const isAboutGroup = action === 'openKnown' || (kind === 'file' && !ABOUT_DOCUMENT.includes(action));
  if (isAboutGroup && connection !== undefined && userGroupId !== undefined)
    await run(COMMANDS[action], { connection: connection.name, user_group_id: userGroupId });
  else if (ABOUT_CONNECTION.includes(action) && connection !== undefined)
    await run(COMMANDS[action], { connection: connection.name });
  else await run(COMMANDS[action], { document: uri });
}
