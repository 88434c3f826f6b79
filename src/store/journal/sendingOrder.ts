// Which requests about one group may be in progress at the same time: for all others, the order in which the service
// carries them out would be unknown. Rules without SQL.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../../core/errors.ts';
import { quotedId } from '../../core/foreignText.ts';
import { OPERATION_TEXTS } from '../../core/operationTexts.ts';
import { isAskedAlone, type SentOperation } from '../../contract/operations.ts';
import { isSameToken, type SealedToken } from '../../core/userGroup.ts';

/** @throws UserGroupsError `conflict` where the operation may not begin beside those that are in progress */
export function requireOrder(operation: SentOperation, inProgress: readonly SentOperation[]): void {
  const isAgainst = isAskedAlone(operation) || (operation === 'update' && inProgress.includes('update'));
  const against = inProgress.find(isAskedAlone) ?? (isAgainst ? inProgress[0] : undefined);
  if (against === undefined) return;
  const { underWay, untilDone } = OPERATION_TEXTS[against];
  throw new UserGroupsError('conflict', underWay(), untilDone());
}

/**
 * Requires that a group to be deleted, or to get another ID, still has the chosen token and no open rotation. The
 * outcome of a rotation is found out by a get-or-create, which would create the group again.
 * @throws UserGroupsError `conflict`
 */
export function requireUndisturbed(
  current: SealedToken | undefined,
  chosen: SealedToken | undefined,
  rotations: readonly unknown[],
): void {
  if (rotations.length > 0) throw rotationOpen();
  if (current === undefined || chosen === undefined || !isSameToken(current, chosen)) throw changed();
}

function rotationOpen(): UserGroupsError {
  return new UserGroupsError(
    'conflict',
    l10n.t('Its token is being rotated, or the outcome of a rotation is unknown.'),
    l10n.t('Use "Resolve Rotation…" first, which asks the service for the current token.'),
  );
}

function changed(): UserGroupsError {
  return new UserGroupsError(
    'conflict',
    l10n.t('The group was changed or removed meanwhile.'),
    l10n.t('Check it, then try again.'),
  );
}

/** Two groups of the list would be one. */
export function idInUse(userGroupId: string): UserGroupsError {
  return new UserGroupsError(
    'conflict',
    l10n.t('{0} is in the list already.', quotedId(userGroupId)),
    l10n.t('Choose another ID, or remove that group from the list.'),
  );
}
