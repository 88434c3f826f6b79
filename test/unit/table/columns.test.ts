// How wide columns are, and what a press of a header sorts by.

import assert from 'node:assert/strict';
import { columnTracks, leastWidth, nextSort } from '../../../src/table/columns.ts';
import { cellText } from '../../../src/table/cellChanges.ts';

const COLUMNS = [
  { id: 'id', title: 'User group ID', isId: true, width: 2 },
  { id: 'words', title: 'Details' },
];

describe('The columns of a table', () => {
  it('share the width until a person sets one, which can be put back and stays wide enough to be held', () => {
    assert.equal(columnTracks(COLUMNS, {}), 'minmax(160px, 2fr) minmax(128px, 1fr)');
    assert.equal(columnTracks(COLUMNS, { id: 300, words: 0, other: 9 }), '300px minmax(128px, 1fr)');
    assert.equal(columnTracks(COLUMNS, { id: 1, words: 99_999 }), '56px 4000px');
    assert.deepEqual([leastWidth(COLUMNS, {}), leastWidth(COLUMNS, { id: 300 })], [288, 428]);
  });

  it('take less room where their words are short', () => {
    const when = [{ id: 'when', title: 'When', least: 90 }];
    assert.deepEqual([columnTracks(when, {}), leastWidth(when, {})], ['minmax(90px, 1fr)', 90]);
  });

  it('sort upwards, then downwards, then not at all', () => {
    const up = nextSort({ column: 'words', isDescending: true }, 'id');
    const down = nextSort(up, 'id');
    assert.deepEqual(
      [up, down, nextSort(down, 'id')],
      [{ column: 'id', isDescending: false }, { column: 'id', isDescending: true }, undefined],
    );
  });
});

describe('A cell with a difference', () => {
  it('says each change in a line, with a sign that needs no colour', () => {
    assert.equal(
      cellText({
        text: 'Review.',
        changes: [
          { kind: 'added', text: 'a: added 1' },
          { kind: 'removed', text: 'b: removed' },
          { kind: 'changed', text: 'c: 1 → 2' },
          { kind: 'more', text: 'and 3 more' },
        ],
      }),
      '+ a: added 1\n− b: removed\n~ c: 1 → 2\nand 3 more\nReview.',
    );
    assert.equal(cellText({ text: 'Nothing to change' }), 'Nothing to change');
  });
});
