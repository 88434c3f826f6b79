// The row that a key acts on, by what VS Code notifies of the list.

import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/connection.ts';
import type { TreeNode } from '../../../../src/vscode/command/treeNode.ts';
import { RowOfKeys } from '../../../../src/vscode/groups/tree/rowOfKeys.ts';

const OF: Connection = {
  id: '1',
  kind: 'service',
  status: 'ready',
  name: 'staging',
  baseUrl: 'https://staging.example.com',
};

/** Another node each time, as after a refresh. */
function row(number: number): TreeNode {
  return { kind: 'newDraft', connection: OF.name, of: OF, number, title: `${number}`, state: { mappingKnown: false } };
}

describe('A key in the list', () => {
  let rows: RowOfKeys;
  let selected: readonly number[];

  beforeEach(() => {
    rows = new RowOfKeys();
    selected = [];
  });

  function select(...numbers: number[]): void {
    selected = numbers;
    rows.select(numbers.map(row));
  }

  /** What the keybinding does first. */
  function toggleTwice(focused: number): void {
    const before = selected;
    select(...(before.includes(focused) ? before.filter((each) => each !== focused) : [...before, focused]));
    select(...before);
  }

  function follow(number: number): void {
    rows.follow(row(number));
    select(number);
  }

  function actsOn(): number | undefined {
    const found = rows.resolve();
    return found?.kind === 'newDraft' ? found.number : undefined;
  }

  it('acts on the focused row, whichever is selected', () => {
    select(1);
    toggleTwice(1);
    assert.equal(actsOn(), 1);
    toggleTwice(3);
    assert.equal(actsOn(), 3);
    assert.equal(rows.isHighlighted(row(3)), false);
    select(1, 2);
    toggleTwice(2);
    assert.equal(actsOn(), 2);
    assert.equal(rows.isHighlighted(row(2)), true);
  });

  it('acts on the row of the document that became active, where the focus stayed behind', () => {
    select(1);
    follow(2);
    toggleTwice(1);
    assert.equal(actsOn(), 2);
    assert.equal(rows.isHighlighted(row(2)), false);
    toggleTwice(2);
    assert.equal(actsOn(), 2);
  });

  it('remembers where the focus stayed behind while several documents become active', () => {
    select(1);
    follow(2);
    follow(3);
    toggleTwice(1);
    assert.equal(actsOn(), 3);
  });

  it('acts on the row of each document that becomes active, one after another', () => {
    let focused = 1;
    select(1);
    for (const number of [2, 3, 4, 5]) {
      follow(number);
      toggleTwice(focused);
      assert.equal(actsOn(), number);
      rows.focus(row(number));
      focused = number;
    }
  });

  it('acts on the row that was walked to after a document became active', () => {
    select(1);
    follow(2);
    toggleTwice(4);
    assert.equal(actsOn(), 4);
  });

  it('acts on the row that had the focus before, once a key showed that the focus came along', () => {
    select(1);
    follow(2);
    toggleTwice(1);
    assert.equal(actsOn(), 2);
    toggleTwice(1);
    assert.equal(actsOn(), 1);
  });

  it('acts on the row of the active document before anything had the focus', () => {
    follow(2);
    assert.equal(actsOn(), 2);
  });

  it('acts on nothing where nothing is', () => {
    assert.equal(actsOn(), undefined);
  });
});
