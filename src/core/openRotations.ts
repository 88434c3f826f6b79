// Guards unresolved rotations: their local record is the only trace of a token that may be dead.

import * as l10n from '@vscode/l10n';
import { grouped } from './language.ts';
import { UserGroupsError } from './errors.ts';
import { quotedId } from './foreignText.ts';
import type { OpenRotation } from './userGroup.ts';

const MOST_NAMED = 3;

/**
 * @throws UserGroupsError `conflict` while any of these is in progress or open: removing the record would remove the
 * question, too.
 */
export function requireNoneOpen(rotations: readonly OpenRotation[]): void {
  const underWay = rotations.filter(({ isUnderWay }) => isUnderWay);
  if (underWay.length > 0) {
    throw new UserGroupsError(
      'conflict',
      l10n.t('A rotation is in progress, here or in another window: {0}.', rotatedGroups(underWay)),
      l10n.t('Wait until the rotation is complete.'),
    );
  }
  if (rotations.length === 0) return;
  throw new UserGroupsError(
    'conflict',
    l10n.t('Removing it loses the only record of an unresolved rotation: {0}.', rotatedGroups(rotations)),
    l10n.t('Use "Resolve Rotation…" first, which asks the service for the current token.'),
  );
}

/** `"acme"`, `"acme", "globex" and 2 more`: whose rotations these are. */
export function rotatedGroups(rotations: readonly OpenRotation[]): string {
  const groups = [
    ...new Set(
      rotations.map(({ userGroupId }) =>
        userGroupId === undefined ? l10n.t('an unlisted group') : quotedId(userGroupId),
      ),
    ),
  ];
  const more = groups.length - MOST_NAMED;
  return more > 0
    ? l10n.t('{0} and {1} more', groups.slice(0, MOST_NAMED).join(', '), grouped(more))
    : groups.join(', ');
}
