// The command Copy Link: a link that opens the group in the editor of whoever has it in the list.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { whileDoing } from '../../core/errors.ts';
import { groupText } from '../../core/groupText.ts';
import { linkTo } from '../../document/groupLink.ts';
import type { CommandContext } from '../command/commandContext.ts';
import type { Invocation } from '../command/invocation.ts';
import { listedGroup } from '../command/targets.ts';
import { commandName } from '../platform/manifest.ts';

export async function copyLink({ services, messages }: CommandContext, invocation: Invocation): Promise<void> {
  const { connection, userGroupId } = await listedGroup(services, invocation, commandName('userGroups.copyLink'));
  const group = groupText(userGroupId, connection);
  const about = { connection: connection.name, userGroupId };
  await whileDoing(l10n.t("Couldn't copy the link to {0}.", group), about, async () => {
    // Each editor has its own scheme.
    await vscode.env.clipboard.writeText(linkTo(vscode.env.uriScheme, about));
  });
  messages.status(l10n.t('Link to {0} copied', group));
}
