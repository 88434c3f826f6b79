// The row that a key acts on, by what VS Code notifies of the list.

import assert from 'node:assert/strict';
import type { TreeNode } from '../../../../src/vscode/command/treeNode.ts';
import { RowOfKeys } from '../../../../src/vscode/groups/tree/rowOfKeys.ts';
import { TESTING } from '../../../support/connections.ts';

/** Another node each time, as after a refresh. */
const row = (number: number): TreeNode => ({
  kind: 'newDraft',
  connection: TESTING.name,
  of: TESTING,
  number,
  title: `${number}`,
  state: { mappingKnown: false },
});

/** What happens to the list, by the numbers of its rows. A key first selects or deselects the focused row, twice. */
type Step =
  | { readonly select: readonly number[] }
  | { readonly opens: number }
  | { readonly focus: number }
  | { readonly keyAt: number | undefined; readonly actsOn: number | undefined; readonly highlighted?: boolean };

const ROWS: readonly (readonly [string, readonly Step[]])[] = [
  [
    'the focused row, whichever is selected',
    [
      { select: [1] },
      { keyAt: 1, actsOn: 1 },
      { keyAt: 3, actsOn: 3, highlighted: false },
      { select: [1, 2] },
      { keyAt: 2, actsOn: 2, highlighted: true },
    ],
  ],
  [
    'the row of the document that became active, where the focus stayed behind',
    [{ select: [1] }, { opens: 2 }, { keyAt: 1, actsOn: 2, highlighted: false }, { keyAt: 2, actsOn: 2 }],
  ],
  [
    'the row of the last of several documents that became active',
    [{ select: [1] }, { opens: 2 }, { opens: 3 }, { keyAt: 1, actsOn: 3 }],
  ],
  [
    'the row of each document that becomes active, one after another',
    [
      { select: [1] },
      ...[1, 2, 3, 4].flatMap((at): Step[] => [{ opens: at + 1 }, { keyAt: at, actsOn: at + 1 }, { focus: at + 1 }]),
    ],
  ],
  [
    'the row that was walked to after a document became active',
    [{ select: [1] }, { opens: 2 }, { keyAt: 4, actsOn: 4 }],
  ],
  [
    'the row that had the focus before, once a key showed that the focus came along',
    [{ select: [1] }, { opens: 2 }, { keyAt: 1, actsOn: 2 }, { keyAt: 1, actsOn: 1 }],
  ],
  ['the row of the active document before anything had the focus', [{ opens: 2 }, { keyAt: undefined, actsOn: 2 }]],
  ['nothing where nothing is', [{ keyAt: undefined, actsOn: undefined }]],
];

describe('A key in the list', () => {
  for (const [what, steps] of ROWS)
    it(`acts on ${what}`, () => {
      const rows = new RowOfKeys();
      let selected: readonly number[] = [];
      const select = (numbers: readonly number[]): void => rows.select((selected = numbers).map(row));
      for (const step of steps) {
        if ('select' in step) select(step.select);
        else if ('focus' in step) rows.focus(row(step.focus));
        else if ('opens' in step) {
          rows.follow(row(step.opens));
          select([step.opens]);
        } else {
          const { keyAt, actsOn, highlighted } = step;
          if (keyAt !== undefined) {
            const before = selected;
            select(before.includes(keyAt) ? before.filter((each) => each !== keyAt) : [...before, keyAt]);
            select(before);
          }
          const found = rows.resolve();
          assert.equal(found?.kind === 'newDraft' ? found.number : undefined, actsOn);
          if (highlighted !== undefined) assert.equal(rows.isHighlighted(row(actsOn!)), highlighted);
        }
      }
    });
});
