// Guards unresolved rotations: their local record is the only trace of a token that may be dead.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from './errors.ts';
import { visibleId } from './foreignText.ts';
import type { OpenRotation } from './userGroup.ts';

const MOST_NAMED = 3;

/**
 * @throws UserGroupsError `conflict` while any of these is in progress or open: removing the record would remove the
 * question, too.
 */
export function requireNoneOpen(rotations: readonly OpenRotation[]): void {
  const underWay = rotations.filter(({ isUnderWay }) => isUnderWay);
  if (underWay.length > 0) {
    throw new UserGroupsError({
      kind: 'conflict',
      happened: l10n.t('The token of {0} is being rotated, here or in another window.', rotatedGroups(underWay)),
      next: l10n.t('Wait until the rotation is complete.'),
    });
  }
  if (rotations.length === 0) return;
  throw new UserGroupsError({
    kind: 'conflict',
    happened: l10n.t(
      'The token of {0} may have been rotated, and only this list remembers the request.',
      rotatedGroups(rotations),
    ),
    next: l10n.t('Use "Resolve Rotation…" first. It asks the service for the current token.'),
  });
}

/** "acme", "acme, globex and 2 more": whose rotations these are. */
export function rotatedGroups(rotations: readonly OpenRotation[]): string {
  const groups = [
    ...new Set(
      rotations.map(({ userGroupId }) =>
        userGroupId === undefined ? l10n.t('no group in the list') : visibleId(userGroupId),
      ),
    ),
  ];
  const more = groups.length - MOST_NAMED;
  return more > 0 ? l10n.t('{0} and {1} more', groups.slice(0, MOST_NAMED).join(', '), more) : groups.join(', ');
}
