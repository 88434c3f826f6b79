// The first sentence of a failure: what could not be done, or may have been.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection.ts';
import { whileDoing, type Doing } from '../../core/errors.ts';
import { quotedId } from '../../core/foreignText.ts';
import { groupText } from '../../core/groupText.ts';
import { OPERATION_TEXTS } from '../../core/operationTexts.ts';
import type { SentOperation } from '../../contract/operations.ts';

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
