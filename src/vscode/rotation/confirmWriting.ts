// The question before a token is written: what may be lost, and who can read the token then.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isGuarded } from '../../core/connection.ts';
import { foreignText } from '../../core/foreignText.ts';
import { groupText } from '../../core/groupText.ts';
import { confirmOn, remarksLine } from '../command/confirm.ts';
import type { ListedTarget } from '../command/targets.ts';
import type { DialogLine } from '../platform/messages.ts';
import type { DeliveryContext } from './deliveryContext.ts';
import { questionText } from './destinationTexts.ts';
import type { ShownDestination } from './destinations.ts';
import { commandLines } from './handOverSetting.ts';
import { remarksOn } from './presentValue.ts';

/**
 * A guarded connection's tokens go only where a person says so in a dialog, and any token if something may be lost, or
 * is elsewhere than it seems. @throws UserGroupsError `cancelled`
 */
export async function confirmWriting(
  context: DeliveryContext,
  target: ListedTarget,
  destination: ShownDestination,
  value: string | undefined,
): Promise<void> {
  const remarks =
    destination.kind === 'envFile'
      ? await remarksOn(context.services, target, destination, value)
      : remoteRemarks(destination);
  // It may have become guarded while a list was open.
  const connection = context.services.connections.withId(target.connection.id) ?? target.connection;
  if (!isGuarded(connection) && remarks.length === 0) return;
  await confirmOn(context, connection, {
    title: questionText(destination, groupText(target.userGroupId, connection)),
    detail: [...remarksLine(remarks), consequence(destination), l10n.t("Cancel if you didn't start this.")],
    answer: l10n.t('Write Token'),
  });
}

function remoteRemarks({ kind }: ShownDestination): string[] {
  const { remoteName } = vscode.env;
  return kind === 'terminal' && remoteName !== undefined
    ? [l10n.t('The terminal runs on the remote machine ({0}).', foreignText(remoteName))]
    : [];
}

function consequence(destination: ShownDestination): DialogLine {
  switch (destination.kind) {
    case 'envFile':
      return l10n.t('Any extension or program can read the file.');
    case 'terminal':
      return l10n.t('Any extension, and any program that you start in the terminal, can read the token.');
    case 'command':
      return {
        heading: l10n.t('The token goes to the standard input of your command:'),
        items: commandLines(destination.command),
      };
  }
}
