// The command Write Token to…: a variable of a .env file, a new terminal, or a command of the person's own.

import * as l10n from '@vscode/l10n';
import { readOr, unlessBug, UserGroupsError, whileDoing } from '../../core/errors.ts';
import { groupText, markedGroup } from '../../core/groupText.ts';
import { sentences } from '../../core/sentences.ts';
import type { TokenDestination } from '../../core/tokenDestination.ts';
import type { GroupRef } from '../../core/userGroup.ts';
import { withProgress } from '../platform/progress.ts';
import type { Invocation } from '../command/invocation.ts';
import type { ListedTarget } from '../command/targets.ts';
import { currentToken, tokenTarget } from './copyToken.ts';
import type { DeliveryContext, Destination } from './destination.ts';
import { destinationAt, pickDestination } from './destinations.ts';
import { offerCopy } from './rotateToken.ts';
import { isGuarded } from '../../core/connection.ts';
import { confirmOn, remarksLine } from '../command/confirm.ts';

/** What was chosen is proposed for the group the next time. */
export async function writeToken(context: DeliveryContext, invocation: Invocation): Promise<void> {
  const target = await tokenTarget(context.services, invocation, l10n.t('Write Token'));
  const { connection, userGroupId, ref } = target;
  const destination = await chosenDestination(context, invocation, target);
  const group = groupText(userGroupId, connection);
  const [doing, about] = [destination.notWrittenText(group), { connection: connection.name, userGroupId }];
  const value = await whileDoing(doing, about, async () => destination.presentValue?.());
  await confirmWriting(context, target, destination, value);
  const token = await currentToken(context, target, {
    doing,
    title: l10n.t('Write a token of {0} that may no longer work?', group),
    anyway: l10n.t('Write Anyway'),
  });
  await whileDoing(doing, about, () =>
    withProgress(
      l10n.t('Writing the token of {0}', markedGroup(userGroupId, connection)),
      async ({ signal }) => destination.write(target, token, { mayReplace: (present) => present === value, signal }),
      { isCancellable: destination.isCancellable === true },
    ),
  );
  const written = destination.writtenText(markedGroup(userGroupId, connection));
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
): Promise<Destination> {
  const find = (ref: GroupRef): TokenDestination | undefined => context.services.destinations.find(ref);
  return to === undefined
    ? pickDestination(
        context,
        target,
        readOr(undefined, () => find(target.ref)),
      )
    : destinationAt(context, lastDestination(to, target, find(target.ref)));
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

/** @throws UserGroupsError that says that the token was written all the same */
function remember(
  { services }: DeliveryContext,
  { connection, userGroupId, ref }: ListedTarget,
  destination: Destination,
  written: string,
): void {
  try {
    services.destinations.remember(ref, destination.stored);
  } catch (error) {
    if (!(error instanceof UserGroupsError)) throw error;
    const happened = sentences([l10n.t("The destination couldn't be remembered."), error.failure.happened]);
    throw error.with({ doing: written, happened, about: { connection: connection.name, userGroupId } });
  }
}

/**
 * Asks before a guarded connection's token is written, and before any write that may destroy something or goes
 * elsewhere than it seems. @throws UserGroupsError `cancelled`
 */
async function confirmWriting(
  context: DeliveryContext,
  target: ListedTarget,
  destination: Destination,
  value: string | undefined,
): Promise<void> {
  const remarks = (await destination.remarks?.(target, value)) ?? [];
  // It may have become guarded while a list was open.
  const connection = context.services.connections.withId(target.connection.id) ?? target.connection;
  if (!isGuarded(connection) && remarks.length === 0) return;
  await confirmOn(context, connection, {
    title: destination.questionText(groupText(target.userGroupId, connection)),
    detail: [...remarksLine(remarks), destination.consequence, l10n.t("Cancel if you didn't start this.")],
    answer: l10n.t('Write Token'),
  });
}
