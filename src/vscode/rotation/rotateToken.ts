// The command Rotate User Group Token…, and the questions and messages of every rotation.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connection } from '../../core/connection.ts';
import { groupText, markedGroup } from '../../core/groupText.ts';
import { lookAlikeIdText } from '../../core/lookAlikeLetters.ts';
import { momentText } from '../../core/stateText.ts';
import type { OpenRotation } from '../../core/userGroup.ts';
import { groupUri } from '../platform/documentUris.ts';
import { withProgress } from '../platform/progress.ts';
import { showAnswerNotice } from '../command/answerNotice.ts';
import { listedGroup } from '../command/targets.ts';
import { confirmByName, remarksLine } from '../command/confirm.ts';
import { showNotice, type NoticeButton } from '../command/showNotice.ts';
import type { Invocation, GroupTarget } from '../command/invocation.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { writeAgainButtons } from './destinations.ts';
import { commandName } from '../platform/manifest.ts';

export async function rotateToken(
  context: CommandContext,
  invocation: Invocation,
): Promise<{ readonly rotated: boolean }> {
  const target = await listedGroup(context.services, invocation, commandName('userGroups.rotateToken'));
  return rotateTokenOf(context, invocation, target);
}

/** Rotates the token of a group in the list. */
export async function rotateTokenOf(
  context: CommandContext,
  invocation: Invocation,
  target: GroupTarget,
): Promise<{ readonly rotated: boolean }> {
  const { connection, userGroupId } = target;
  const { earlier, askedAbout } = await context.services.rotation.rotatable(connection, userGroupId);
  await confirmRotation(context, connection, {
    title: l10n.t('Rotate the token of {0}?', groupText(userGroupId, connection)),
    what: l10n.t('Rotate the token of {0}', groupText(userGroupId, connection)),
    earlier,
    remarks: lookAlikeIdText(userGroupId),
  });
  const { notes } = await withProgress(
    l10n.t('Rotating the token of {0}', markedGroup(userGroupId, connection)),
    (options) =>
      context.services.rotation.rotate(connection, userGroupId, { ...options, despite: earlier?.id, askedAbout }),
  );
  reportRotated(context, invocation, target, notes);
  return { rotated: true };
}

export interface RotationQuestion {
  readonly title: string;
  /** The title of the box for the connection's name. */
  readonly what: string;
  /** One that was probably not carried out. */
  readonly earlier?: OpenRotation | undefined;
  /** Further facts, a line each. */
  readonly remarks?: readonly string[];
}

/** @throws UserGroupsError `cancelled` */
export async function confirmRotation(
  context: CommandContext,
  connection: Connection,
  { title, what, earlier, remarks = [] }: RotationQuestion,
): Promise<void> {
  const warnings = [
    ...(earlier === undefined
      ? []
      : [
          l10n.t(
            'The rotation sent {0} may still take effect and replace this token.',
            momentText(earlier.at, Date.now()),
          ),
        ]),
    ...remarks,
  ];
  await confirmByName(context, connection, {
    title,
    detail: [
      l10n.t('The previous token may stop working immediately. Viewers may see errors until the new one is deployed.'),
      ...(warnings.length > 0
        ? remarksLine(warnings)
        : [l10n.t('The new token is saved first. The previous one is kept.')]),
    ],
    answer: l10n.t('Rotate Token'),
    what,
  });
}

/** The new token is of no use until it is deployed: here the person must act. */
export function reportRotated(
  context: CommandContext,
  invocation: Invocation,
  target: GroupTarget,
  notes: readonly string[],
): void {
  const group = markedGroup(target.userGroupId, target.connection);
  const isSeen = invocation.origin === 'argument' || isFormInView(target);
  // The form has no button for that.
  const again = invocation.origin === 'argument' ? [] : writeAgainButtons(context, target);
  const buttons = isSeen ? again : [copyNewToken(context, target), ...again];
  if (buttons.length === 0) context.messages.status(l10n.t('Token of {0} rotated and stored.', group));
  showAnswerNotice(context, target.connection, {
    ...(buttons.length > 0 && {
      text: l10n.t('Token of {0} rotated and stored. Deploy it now.', group),
      buttons,
      how: 'info',
    }),
    notes,
  });
}

/** Its next step is there: copy the new token, deploy it. */
function isFormInView({ connection, userGroupId }: GroupTarget): boolean {
  const uri = groupUri(connection.name, userGroupId).toString();
  return vscode.window.tabGroups.all.some(
    ({ activeTab }) => activeTab?.input instanceof vscode.TabInputCustom && activeTab.input.uri.toString() === uri,
  );
}

/** Copies the current token. */
export function copyNewToken(
  { run }: Pick<CommandContext, 'run'>,
  { connection, userGroupId }: GroupTarget,
): NoticeButton {
  return {
    label: l10n.t('Copy New Token'),
    run: () => run('userGroups.copyToken', { connection: connection.name, user_group_id: userGroupId }),
  };
}

export function offerCopy(
  context: Pick<CommandContext, 'messages' | 'run'> & Parameters<typeof writeAgainButtons>[0],
  target: GroupTarget,
  text: string,
  how: 'info' | 'warn' = 'info',
): Promise<void> {
  return showNotice(context.messages, how, text, copyNewToken(context, target), ...writeAgainButtons(context, target));
}

/** After a get-or-create that was to find the group. */
export function recreatedText(group: string): string {
  return l10n.t('{0} no longer existed. It was recreated as last sent, with a new token.', group);
}
