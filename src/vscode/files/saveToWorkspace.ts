// The command Save to Workspace: a group's document as a file of the person's own, for version control.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { namesOf } from '../../core/connection.ts';
import { groupText } from '../../core/groupText.ts';
import { UserGroupsError, whileDoing, whileDoingSync } from '../../core/errors.ts';
import { visibleId } from '../../core/foreignText.ts';
import { wholeText } from '../../core/wholeText.ts';
import { DOCUMENT_SUFFIX } from '../../document/documentUri.ts';
import { asShown } from '../../document/idName.ts';
import { peekDocument, requireUserGroupId } from '../../document/userGroupDocument.ts';
import { withoutInherited } from '../../document/preset.ts';
import { presetBeside } from '../platform/presetFiles.ts';
import { readableStem } from '../../services/files/groupFileNames.ts';
import { isThere, nameOf, writeFile } from './fileWriting.ts';
import { confirm } from '../command/confirm.ts';
import { listedGroup } from '../command/targets.ts';
import type { Invocation } from '../command/invocation.ts';
import type { EditingContext } from '../editing/editingContext.ts';
import { commandName } from '../platform/manifest.ts';

export async function saveToWorkspace(context: EditingContext, invocation: Invocation): Promise<void> {
  const { connection, userGroupId } = await listedGroup(
    context.services,
    invocation,
    commandName('userGroups.saveToWorkspace'),
  );
  const doing = l10n.t("Couldn't save {0} to the workspace.", groupText(userGroupId, connection));
  const text = await context.documents.textToSend(context.services.groups, connection, userGroupId);
  whileDoingSync(doing, { connection: connection.name, userGroupId }, () => {
    requireUserGroupId(peekDocument(text)?.userGroupId ?? userGroupId);
  });
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (folder === undefined) {
    throw new UserGroupsError('notFound', l10n.t('No folder is open.'), l10n.t('Open a folder, then save again.'), {
      doing,
    });
  }
  const chosen = await vscode.window.showSaveDialog({
    title: l10n.t('Save {0} to the workspace', groupText(userGroupId, connection)),
    defaultUri: vscode.Uri.joinPath(folder, `${readableStem(userGroupId)}${DOCUMENT_SUFFIX}`),
    // VS Code's own dialog treats what follows the last dot as the extension. It adds the first one here to a name that
    // has none of them.
    filters: { [l10n.t('Groups')]: [DOCUMENT_SUFFIX.slice(1), 'json'] },
  });
  if (chosen === undefined) return;
  const file = withSuffix(chosen);
  await whileDoing(doing, undefined, async () => {
    const isReplacing = await isThere(file);
    // The dialog asks about the name that was chosen there.
    if (isReplacing && file !== chosen) await askOverwriting(context, file);
    const own = withoutInherited(text, await presetBeside(file));
    await writeFile(context.services.largeFiles, file, wholeText(asShown(own, namesOf(connection))), {
      existing: isReplacing ? 'replace' : 'keep',
    });
  });
  await context.fileConnections.choose(file, connection);
  await vscode.commands.executeCommand('vscode.open', file);
}

function withSuffix(file: vscode.Uri): vscode.Uri {
  if (file.path.endsWith(DOCUMENT_SUFFIX)) return file;
  return file.with({ path: `${file.path.replace(/(\.usergroup)?\.json$/i, '')}${DOCUMENT_SUFFIX}` });
}

/** @throws UserGroupsError `cancelled` */
async function askOverwriting(context: EditingContext, file: vscode.Uri): Promise<void> {
  await confirm(context, {
    title: l10n.t('Overwrite "{0}"?', visibleId(nameOf(file))),
    detail: [l10n.t('Groups are saved as .usergroup.json, and this file already exists.')],
    answer: l10n.t('Overwrite'),
  });
}
