// The command Write Token to…: a variable of a .env file, a new terminal, or a command of the person's own.

import * as l10n from '@vscode/l10n';
import { isGuarded } from '../../core/connection.ts';
import { UserGroupsError, whileDoing } from '../../core/errors.ts';
import { groupText, markedGroup } from '../../core/groupText.ts';
import type { TokenDestination } from '../../core/tokenDestination.ts';
import type { DialogLine } from '../platform/messages.ts';
import { withProgress } from '../platform/progress.ts';
import { confirmOn } from '../command/confirm.ts';
import type { Invocation } from '../command/invocation.ts';
import type { ListedTarget } from '../command/targets.ts';
import { currentToken } from './currentToken.ts';
import { pickDestination } from './destinationQuestions.ts';
import { notWrittenText, questionText, writtenText } from './destinationTexts.ts';
import { deliver } from './destinations.ts';
import type { DeliveryContext } from './deliveryContext.ts';
import { commandLines, requireHandOverCommand } from './handOverSetting.ts';
import { tokenTarget } from './tokenTarget.ts';

/** What was chosen is proposed for the group the next time. */
export async function writeToken(context: DeliveryContext, invocation: Invocation): Promise<void> {
  const target = await tokenTarget(context.services, invocation, l10n.t('Write Token'));
  const { connection, userGroupId, ref } = target;
  const last = context.services.destinations.find(ref);
  const destination = lastInput(invocation, target, last) ?? (await pickDestination(context, target, last));
  const group = groupText(userGroupId, connection);
  await confirmWriting(context, target, destination);
  const doing = notWrittenText(destination, group);
  const token = await currentToken(context, target, {
    doing,
    title: l10n.t('Write a token of {0} that may no longer work?', group),
    anyway: l10n.t('Write Anyway'),
  });
  await whileDoing(doing, { connection: connection.name, userGroupId }, () =>
    withProgress(l10n.t('Writing the token of {0}', markedGroup(userGroupId, connection)), ({ signal }) =>
      deliver(context, target, destination, token, signal),
    ),
  );
  context.services.destinations.remember(ref, destination);
  context.messages.status(writtenText(destination, markedGroup(userGroupId, connection)));
}

/** An argument names no place but the one that the person has chosen before. @throws UserGroupsError */
function lastInput(
  { input: { to } }: Invocation,
  { connection, userGroupId }: ListedTarget,
  last: TokenDestination | undefined,
): TokenDestination | undefined {
  if (to === undefined) return undefined;
  if (to !== 'last') throw new UserGroupsError({ kind: 'invalid', happened: l10n.t('"to" must be "last".') });
  if (last !== undefined) return last;
  throw new UserGroupsError({
    kind: 'notFound',
    happened: l10n.t('The token of {0} was not written anywhere yet.', groupText(userGroupId, connection)),
    next: l10n.t('Use "Write Token to…" and choose a place.'),
  });
}

/** A guarded connection's tokens go only where a person says so in a dialog. @throws UserGroupsError `cancelled` */
async function confirmWriting(
  context: DeliveryContext,
  { connection, userGroupId }: ListedTarget,
  destination: TokenDestination,
): Promise<void> {
  if (!isGuarded(connection)) return;
  await confirmOn(context, connection, {
    title: questionText(destination, groupText(userGroupId, connection)),
    detail: [consequence(context, destination), l10n.t("Cancel if you didn't start this.")],
    answer: l10n.t('Write Token'),
  });
}

function consequence({ settings }: DeliveryContext, { kind }: TokenDestination): DialogLine {
  switch (kind) {
    case 'envFile':
      return l10n.t('Any extension or program can read the file.');
    case 'terminal':
      return l10n.t('Any program that you start in the terminal can read the token.');
    case 'command':
      return {
        heading: l10n.t('The token goes to the standard input of your command:'),
        items: commandLines(requireHandOverCommand(settings)),
      };
  }
}
