// A group as the key of a map.

import type { GroupRef } from './userGroup.ts';

export function groupKey({ connectionId, userGroupId }: GroupRef): string {
  return JSON.stringify([connectionId, userGroupId]);
}
