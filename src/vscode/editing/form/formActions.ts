// The actions of the form's buttons: commands about its document or group, and what a page may do regardless of what it
// asks for.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isGuarded } from '../../../core/connection.ts';
import { UserGroupsError } from '../../../core/errors.ts';
import type { Action } from '../../../protocol/formProtocol.ts';
import type { ExecuteOnSubject } from '../../command/commandRunner.ts';
import type { CommandId } from '../../command/commandMap.ts';
import { workingFile, type Opened, type Subject } from './formSubject.ts';

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

/** @throws UserGroupsError `forbidden` */
export function requireOffered(action: Action, offered: readonly Action[], isRestricted: boolean): void {
  if (offered.includes(action)) return;
  if (isRestricted)
    throw new UserGroupsError(
      'forbidden',
      l10n.t('The file belongs to a workspace that is not trusted.'),
      l10n.t('Trust the workspace first.'),
    );
  throw new UserGroupsError(
    'forbidden',
    l10n.t("The form doesn't offer this now."),
    l10n.t('Check the form and try again.'),
  );
}

/**
 * The document's path, or the file's content when it was opened, decides whose token is revealed: never the text, which
 * a page could have changed and saved since. @throws UserGroupsError `notFound`, `conflict`
 */
export function requireNamedByPerson(subject: Subject, opened: Opened, isDirty: boolean): void {
  if (subject.kind === 'new') throw new UserGroupsError('notFound', l10n.t('No token is known.'));
  if (subject.kind !== 'file') return;
  if (isDirty)
    throw new UserGroupsError(
      'conflict',
      l10n.t('The file has unsaved changes.'),
      l10n.t('Save it, then reveal the token.'),
    );
  requireAsOpened(subject, opened);
}

/** A page can read the clipboard. @throws UserGroupsError `conflict` */
export function requireCopyable(subject: Subject, opened: Opened): void {
  if (subject.kind === 'file' && subject.connection !== undefined && isGuarded(subject.connection))
    requireAsOpened(subject, opened);
}

function requireAsOpened({ connection, userGroupId }: Subject, opened: Opened): void {
  if (userGroupId !== undefined && userGroupId === opened.userGroupId && connection?.id === opened.connectionId) return;
  throw new UserGroupsError(
    'conflict',
    l10n.t('The group or the connection of this file has changed since the form was opened.'),
    l10n.t('Save the file, then close and reopen the form.'),
  );
}
