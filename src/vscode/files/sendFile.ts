// Sends a workspace file as a user group on its chosen connection, like a group's own document.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connection } from '../../core/connection.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText } from '../../core/groupText.ts';
import { formatChanges } from '../../document/difference.ts';
import { inheritedPath, withPreset, type Inherited } from '../../document/preset.ts';
import { confirmOn } from '../command/confirm.ts';
import { groupUri } from '../platform/documentUris.ts';
import type { Invocation } from '../command/invocation.ts';
import { presetBeside } from '../platform/presetFiles.ts';
import type { UserGroupResult } from '../command/commandMap.ts';
import type { EditingContext } from '../editing/editingContext.ts';
import { connectionOfFile, textOfFile } from '../editing/fileTarget.ts';
import { sendAndReport } from '../sending/sendGetOrCreate.ts';
import { requireTrusted } from '../sending/sendRules.ts';
import { updateGroup } from '../sending/update.ts';
import { PRESET_FILE } from '../../document/documentUri.ts';

/** Its first sending is the get-or-create; an existing group is updated. */
export async function sendFile(
  context: EditingContext,
  invocation: Invocation,
  file: vscode.Uri,
): Promise<{ readonly user_group: UserGroupResult }> {
  const connection = await connectionOfFile(context, file);
  requireTrusted(context.trust, connection, vscode.workspace.asRelativePath(file));
  const { text, inherited } = withPreset(await textOfFile(context, file), await presetBeside(file));
  const document = context.services.sending.read(connection, text);
  const { userGroupId } = document;
  return context.sendings.oneAtATime(invocation, groupUri(connection.name, userGroupId), async () => {
    if (inherited.length > 0) await confirmInherited(context, connection, userGroupId, inherited);
    const isKnown = context.services.groups.find(groupRef(connection, userGroupId))?.answered !== undefined;
    return isKnown
      ? updateGroup(context, invocation, { connection, userGroupId }, { document, uri: file })
      : sendAndReport(context, connection, document, { uri: file });
  });
}

/** The file does not say what else is sent. @throws UserGroupsError `cancelled` */
function confirmInherited(
  context: EditingContext,
  connection: Connection,
  userGroupId: string,
  inherited: readonly Inherited[],
): Promise<void> {
  return confirmOn(context, connection, {
    title: l10n.t('Send {0} with what its folder adds?', groupText(userGroupId, connection)),
    detail: [
      {
        heading: l10n.t('From {0}:', PRESET_FILE),
        items: formatChanges(inherited.map((member) => ({ path: inheritedPath(member), after: member.valueText }))),
      },
    ],
    answer: l10n.t('Send'),
  });
}
