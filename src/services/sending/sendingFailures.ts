// The failures of a sending: the sentences for the person, and what a failure proves about the service.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection.ts';
import { whileDoing, type Doing, UserGroupsError } from '../../core/errors.ts';
import { quotedId } from '../../core/foreignText.ts';
import { groupText } from '../../core/groupText.ts';
import { OPERATION_TEXTS, maybeDoneText } from '../../core/operationTexts.ts';
import type { SentOperation } from '../../contract/operations.ts';
import type { ServiceAnswer } from '../../core/ports/client.ts';
import type { GroupRef, OpenRotation, SendOutcome } from '../../core/userGroup.ts';

/** `Couldn't update "acme" on production.` */
export function doingText(operation: SentOperation, userGroupId: string, connection: Connection): Doing {
  const group = groupText(userGroupId, connection);
  const { failed, groupMaybeDone } = OPERATION_TEXTS[operation];
  return { failed: failed(group), maybeDone: groupMaybeDone(group) };
}

export function whileSending<T>(
  operation: SentOperation,
  connection: Connection,
  userGroupId: string,
  work: () => Promise<T>,
): Promise<T> {
  return whileDoing(doingText(operation, userGroupId, connection), { connection: connection.name, userGroupId }, work);
}

/** Names the get-or-create that precedes an update, for when it fails and the update is not sent. */
export function checkingText(userGroupId: string, connection: Connection): Doing {
  return {
    failed: doingText('update', userGroupId, connection).failed,
    maybeDone: l10n.t('Nothing was updated, but {0} may have been recreated.', groupText(userGroupId, connection)),
  };
}

/** Names the sending of a document whose group is not known yet. */
export function readingText(connection: Connection): string {
  return l10n.t("Couldn't send the document on {0}.", connection.name);
}

/** Names a get-or-create that is sent only to fetch the group. */
export function fetchingText(userGroupId: string, connection: Connection): Doing {
  return {
    failed: l10n.t("Couldn't fetch {0} from {1}.", quotedId(userGroupId), connection.name),
    maybeDone: l10n.t('{0} may have been recreated.', groupText(userGroupId, connection)),
  };
}

export function findingOutText(userGroupId: string, connection: Connection): Doing {
  const group = groupText(userGroupId, connection);
  return {
    failed: l10n.t("Couldn't resolve the rotation of {0}.", group),
    maybeDone: l10n.t('{0} may have been recreated.', group),
  };
}

/** Names the rotation of a token that no group in the list holds. */
export function leakedText({ name }: Connection): Doing {
  return {
    failed: l10n.t("Couldn't rotate a token on {0}.", name),
    maybeDone: l10n.t('A token on {0} may have been rotated.', name),
  };
}

/** Says that a token which the service has issued could not be stored. */
export function storingText(userGroupId: string, connection: Connection): string {
  return l10n.t(
    "The service completed the request, but the token of {0} couldn't be stored locally.",
    groupText(userGroupId, connection),
  );
}

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

/**
 * The outcome to record for a failed sending. It is `unknown` unless known to be harmless:
 * the interface document shows no failure codes ("Errors").
 */
export function outcomeOfFailure(error: unknown): Extract<SendOutcome, 'refused' | 'notSent' | 'unknown'> {
  if (!(error instanceof UserGroupsError)) return 'unknown';
  switch (error.kind) {
    case 'cancelled':
      return 'notSent';
    case 'unauthorized':
    case 'forbidden':
    case 'notFound':
    case 'conflict':
    case 'invalid':
    case 'rateLimited':
      return error.failure.status === undefined ? 'notSent' : 'refused';
    case 'unavailable':
      // No answer at all: the client says `outcomeUnknown` when anything had left.
      return error.failure.status === undefined ? 'notSent' : 'unknown';
    case 'unexpectedResponse':
      return isRedirect(error.failure.status) ? 'refused' : 'unknown';
    case 'outcomeUnknown':
      return 'unknown';
  }
}

function isRedirect(status: number | undefined): boolean {
  return status !== undefined && status >= 300 && status < 400;
}
