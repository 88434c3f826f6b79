// What a command about one group is about.

import type { Connection } from '../../core/connection.ts';

export interface GroupTarget {
  readonly connection: Connection;
  readonly userGroupId: string;
}
