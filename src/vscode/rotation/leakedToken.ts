// The command Rotate a Leaked Token…: starts with the token, which identifies its group.

import { guardedMark } from '../../core/environmentText.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { groupText } from '../../core/groupText.ts';
import type { TokenOwner } from '../../core/userGroup.ts';
import { withProgress } from '../platform/progress.ts';
import { isReady, targetConnection } from '../command/targets.ts';
import type { Invocation } from '../command/invocation.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { askToken, ownerText } from '../groups/whoseToken.ts';
import { confirmRotation, rotateTokenOf, reportRotated } from './rotateToken.ts';

/** Shows the group before anything happens; a token without a group here can also be rotated. */
export async function rotateLeakedToken(
  context: CommandContext,
  invocation: Invocation,
): Promise<{ readonly rotated: boolean }> {
  const token = await askToken(
    'Rotate a Leaked Token',
    'The token that leaked. Its group is looked for on this machine first',
  );
  await context.services.inHand.requireNoApiToken(token);
  const {
    owners: [owner],
  } = await context.services.inHand.look(token);
  if (owner === undefined) return rotateUnlisted(context, invocation, token);
  const connection = context.services.connections.withId(owner.ref.connectionId);
  if (connection === undefined)
    throw new UserGroupsError({ kind: 'notFound', happened: 'The token is of a group whose connection is gone.' });
  if (owner.replacedAt !== undefined) throw alreadyReplaced(context, owner);
  return rotateTokenOf(context, invocation, { connection, userGroupId: owner.ref.userGroupId });
}

async function rotateUnlisted(
  context: CommandContext,
  invocation: Invocation,
  token: string,
): Promise<{ readonly rotated: boolean }> {
  // The active document's connection may not be the one that is meant.
  const about = invocation.origin === 'document' ? { ...invocation, input: {} } : invocation;
  const connection = await targetConnection(
    context.services,
    about,
    'Rotate a Leaked Token: not of a group in this list',
    isReady,
  );
  await context.services.rotation.requireLeakedRotatable(connection, token);
  await confirmRotation(context, connection, {
    whose: `a group that is not in this list, on ${connection.name}`,
    id: 'a token that no group in this list has',
  });
  const { userGroupId, wasListed, notes } = await withProgress(
    `Rotating a token on ${connection.name}${guardedMark(connection)}`,
    (options) => context.services.rotation.rotateLeaked(connection, token, options),
  );
  reportRotated(context, invocation, { connection, userGroupId }, [
    `The token was that of ${groupText(userGroupId, connection)}, ${wasListed ? 'for which another one was known here' : 'which is in the list now'}`,
    ...notes,
  ]);
  return { rotated: true };
}

/** Rotating sends the current token: with a former one the service's reaction is unknown. */
function alreadyReplaced(context: CommandContext, owner: TokenOwner): UserGroupsError {
  return new UserGroupsError({
    kind: 'conflict',
    doing: "Couldn't rotate the leaked token.",
    happened: `It is ${ownerText(context, owner)}.`,
    next: 'Use "Rotate User Group Token…" if the current one leaked, too.',
  });
}
