// What blocks a sending, or storing its result: sentences for a person.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../../core/errors.ts';
import type { ServiceAnswer } from '../../core/ports/client.ts';
import { sentences } from '../../core/sentences.ts';
import type { GroupRef, OpenRotation } from '../../core/userGroup.ts';

/** What cannot be recorded is not sent. */
export function beforeSending<T>(record: () => T): T {
  try {
    return record();
  } catch (error) {
    throw nothingSent(error);
  }
}

/** The same for what is recorded with others. */
export async function beforeSendingMany<T>(record: () => Promise<T>): Promise<T> {
  try {
    return await record();
  } catch (error) {
    throw nothingSent(error);
  }
}

function nothingSent(error: unknown): unknown {
  if (!(error instanceof UserGroupsError && error.kind === 'unavailable')) return error;
  const { kind, happened, next, remedy } = error.failure;
  return new UserGroupsError({
    kind,
    happened: sentences([happened, l10n.t('Nothing was sent.')]),
    next,
    remedy,
    cause: error,
  });
}

/** A failure of the question before an update, which was not sent then. */
export async function beforeUpdating<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof UserGroupsError) || error.kind === 'cancelled') throw error;
    throw new UserGroupsError({
      ...error.failure,
      happened: sentences([error.failure.happened, l10n.t('Nothing was updated.')]),
    });
  }
}

/** The group's local data is gone, so its token has no place. */
export function groupRemoved({ status }: ServiceAnswer): UserGroupsError {
  return new UserGroupsError({
    kind: 'conflict',
    happened: l10n.t('The service completed the request, but the group was removed from the list meanwhile.'),
    next: l10n.t('Add the group again to get its token.'),
    status,
  });
}

/** The one failure after which the token must be copied at once: the service has issued it. */
export function notKept(error: unknown, { status }: ServiceAnswer, unstored: GroupRef): Error {
  if (!(error instanceof UserGroupsError)) return error instanceof Error ? error : new Error(String(error));
  return new UserGroupsError({
    kind: 'unavailable',
    happened: sentences([
      l10n.t('The service completed the request, but the token could not be stored locally.'),
      error.failure.happened,
    ]),
    next: copyNowText(error),
    status,
    unstored,
    cause: error,
  });
}

function copyNowText({ kind, failure }: UserGroupsError): string {
  if (failure.remedy === 'reloadWindow')
    return l10n.t('Copy the token now, before you reload the window. Only the memory of this window has it.');
  return kind === 'unavailable'
    ? l10n.t('Copy the token now. Only the memory of this window has it, and storing it is retried.')
    : l10n.t('Copy the token now. Only the memory of this window has it.');
}

/** What blocks a rotation. */
export function refusedFor(against: OpenRotation | 'otherToken'): UserGroupsError {
  if (against === 'otherToken') {
    return new UserGroupsError({
      kind: 'conflict',
      happened: l10n.t('Its token was replaced meanwhile, here or in another window.'),
      next: l10n.t('To replace that one too, rotate it again.'),
    });
  }
  const { isUnderWay, askedAt } = against;
  if (isUnderWay) {
    return new UserGroupsError({
      kind: 'conflict',
      happened: l10n.t('Its token is being rotated, here or in another window.'),
      next: l10n.t('Wait until the rotation is complete.'),
    });
  }
  return new UserGroupsError({
    kind: 'conflict',
    happened:
      askedAt === undefined
        ? l10n.t('The outcome of an earlier rotation is unknown. The token stored locally may not work.')
        : l10n.t('An earlier rotation was probably not applied, but may still be.'),
    next: l10n.t('Use "Resolve Rotation…" first, which asks the service for the current token.'),
    remedy: 'resolveRotation',
  });
}

/** The token's group is unknown. */
export function namesNoGroup(status: number): UserGroupsError {
  return new UserGroupsError({
    kind: 'outcomeUnknown',
    happened: l10n.t('The token was rotated, but the answer does not name the user group ({0}).', status),
    next: l10n.t('Use "Show Unrecognized Response…" to copy the new token.'),
    status,
    remedy: 'resolveRotation',
  });
}

/** The answer is not understood: the token was not rotated, or is about to be. */
export function tokenNotReplaced(status: number): UserGroupsError {
  return new UserGroupsError({
    kind: 'outcomeUnknown',
    happened: l10n.t('The service returned the same token as before ({0}). It may have been rotated.', status),
    next: l10n.t('Use "Resolve Rotation…", which asks the service for the current token.'),
    status,
    remedy: 'resolveRotation',
  });
}

export function notReadBack(): UserGroupsError {
  return new UserGroupsError({
    kind: 'unavailable',
    happened: l10n.t('The token could not be read back from the list.'),
  });
}
