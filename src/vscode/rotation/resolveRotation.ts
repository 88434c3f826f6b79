// Resolves a rotation whose answer was lost, and shows the outcome.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../../core/errors.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText, markedGroup } from '../../core/groupText.ts';
import { momentText } from '../../core/stateText.ts';
import type { Accept, FoundOut } from '../../services/rotation/rotationService.ts';
import type { Permission } from '../../services/connections/serviceTargets.ts';
import { withProgress } from '../platform/progress.ts';
import { asksBeforeSending, confirmOn, guardedLine, remarksLine } from '../command/confirm.ts';
import type { GroupTarget } from '../command/invocation.ts';
import { showNotice } from '../command/showNotice.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { offerCopy, recreatedText } from './rotateToken.ts';

/**
 * Asks the service, and shows the result. Safe to repeat. @throws UserGroupsError `conflict` when the person rejected
 * the answer
 */
export async function resolveOpenRotation(context: CommandContext, target: GroupTarget): Promise<FoundOut> {
  await confirmAsking(context, target);
  return askAndReport(context, target, ASKED);
}

/** The person was asked: allowed on a locked connection, too. */
export const ASKED: Permission = { isAskedThoughLocked: true };

/** The person has asked before and knows that the service is asked again. Refused where the connection is locked. */
export async function resolveAgain(context: CommandContext, target: GroupTarget): Promise<FoundOut> {
  return askAndReport(context, target, {});
}

async function askAndReport(context: CommandContext, target: GroupTarget, permission: Permission): Promise<FoundOut> {
  const found = await ask(context, target, permission);
  report(context, target, found);
  return found;
}

/** Where sending is confirmed, and wherever the connection is locked. @throws UserGroupsError `cancelled` */
export async function confirmAsking(context: CommandContext, { connection, userGroupId }: GroupTarget): Promise<void> {
  const isLocked = connection.locked === 'all';
  if (!isLocked && !asksBeforeSending(context.settings, connection)) return;
  await confirmOn(context, connection, {
    title: l10n.t('Ask the service for the current token of {0}?', groupText(userGroupId, connection)),
    detail: [
      ...(isLocked ? [l10n.t('The connection is locked. This request is sent anyway.')] : []),
      l10n.t('The service is asked by get-or-create.'),
    ],
    answer: l10n.t('Ask'),
  });
}

/** An answer that seems to be about another group is used only with the person's consent. */
export function acceptedBy(context: CommandContext, { connection, userGroupId }: GroupTarget): Accept {
  return async (reasons) => {
    const accept = l10n.t('Accept');
    const answer = await context.messages.ask({
      title: l10n.t('Accept this response for {0}?', groupText(userGroupId, connection)),
      detail: [
        ...guardedLine(connection),
        ...remarksLine(reasons),
        l10n.t('Its token becomes the current one. The previous token is kept.'),
      ],
      answers: [accept],
    });
    return answer === accept;
  };
}

function ask(context: CommandContext, target: GroupTarget, permission: Permission): Promise<FoundOut> {
  const { connection, userGroupId } = target;
  return withProgress(l10n.t('Resolving the rotation of {0}', groupText(userGroupId, connection)), (options) =>
    context.services.rotation.findOut(connection, userGroupId, acceptedBy(context, target), {
      ...options,
      ...permission,
    }),
  );
}

function report(context: CommandContext, target: GroupTarget, { kind, at }: FoundOut): void {
  const group = markedGroup(target.userGroupId, target.connection);
  const sent = momentText(at, Date.now());
  switch (kind) {
    case 'rotated':
      void offerCopy(
        context,
        target,
        l10n.t('Token of {0} was rotated {1} and is stored. Deploy it now.', group, sent),
      );
      return;
    case 'notRotated':
      context.messages.status(l10n.t('Token of {0} was not rotated and is still current', group));
      return;
    case 'probablyNot':
      reportProbablyNot(context, target, group, sent);
      return;
    case 'tokenKnown':
      void offerCopy(
        context,
        target,
        l10n.t("Current token of {0} stored. Whether it was rotated {1} can't be determined.", group, sent),
      );
      return;
    case 'recreated':
      void offerCopy(context, target, recreatedText(group), 'warn');
      return;
    case 'notAccepted':
      throw responseRejected(group);
  }
}

function reportProbablyNot(context: CommandContext, target: GroupTarget, group: string, sent: string): void {
  if (hasUnrecognizedResponse(context, target)) {
    const text = l10n.t(
      'The rotation of {0} ({1}) got an unrecognized response. It may contain a new token.',
      group,
      sent,
    );
    void offerUnrecognizedResponse(context, target, text);
    return;
  }
  context.messages.status(
    l10n.t('Token of {0} was probably not rotated. The service is asked again before the token is copied.', group),
  );
}

function hasUnrecognizedResponse({ services }: CommandContext, { connection, userGroupId }: GroupTarget): boolean {
  const open = services.rotation.openOf(groupRef(connection, userGroupId));
  return open !== undefined && services.rotation.hasUnrecognizedResponse(open);
}

function offerUnrecognizedResponse(
  { messages, run }: CommandContext,
  { connection, userGroupId }: GroupTarget,
  text: string,
): Promise<void> {
  const about = { connection: connection.name, user_group_id: userGroupId };
  return showNotice(
    messages,
    'warn',
    text,
    { label: l10n.t('Show Unrecognized Response…'), run: () => run('userGroups.showUnrecognizedResponse', about) },
    { label: l10n.t('Dismiss…'), run: () => run('userGroups.dismissRotation', about) },
  );
}

export function responseRejected(group: string): UserGroupsError {
  return new UserGroupsError(
    'conflict',
    l10n.t('The response was rejected and not stored.'),
    l10n.t('Check the connection and its environment, then use "Resolve Rotation…" again.'),
    { doing: l10n.t("Couldn't resolve the rotation of {0}.", group) },
  );
}
