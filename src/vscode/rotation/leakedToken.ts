// The command Rotate a Leaked Token…: starts with the token, which identifies its group.

import * as l10n from '@vscode/l10n';
import { guardedMark } from '../../core/environmentText.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { groupText } from '../../core/groupText.ts';
import type { TokenOwner } from '../../core/userGroup.ts';
import { withProgress } from '../platform/progress.ts';
import { isReady, targetConnection } from '../command/targets.ts';
import type { Invocation } from '../command/invocation.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { askToken, ownerText } from '../groups/findGroupByToken.ts';
import { confirmRotation, rotateTokenOf, reportRotated } from './rotateToken.ts';

/** Shows the group before anything happens; a token without a group here can also be rotated. */
export async function rotateLeakedToken(
  context: CommandContext,
  invocation: Invocation,
): Promise<{ readonly rotated: boolean }> {
  const token = await askToken(
    l10n.t('Rotate a Leaked Token'),
    l10n.t('The leaked token. The list is searched for it first.'),
  );
  await context.services.inHand.requireNoApiToken(token);
  const {
    owners: [owner],
  } = await context.services.inHand.look(token);
  if (owner === undefined) return rotateUnlisted(context, invocation, token);
  const connection = context.services.connections.withId(owner.ref.connectionId);
  if (connection === undefined)
    throw new UserGroupsError('notFound', l10n.t('The connection of its group no longer exists.'));
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
    l10n.t('Rotate a Leaked Token: not in the list'),
    isReady,
  );
  await context.services.rotation.requireLeakedRotatable(connection, token);
  await confirmRotation(context, connection, {
    title: l10n.t('Rotate the token of an unlisted group on {0}?', connection.name),
    what: l10n.t('Rotate the token of an unlisted group on {0}', connection.name),
  });
  const { userGroupId, wasListed, notes } = await withProgress(
    l10n.t('Rotating a token on {0}', connection.name + guardedMark(connection)),
    (options) => context.services.rotation.rotateLeaked(connection, token, options),
  );
  reportRotated(context, invocation, { connection, userGroupId }, [
    wasListed
      ? l10n.t('The token belonged to {0}, for which another one was stored.', groupText(userGroupId, connection))
      : l10n.t('The token belonged to {0}, which is in the list now.', groupText(userGroupId, connection)),
    ...notes,
  ]);
  return { rotated: true };
}

/** Rotating sends the current token: with a former one the service's reaction is unknown. */
function alreadyReplaced(context: CommandContext, owner: TokenOwner): UserGroupsError {
  return new UserGroupsError(
    'conflict',
    ownerText(context, owner),
    l10n.t('If the current token leaked too, use "Rotate User Group Token…".'),
    { doing: l10n.t("Couldn't rotate the leaked token.") },
  );
}
