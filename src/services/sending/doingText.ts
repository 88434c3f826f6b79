// The first sentence of a failure: what could not be done.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection.ts';
import { quotedId } from '../../core/foreignText.ts';
import { groupText } from '../../core/groupText.ts';
import type { Operation } from '../../core/userGroup.ts';

/** `Couldn't update "acme" on production.` */
export function doingText(operation: Operation, userGroupId: string, connection: Connection): string {
  const group = groupText(userGroupId, connection);
  switch (operation) {
    case 'getOrCreate':
      return l10n.t("Couldn't get or create {0}.", group);
    case 'update':
      return l10n.t("Couldn't update {0}.", group);
    case 'rotate':
      return l10n.t("Couldn't rotate the token of {0}.", group);
  }
}

/** Of a document whose group is not known yet. */
export function readingText(connection: Connection): string {
  return l10n.t("Couldn't send the document on {0}.", connection.name);
}

/** The same call as get-or-create, asked for another reason. */
export function fetchingText(userGroupId: string, connection: Connection): string {
  return l10n.t("Couldn't fetch {0} from {1}.", quotedId(userGroupId), connection.name);
}

export function findingOutText(userGroupId: string, connection: Connection): string {
  return l10n.t("Couldn't resolve the rotation of {0}.", groupText(userGroupId, connection));
}

/** Of a token without a group in the list. */
export function leakedText(connection: Connection): string {
  return l10n.t("Couldn't rotate a token on {0}.", connection.name);
}
