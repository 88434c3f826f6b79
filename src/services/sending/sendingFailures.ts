// What blocks a sending, or storing its result: sentences for the user.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../../core/errors.ts';
import { maybeDoneText } from '../../core/operationTexts.ts';
import type { ServiceAnswer } from '../../core/ports/client.ts';
import type { GroupRef, OpenRotation } from '../../core/userGroup.ts';

/** The group's local data is gone, so its token has no place. */
export function groupRemoved({ status }: ServiceAnswer): UserGroupsError {
  return new UserGroupsError(
    'conflict',
    l10n.t('The service completed the request, but the group was removed from the list meanwhile.'),
    l10n.t('Add the group again to get its token.'),
    { status },
  );
}

/** The one failure after which the token must be copied at once: the service has issued it. @param doing of storing. */
export function notKept(error: unknown, { status }: ServiceAnswer, unstored: GroupRef, doing: string): Error {
  if (!(error instanceof UserGroupsError)) return error instanceof Error ? error : new Error(String(error));
  const { happened, remedy } = error.failure;
  return new UserGroupsError(
    'unavailable',
    happened,
    remedy === 'reloadWindow'
      ? l10n.t('Copy the token now, before you reload the window.')
      : l10n.t('Copy the token now, because only the memory of this window has it.'),
    { doing, status, unstored, cause: error },
  );
}

/** What blocks a rotation. */
export function refusedFor(against: OpenRotation | 'otherToken'): UserGroupsError {
  if (against === 'otherToken') {
    return new UserGroupsError(
      'conflict',
      l10n.t('Its token was replaced meanwhile, here or in another window.'),
      l10n.t('To replace that one too, rotate it again.'),
    );
  }
  const { isUnderWay, askedAt } = against;
  if (isUnderWay) {
    return new UserGroupsError(
      'conflict',
      l10n.t('Its token is being rotated, here or in another window.'),
      l10n.t('Wait until the rotation is complete.'),
    );
  }
  return new UserGroupsError(
    'conflict',
    askedAt === undefined
      ? l10n.t('The outcome of an earlier rotation is unknown.')
      : l10n.t('An earlier rotation was probably not applied, but may still be.'),
    l10n.t('Use "Resolve Rotation…" first, which asks the service for the current token.'),
    { remedy: 'resolveRotation' },
  );
}

/** The token's group is unknown. */
export function namesNoGroup(status: number): UserGroupsError {
  return new UserGroupsError(
    'outcomeUnknown',
    l10n.t("The response has a new token but doesn't say whose it is ({0}).", status),
    l10n.t('Use "Show Unrecognized Response…" to copy the new token.'),
    { maybeDone: maybeDoneText('rotate'), status, remedy: 'resolveRotation' },
  );
}

/** The answer is not understood: the token was not rotated, or is about to be. */
export function tokenNotReplaced(status: number): UserGroupsError {
  return new UserGroupsError(
    'outcomeUnknown',
    l10n.t('The service returned the same token as before ({0}).', status),
    l10n.t('Use "Resolve Rotation…", which asks the service for the current token.'),
    { maybeDone: maybeDoneText('rotate'), status, remedy: 'resolveRotation' },
  );
}

export function notReadBack(): UserGroupsError {
  return new UserGroupsError('unavailable', l10n.t("The token couldn't be read back from the list."));
}
