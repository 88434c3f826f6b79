// Which group it is: as everything asks for it, and as the key of a map.

import type { GroupRef } from './userGroup.ts';

export function groupRef({ id }: { readonly id: string }, userGroupId: string): GroupRef {
  return { connectionId: id, userGroupId };
}

export function groupKey({ connectionId, userGroupId }: GroupRef): string {
  return JSON.stringify([connectionId, userGroupId]);
}
