// What blocks a sending, or storing its result: sentences for a person.

import { UserGroupsError } from '../../core/errors.ts';
import type { ServiceAnswer } from '../../core/ports/client.ts';
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
  const { kind, happened, next, isReloadNeeded } = error.failure;
  return new UserGroupsError({ kind, happened: `${happened} Nothing was sent.`, next, isReloadNeeded, cause: error });
}

/** A failure of the question before an update, which was not sent then. */
export async function beforeUpdating<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof UserGroupsError) || error.kind === 'cancelled') throw error;
    throw new UserGroupsError({ ...error.failure, happened: `${error.failure.happened} Nothing was updated.` });
  }
}

/** The group's local data is gone, so its token has no place. */
export function groupRemoved({ status }: ServiceAnswer): UserGroupsError {
  return new UserGroupsError({
    kind: 'conflict',
    happened: 'The service did it, but what this list kept of the group was removed meanwhile.',
    next: 'Add the group again to have its token here.',
    status,
  });
}

/** The one failure after which the token must be copied at once: the service has issued it. */
export function notKept(error: unknown, { status }: ServiceAnswer, unstored: GroupRef): Error {
  if (!(error instanceof UserGroupsError)) return error instanceof Error ? error : new Error(String(error));
  return new UserGroupsError({
    kind: 'unavailable',
    happened: `The service did it, but its token could not be kept here. ${error.failure.happened}`,
    next: error.failure.isReloadNeeded
      ? 'Copy the token now, before you reload the window: it is in the memory of this window only.'
      : `Copy the token now: it is in the memory of this window only${error.kind === 'unavailable' ? ', which goes on trying to store it' : ''}.`,
    status,
    unstored,
    cause: error,
  });
}

/** What blocks a rotation. */
export function refusedFor(against: OpenRotation | 'otherToken'): UserGroupsError {
  if (against === 'otherToken') {
    return new UserGroupsError({
      kind: 'conflict',
      happened: 'Its token was replaced meanwhile, here or in another window.',
      next: 'Rotate it again if that one is to be replaced, too.',
    });
  }
  const { isUnderWay, askedAt } = against;
  if (isUnderWay) {
    return new UserGroupsError({
      kind: 'conflict',
      happened: 'Its token is being rotated at this moment, here or in another window.',
      next: 'Wait until that has ended.',
    });
  }
  return new UserGroupsError({
    kind: 'conflict',
    happened:
      askedAt === undefined
        ? 'The outcome of an earlier rotation is not known, so the token known here may be dead.'
        : 'An earlier rotation was probably not carried out, but may still be.',
    next: 'Use "Resolve Rotation…" first, which asks the service for the current token.',
    isRotationOpen: true,
  });
}

/** The token's group is unknown. */
export function namesNoGroup(status: number): UserGroupsError {
  return new UserGroupsError({
    kind: 'outcomeUnknown',
    happened: `The token was rotated, but the answer does not say of which user group (${status}).`,
    next: 'Use "Show Unrecognized Response…" to copy the new token.',
    status,
    isRotationOpen: true,
  });
}

/** The answer is not understood: the token was not rotated, or is about to be. */
export function tokenNotReplaced(status: number): UserGroupsError {
  return new UserGroupsError({
    kind: 'outcomeUnknown',
    happened: `The service answered the same token as before (${status}), so nobody knows whether it was rotated.`,
    next: 'Use "Resolve Rotation…", which asks the service for the current token.',
    status,
    isRotationOpen: true,
  });
}

export function notReadBack(): UserGroupsError {
  return new UserGroupsError({ kind: 'unavailable', happened: 'The token could not be read back from the list.' });
}
