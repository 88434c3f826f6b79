// The command Change ID…: one group at a time, and never without a question.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connection } from '../../core/connection.ts';
import { quotedId } from '../../core/foreignText.ts';
import { groupText, markedGroup } from '../../core/groupText.ts';
import { lookAlikeIdText } from '../../core/lookAlikeLetters.ts';
import { askText } from '../command/ask.ts';
import { confirmByName, remarksLine } from '../command/confirm.ts';
import type { Invocation } from '../command/invocation.ts';
import { userGroupResult } from '../command/results.ts';
import type { UserGroupResult } from '../command/commandMap.ts';
import { listedGroup, required } from '../command/targets.ts';
import type { EditingContext } from '../editing/editingContext.ts';
import { groupUri } from '../platform/documentUris.ts';
import { withProgress } from '../platform/progress.ts';

/** With an argument object, too, the person is asked; its `new_id` is only proposed. */
export async function changeId(
  context: EditingContext,
  invocation: Invocation,
): Promise<{ readonly user_group: UserGroupResult }> {
  const { connection, userGroupId } = await listedGroup(context.services, invocation, l10n.t('Change ID'));
  const { idChange } = context.services;
  const group = groupText(userGroupId, connection);
  const { isUncertain, asked } = await idChange.changeable(connection, userGroupId);
  const newId = required(
    await askText({
      title: l10n.t('Change ID: {0}', group),
      field: l10n.t('New ID'),
      prompt: l10n.t('The ID of this customer in your own database'),
      value: typeof invocation.input.new_id === 'string' ? invocation.input.new_id : userGroupId,
      check: (value) => ({
        problem: value === userGroupId ? l10n.t('Enter another ID.') : idChange.problemWith(connection, value),
      }),
    }),
  );
  await confirmByName(context, connection, {
    title: l10n.t('Change the ID of {0} to {1}?', group, quotedId(newId)),
    what: l10n.t('Change the ID of {0}', group),
    detail: [
      l10n.t(
        'Everything that uses the ID needs the new one. Files saved with {0} would create it again.',
        quotedId(userGroupId),
      ),
      ...remarksLine([
        ...(isUncertain ? [l10n.t('An earlier request got no response, so it may have another ID already.')] : []),
        ...lookAlikeIdText(newId),
      ]),
    ],
    answer: l10n.t('Change ID'),
  });
  // Unsaved input is a draft as well, and goes along.
  await context.documents.savedText(groupUri(connection.name, userGroupId));
  const { answered } = await withProgress(
    l10n.t('Changing the ID of {0}', markedGroup(userGroupId, connection)),
    (options) =>
      context.sendings.whileSending(groupUri(connection.name, userGroupId), () =>
        idChange.change(connection, userGroupId, newId, asked, options),
      ),
  );
  await moveTabs(connection, userGroupId, newId);
  context.messages.status(l10n.t('{0} now has the ID {1}.', markedGroup(userGroupId, connection), quotedId(newId)));
  return { user_group: userGroupResult(answered ?? {}) };
}

/** Its tabs in this window show it under the new ID. */
async function moveTabs({ name }: Connection, userGroupId: string, newId: string): Promise<void> {
  const former = groupUri(name, userGroupId).toString();
  const tabs = vscode.window.tabGroups.all
    .flatMap((tabGroup) => tabGroup.tabs)
    .filter(({ input }) => isTab(input) && input.uri.toString() === former)
    // The last one that opens has the focus.
    .toSorted((one, other) => Number(one.isActive) - Number(other.isActive));
  for (const { input, isPreview, group } of tabs) {
    const editor = input instanceof vscode.TabInputCustom ? input.viewType : 'default';
    const options = { viewColumn: group.viewColumn, preview: isPreview };
    await vscode.commands.executeCommand('vscode.openWith', groupUri(name, newId), editor, options);
  }
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
}

function isTab(input: unknown): input is vscode.TabInputText | vscode.TabInputCustom {
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
}
