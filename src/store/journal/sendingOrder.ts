// Which requests about one group may be in progress at the same time: for all others, the order in which the service
// carries them out would be unknown. Rules without SQL.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../../core/errors.ts';
import { quotedId } from '../../core/foreignText.ts';
import { endsId, type SentOperation } from '../../contract/operations.ts';
import { isSameToken, type SealedToken } from '../../core/userGroup.ts';

/** @throws UserGroupsError `conflict` where the operation may not begin beside those that are in progress */
export function requireOrder(operation: SentOperation, inProgress: readonly SentOperation[]): void {
  if (inProgress.includes('delete')) throw beingDeleted();
  if (inProgress.includes('changeId')) throw idBeingChanged();
  const isAgainst = endsId(operation) || (operation === 'update' && inProgress.includes('update'));
  if (isAgainst && inProgress.length > 0) throw beingSent();
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

function beingDeleted(): UserGroupsError {
  return new UserGroupsError(
    'conflict',
    l10n.t('The group is being deleted, here or in another window.'),
    l10n.t('Wait until it is deleted.'),
  );
}

function idBeingChanged(): UserGroupsError {
  return new UserGroupsError(
    'conflict',
    l10n.t('Its ID is being changed, here or in another window.'),
    l10n.t('Wait until it is changed.'),
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

function beingSent(): UserGroupsError {
  return new UserGroupsError(
    'conflict',
    l10n.t('The group is being sent, here or in another window.'),
    l10n.t('Wait until it is sent.'),
  );
}
