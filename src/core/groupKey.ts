// The parameters and the map key that identify a group.

import type { GroupRef } from './userGroup.ts';

export function groupRef({ id }: { readonly id: string }, userGroupId: string): GroupRef {
  return { connectionId: id, userGroupId };
}

export function groupKey({ connectionId, userGroupId }: GroupRef): string {
  return JSON.stringify([connectionId, userGroupId]);
}
