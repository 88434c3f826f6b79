// The command Write Token to…: a variable of a .env file, a new terminal, or a command of the person's own.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { readOr, unlessBug, UserGroupsError, whileDoing } from '../../core/errors.ts';
import { groupText, markedGroup } from '../../core/groupText.ts';
import { sentences } from '../../core/sentences.ts';
import type { TokenDestination } from '../../core/tokenDestination.ts';
import type { GroupRef } from '../../core/userGroup.ts';
import { withProgress } from '../platform/progress.ts';
import type { Invocation } from '../command/invocation.ts';
import type { ListedTarget } from '../command/targets.ts';
import { currentToken } from './currentToken.ts';
import { pickDestination } from './destinationQuestions.ts';
import { notWrittenText, writtenText, questionText } from './destinationTexts.ts';
import { deliver, shownDestination, type ShownDestination } from './destinations.ts';
import type { DeliveryContext } from './deliveryContext.ts';
import { envPlace } from './envPlaces.ts';
import { offerCopy } from './rotateToken.ts';
import { tokenTarget } from './tokenTarget.ts';
import { isGuarded } from '../../core/connection.ts';
import { foreignText } from '../../core/foreignText.ts';
import { confirmOn, remarksLine } from '../command/confirm.ts';
import type { DialogLine } from '../platform/messages.ts';
import { commandLines } from './handOverSetting.ts';
import { remarksOn } from './presentValue.ts';

/** What was chosen is proposed for the group the next time. */
export async function writeToken(context: DeliveryContext, invocation: Invocation): Promise<void> {
  const target = await tokenTarget(context.services, invocation, l10n.t('Write Token'));
  const { connection, userGroupId, ref } = target;
  const destination = await chosenDestination(context, invocation, target);
  const group = groupText(userGroupId, connection);
  const [doing, about] = [notWrittenText(destination, group), { connection: connection.name, userGroupId }];
  const value = await whileDoing(doing, about, () => presentValue(context, destination));
  await confirmWriting(context, target, destination, value);
  const token = await currentToken(context, target, {
    doing,
    title: l10n.t('Write a token of {0} that may no longer work?', group),
    anyway: l10n.t('Write Anyway'),
  });
  await whileDoing(doing, about, () =>
    withProgress(
      l10n.t('Writing the token of {0}', markedGroup(userGroupId, connection)),
      ({ signal }) =>
        deliver(context, target, destination, token, { mayReplace: (present) => present === value, signal }),
      { isCancellable: destination.kind === 'command' },
    ),
  );
  const written = writtenText(destination, markedGroup(userGroupId, connection));
  remember(context, target, destination, written);
  const current = await context.services.tokens.find(ref).catch(unlessBug(token));
  if (current === token) context.messages.status(written);
  else
    void offerCopy(
      context,
      target,
      sentences([written, l10n.t('The token was replaced meanwhile. Write it again.')]),
      'warn',
    );
}

async function chosenDestination(
  context: DeliveryContext,
  { input: { to } }: Invocation,
  target: ListedTarget,
): Promise<ShownDestination> {
  const find = (ref: GroupRef): TokenDestination | undefined => context.services.destinations.find(ref);
  return to === undefined
    ? pickDestination(
        context,
        target,
        readOr(undefined, () => find(target.ref)),
      )
    : shownDestination(context, lastDestination(to, target, find(target.ref)));
}

/** An argument names no place but the one that the person has chosen before. @throws UserGroupsError */
function lastDestination(
  to: unknown,
  { connection, userGroupId }: ListedTarget,
  last: TokenDestination | undefined,
): TokenDestination {
  if (to !== 'last') throw new UserGroupsError('invalid', l10n.t('"to" must be "last".'));
  if (last !== undefined) return last;
  throw new UserGroupsError(
    'notFound',
    l10n.t('The token of {0} was not written anywhere yet.', groupText(userGroupId, connection)),
    l10n.t('Use "Write Token to…" and choose a place.'),
  );
}

/** A secret. @throws UserGroupsError where nothing could be written now */
async function presentValue(
  { envFiles, trust }: DeliveryContext,
  destination: ShownDestination,
): Promise<string | undefined> {
  if (destination.kind !== 'envFile') return undefined;
  return (await envFiles.check(envPlace(trust, destination.file)))(destination.variable);
}

/** @throws UserGroupsError that says that the token was written all the same */
function remember(
  { services }: DeliveryContext,
  { connection, userGroupId, ref }: ListedTarget,
  destination: ShownDestination,
  written: string,
): void {
  try {
    services.destinations.remember(ref, destination);
  } catch (error) {
    if (!(error instanceof UserGroupsError)) throw error;
    const happened = sentences([l10n.t("The destination couldn't be remembered."), error.failure.happened]);
    throw error.with({ doing: written, happened, about: { connection: connection.name, userGroupId } });
  }
}

/**
 * A guarded connection's tokens go only where a person says so in a dialog, and any token if something may be lost, or
 * is elsewhere than it seems. @throws UserGroupsError `cancelled`
 */
async function confirmWriting(
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
