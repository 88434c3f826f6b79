// Guards unresolved rotations: their local record is the only trace of a token that may be dead.

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
      happened: `The token of ${rotatedGroups(underWay)} is being rotated at this moment, here or in another window.`,
      next: 'Wait until that has ended.',
    });
  }
  if (rotations.length === 0) return;
  throw new UserGroupsError({
    kind: 'conflict',
    happened: `Whether the token of ${rotatedGroups(rotations)} was rotated is not known, and only this list remembers that it was asked for.`,
    next: 'Use "Resolve Rotation…" first: the service is asked which token is the current one.',
  });
}

/** "acme", "acme, globex and 2 more": whose rotations these are. */
export function rotatedGroups(rotations: readonly OpenRotation[]): string {
  const groups = [
    ...new Set(
      rotations.map(({ userGroupId }) => (userGroupId === undefined ? 'no group in the list' : visibleId(userGroupId))),
    ),
  ];
  const more = groups.length - MOST_NAMED;
  return more > 0 ? `${groups.slice(0, MOST_NAMED).join(', ')} and ${more} more` : groups.join(', ');
}
