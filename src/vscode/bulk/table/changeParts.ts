// A difference as a cell of a table shows it.

import { formatChanges, type Change } from '../../../document/difference.ts';
import type { CellChange, ChangeKind } from '../../../protocol/tableProtocol.ts';

/** Changes of one group that are shown. */
const MOST_SHOWN = 12;

/** The last one says how many more there are. */
export function changeParts(found: readonly Change[]): CellChange[] {
  return formatChanges(found, MOST_SHOWN).map((text, index) => {
    const change = index < MOST_SHOWN ? found[index] : undefined;
    return { kind: change === undefined ? 'more' : kindOf(change), text };
  });
}

function kindOf({ before, after }: Change): ChangeKind {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}
