// What is undone at once.

import assert from 'node:assert/strict';
import { ChangeSet, type ChangeSpec } from '@codemirror/state';
import { beginsUnit } from '../../../src/protocol/sharedText.ts';

const LENGTH = 20;
const after = (first: ChangeSpec, second: ChangeSpec): boolean => {
  const waiting = ChangeSet.of(first, LENGTH);
  return beginsUnit(waiting, ChangeSet.of(second, waiting.newLength));
};

describe('A unit of undoing', () => {
  for (const [what, first, second, expected] of [
    ['goes on while a word is typed', { from: 4, insert: 'ab' }, { from: 6, insert: 'c' }, false],
    ['goes on with further spaces', { from: 4, insert: 'a ' }, { from: 6, insert: ' ' }, false],
    ['goes on with the next word after its space', { from: 4, insert: ' ' }, { from: 5, insert: 'b' }, false],
    ['begins where a space ends the word', { from: 4, insert: 'ab' }, { from: 6, insert: ' ' }, true],
    ['begins at another place', { from: 4, insert: 'a' }, { from: 9, insert: 'b' }, true],
    ['begins where typing turns into deleting', { from: 4, insert: 'ab' }, { from: 5, to: 6 }, true],
    ['begins where what was typed is deleted', { from: 4, insert: 'a' }, { from: 4, to: 5 }, true],
    ['goes on with words that come at once', { from: 4, insert: 'a' }, { from: 5, insert: 'b c' }, false],
    ['goes on while Backspace is held', { from: 6, to: 7 }, { from: 5, to: 6 }, false],
    ['goes on while Delete is held', { from: 6, to: 7 }, { from: 6, to: 7 }, false],
    ['begins where a selection is replaced', { from: 6, to: 7 }, { from: 6, to: 7, insert: 'x' }, true],
    ['goes on with what is typed over a selection', { from: 6, to: 8, insert: '2' }, { from: 7, insert: '13' }, false],
    ['begins where typing follows deleting', { from: 6, to: 7 }, { from: 6, insert: 'x' }, true],
    ['begins with a paste', { from: 4, insert: 'a' }, { from: 5, insert: 'pasted text' }, true],
    [
      'begins with changes at several places',
      { from: 4, insert: 'a' },
      [5, 9].map((from) => ({ from, to: from + 1 })),
      true,
    ],
  ] as const) {
    it(what, () => {
      assert.equal(after(first as ChangeSpec, second as ChangeSpec), expected);
    });
  }
});
