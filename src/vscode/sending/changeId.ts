// The command Change ID…: one group at a time, and never without a question.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connection } from '../../core/connection.ts';
import { quotedId } from '../../core/foreignText.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText, markedGroup } from '../../core/groupText.ts';
import { lookAlikeIdText } from '../../core/lookAlikeLetters.ts';
import { askText } from '../command/ask.ts';
import type { UserGroupResult } from '../command/commandMap.ts';
import { confirmByName, remarksLine } from '../command/confirm.ts';
import type { Invocation } from '../command/invocation.ts';
import { userGroupResult } from '../command/results.ts';
import { showNotice } from '../command/showNotice.ts';
import { listedGroup, required, type ListedTarget } from '../command/targets.ts';
import type { EditingContext } from '../editing/editingContext.ts';
import { isDocumentTab } from '../platform/documentTab.ts';
import { groupUri } from '../platform/documentUris.ts';
import { commandTitle } from '../platform/manifest.ts';
import { withProgress } from '../platform/progress.ts';
import { almostSameText } from './sendGetOrCreate.ts';

/** With an argument object, too, the user is asked; its `new_id` is only proposed. */
export async function changeId(
  context: EditingContext,
  invocation: Invocation,
): Promise<{ readonly user_group: UserGroupResult }> {
  const target = await listedGroup(context.services, invocation, l10n.t('Change ID'));
  const { connection, userGroupId } = target;
  const { idChange } = context.services;
  const { isUncertain, asked } = await idChange.changeable(connection, userGroupId);
  const newId = await askNewId(context, target, invocation.input.new_id);
  await confirmByName(context, connection, {
    title: l10n.t('Change the ID of {0} to {1}?', groupText(userGroupId, connection), quotedId(newId)),
    what: l10n.t('Change the ID of {0}', groupText(userGroupId, connection)),
    detail: [
      l10n.t(
        'Everything that uses the ID needs the new one. Files and bulk operations with {0} would create it again.',
        quotedId(userGroupId),
      ),
      ...remarksLine([
        ...(isUncertain ? [l10n.t('An earlier request got no response, so it may have another ID already.')] : []),
        ...lookAlikeIdText(newId),
        ...almostSameText(
          context.services.groups.lookAlikes(groupRef(connection, newId)).filter((id) => id !== userGroupId),
        ),
      ]),
    ],
    answer: l10n.t('Change ID'),
  });
  const uri = groupUri(connection.name, userGroupId);
  const group = markedGroup(userGroupId, connection);
  const { answered } = await context.sendings.oneAtATime(invocation, uri, async () => {
    // Unsaved input is a draft as well, and goes along.
    await context.documents.savedText(uri);
    return withProgress(l10n.t('Changing the ID of {0}', group), (options) =>
      context.sendings.whileSending(uri, () => idChange.change(connection, userGroupId, newId, asked, options)),
    );
  });
  await moveTabs(connection, userGroupId, newId);
  const done = l10n.t('{0} now has the ID {1}. The former ID stays in the list.', group, quotedId(newId));
  if (invocation.origin === 'argument') context.messages.status(done);
  else
    void showNotice(context.messages, 'info', done, {
      label: commandTitle('userGroups.removeFromList'),
      run: () => context.run('userGroups.removeFromList', { connection: connection.name, user_group_id: userGroupId }),
    });
  return { user_group: userGroupResult(answered ?? {}) };
}

async function askNewId(
  { services }: EditingContext,
  { connection, userGroupId }: ListedTarget,
  proposed: unknown,
): Promise<string> {
  const asked = await askText({
    title: l10n.t('Change ID: {0}', groupText(userGroupId, connection)),
    field: l10n.t('New ID'),
    prompt: l10n.t('The ID of this customer in your own database'),
    value: typeof proposed === 'string' ? proposed : userGroupId,
    check: (value) => ({
      problem: value === userGroupId ? l10n.t('Enter another ID.') : services.idChange.problemWith(connection, value),
    }),
  });
  return required(asked);
}

/** Its tabs in this window show it under the new ID. What was typed meanwhile stays with the former one. */
async function moveTabs({ name }: Connection, userGroupId: string, newId: string): Promise<void> {
  const former = groupUri(name, userGroupId).toString();
  const tabs = vscode.window.tabGroups.all
    .flatMap((tabGroup) => tabGroup.tabs)
    .filter(({ input, isDirty }) => isDocumentTab(input) && input.uri.toString() === former && !isDirty)
    // The last one that opens has the focus.
    .toSorted((one, other) => Number(one.isActive) - Number(other.isActive));
  for (const { input, isPreview, group } of tabs) {
    const editor = input instanceof vscode.TabInputCustom ? input.viewType : 'default';
    const options = { viewColumn: group.viewColumn, preview: isPreview };
    await vscode.commands.executeCommand('vscode.openWith', groupUri(name, newId), editor, options);
  }
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
}
