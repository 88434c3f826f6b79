// Which requests about one group may be in progress at once: of those that may not, nobody could tell which one the
// service carries out first. Rules without SQL.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../../core/errors.ts';
import type { SentOperation } from '../../core/userGroup.ts';

/** @throws UserGroupsError `conflict` where the operation may not begin beside those that are in progress */
export function requireOrder(operation: SentOperation, inProgress: readonly SentOperation[]): void {
  if (inProgress.includes('delete')) throw beingDeleted();
  const isAgainst = operation === 'delete' || (operation === 'update' && inProgress.includes('update'));
  if (isAgainst && inProgress.length > 0) throw beingSent();
}

/**
 * Of a group that is to be deleted: what became of a rotation is found out by a get-or-create, which would create the
 * group again.
 * @throws UserGroupsError `conflict`
 */
export function requireNoRotation(open: readonly unknown[]): void {
  if (open.length > 0) throw rotationOpen();
}

function rotationOpen(): UserGroupsError {
  return new UserGroupsError({
    kind: 'conflict',
    happened: l10n.t('Its token is being rotated, or the outcome of a rotation is unknown.'),
    next: l10n.t('Use "Resolve Rotation…" first, which asks the service for the current token.'),
  });
}

function beingDeleted(): UserGroupsError {
  return new UserGroupsError({
    kind: 'conflict',
    happened: l10n.t('The group is being deleted, here or in another window.'),
    next: l10n.t('Wait until it is deleted.'),
  });
}

function beingSent(): UserGroupsError {
  return new UserGroupsError({
    kind: 'conflict',
    happened: l10n.t('The group is being sent, here or in another window.'),
    next: l10n.t('Wait until it is sent.'),
  });
}
