// Where the token of each group was written last.

import type { EnvFileDestination, TokenDestination } from '../tokenDestination.ts';
import type { GroupRef } from '../userGroup.ts';

export interface DestinationStore {
  find(ref: GroupRef): TokenDestination | undefined;
  /** The groups whose tokens were written to this variable last. */
  groupsAt(place: EnvFileDestination): readonly GroupRef[];
  /** Of a group in the list. It is forgotten when the group or its connection goes, here or on the service. */
  remember(ref: GroupRef, destination: TokenDestination): void;
}
