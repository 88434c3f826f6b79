// Resolves a rotation whose answer was lost, and shows the outcome.

import { environmentText, guardedMark } from '../../core/environmentText.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { visibleId } from '../../core/foreignText.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText } from '../../core/groupText.ts';
import { momentText } from '../../core/stateText.ts';
import type { Accept, FoundOut } from '../../services/rotation/rotationService.ts';
import type { Permission } from '../../services/connections/serviceTargets.ts';
import { withProgress } from '../platform/progress.ts';
import { asksBeforeSending, confirmOn } from '../command/confirm.ts';
import type { GroupTarget } from '../command/pickGroup.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { offerCopy } from './rotateToken.ts';

/**
 * Asks the service, and shows the result. Safe to repeat. @throws UserGroupsError `conflict` when the person rejected
 * the answer
 */
export async function findOut(context: CommandContext, target: GroupTarget): Promise<FoundOut> {
  await confirmAsking(context, target);
  return askAndReport(context, target, ASKED);
}

/** The person was asked: allowed on a locked connection, too. */
export const ASKED: Permission = { isAskedThoughLocked: true };

/** The person has asked before and knows that the service is asked again. Refused where the connection is locked. */
export async function findOutAgain(context: CommandContext, target: GroupTarget): Promise<FoundOut> {
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
    title: `Ask ${connection.name} which token of ${visibleId(userGroupId)} is the current one?`,
    detail: [
      ...(isLocked
        ? [
            'The connection is locked against every request: this one is sent all the same, to find out what became of the rotation.',
          ]
        : []),
      'Asking is get-or-create, with what is known of the group here: if it is gone, it is made anew, with a new token.',
    ],
    answer: 'Ask',
  });
}

/** An answer that seems to be about another group is used only with the person's consent. */
export function acceptedBy(context: CommandContext, { connection, userGroupId }: GroupTarget): Accept {
  return async (reasons) =>
    (await context.messages.ask({
      title: `Take this answer for one about ${groupText(userGroupId, connection)}?`,
      detail: [
        `Environment: ${environmentText(connection)}.`,
        ...reasons,
        'Taken, its token becomes the current one here, and the former one is kept as replaced. Otherwise nothing of it is kept.',
      ],
      answers: [TAKE_IT],
    })) === TAKE_IT;
}

const TAKE_IT = 'Take It';

function ask(context: CommandContext, target: GroupTarget, permission: Permission): Promise<FoundOut> {
  const { connection, userGroupId } = target;
  return withProgress(`Finding out about the token of ${groupText(userGroupId, connection)}`, (options) =>
    context.services.rotation.findOut(connection, userGroupId, acceptedBy(context, target), {
      ...options,
      ...permission,
    }),
  );
}

function report(context: CommandContext, target: GroupTarget, { kind, at }: FoundOut): void {
  const group = groupText(target.userGroupId, target.connection);
  const sent = momentText(at, Date.now());
  switch (kind) {
    case 'rotated':
      void offerCopy(
        context,
        target,
        `The token of ${group} was rotated ${sent}. The new one is stored now: deploy it. The former one is kept as replaced.`,
      );
      return;
    case 'notRotated':
      context.messages.status(
        `Token of ${group} was not rotated ${sent}: it is the current one${guardedMark(target.connection)}`,
      );
      return;
    case 'probablyNot':
      if (hasKeptAnswer(context, target)) {
        void offerKeptAnswer(
          context,
          target,
          `The service still answers the former token of ${group}, but the answer to the rotation ${sent} could not be understood and may hold a new one: look at it, then let go of the rotation.`,
        );
        return;
      }
      void context.messages.info(
        `The token of ${group} was probably not rotated: the service still answers the former one. A request sent ${sent} may yet be carried out, so the service is asked again at the next start, and before the token is copied.`,
      );
      return;
    case 'tokenKnown':
      void offerCopy(
        context,
        target,
        `The current token of ${group} is stored now. Whether it was rotated ${sent} cannot be told: the former one is not readable here, or another rotation came between.`,
      );
      return;
    case 'recreated':
      void context.messages.warn(
        `${group} was gone, and asking for it has made it anew as it was last sent from here. It has a new token, which is stored; the former one is kept as replaced.`,
      );
      return;
    case 'notAccepted':
      throw notTaken(group);
  }
}

function hasKeptAnswer({ services }: CommandContext, { connection, userGroupId }: GroupTarget): boolean {
  const open = services.rotation.openOf(groupRef(connection, userGroupId));
  return open !== undefined && services.rotation.hasKeptAnswer(open);
}

async function offerKeptAnswer(
  context: CommandContext,
  { connection, userGroupId }: GroupTarget,
  text: string,
): Promise<void> {
  const chosen = await context.messages.warn(text, SHOW_ANSWER, DISMISS);
  const about = { connection: connection.name, user_group_id: userGroupId };
  if (chosen === SHOW_ANSWER) await context.run('userGroups.showKeptAnswer', about);
  if (chosen === DISMISS) await context.run('userGroups.letGoOfRotation', about);
}

const SHOW_ANSWER = 'Show Unrecognized Response…';
const DISMISS = 'Let Go…';

export function notTaken(group: string): UserGroupsError {
  return new UserGroupsError({
    kind: 'conflict',
    doing: `Couldn't resolve the rotation of ${group}.`,
    happened: 'The answer was not accepted, and nothing of it was kept.',
    next: 'Check the connection and its environment, then use "Resolve Rotation…" again.',
  });
}
