// The command Save to Workspace: a group's document as a file of the person's own, for version control.

import * as vscode from 'vscode';
import { groupWords } from '../../core/groupWords.ts';
import { UserGroupsError, whileDoingSync } from '../../core/errors.ts';
import { DOCUMENT_SUFFIX } from '../../document/documentUri.ts';
import { glanceAtDocument, requireUserGroupId } from '../../document/userGroupDocument.ts';
import { readableStem } from '../../services/groupFileNames.ts';
import { listedGroup } from '../prompts/targets.ts';
import type { Call } from './call.ts';
import type { Desk } from './desk.ts';

export async function saveToWorkspace(desk: Desk, call: Call): Promise<void> {
  const { connection, userGroupId } = await listedGroup(desk.services, call, 'Save to Workspace');
  const doing = `Could not save ${groupWords(userGroupId, connection)} to the workspace`;
  const text = await desk.documents.textToSend(desk.services.groups, connection, userGroupId);
  whileDoingSync(doing, { connection: connection.name, userGroupId }, () => { requireUserGroupId(glanceAtDocument(text)?.userGroupId ?? userGroupId); });
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (folder === undefined) {
    throw new UserGroupsError({
      kind: 'notFound', doing, happened: 'no folder is open in this window', next: 'open one, then save again',
    });
  }
  const chosen = await vscode.window.showSaveDialog({
    title: `Save ${groupWords(userGroupId, connection)} to the workspace`,
    defaultUri: vscode.Uri.joinPath(folder, `${readableStem(userGroupId)}${DOCUMENT_SUFFIX}`),
    filters: { 'User groups': [DOCUMENT_SUFFIX.slice(1)] },
  });
  if (chosen === undefined) return;
  const file = chosen.path.endsWith(DOCUMENT_SUFFIX) ? chosen : chosen.with({ path: `${chosen.path.replace(/(\.usergroup)?\.json$/i, '')}${DOCUMENT_SUFFIX}` });
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  await desk.fileConnections.choose(file, connection);
  await vscode.commands.executeCommand('vscode.open', file);
}
