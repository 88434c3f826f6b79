// How wide columns are, by what they hold.

import assert from 'node:assert/strict';
import { columnTracks, leastWidth } from '../../../src/table/gridHead.ts';
import { cellText } from '../../../src/table/cellChanges.ts';
import { ContentWidths } from '../../../src/table/grid.ts';

const COLUMNS = [
  { id: 'id', title: 'Data source 1', isId: true },
  { id: 'words', title: 'Details', isMain: true },
] as const;
const CONTENT = { id: 100, words: 600 };
const CHANGES = [
  { kind: 'added', text: 'a: 1' },
  { kind: 'removed', text: 'b: 0' },
  { kind: 'changed', text: 'c: 1 → 2' },
  { kind: 'more', text: 'and 3 more' },
] as const;

describe('The columns of a table', () => {
  it('are as wide as their words need, and the main one takes the rest', () => {
    assert.equal(columnTracks(COLUMNS, {}, CONTENT), 'minmax(100px, 100px) minmax(clamp(200px, 50%, 600px), 1fr)');
    assert.deepEqual([leastWidth(COLUMNS, {}, CONTENT), leastWidth(COLUMNS, { id: 300 }, CONTENT)], [300, 500]);
  });

  it('give way where all need more than there is, but stay wide enough to be read', () => {
    const content = { id: 900, name: 700, words: 90 };
    const columns = [...COLUMNS.slice(0, 1), { id: 'name', title: 'Name' }, ...COLUMNS.slice(1)];
    assert.equal(
      columnTracks(columns, {}, content),
      'minmax(160px, 900px) minmax(128px, 700px) minmax(clamp(90px, 50%, 90px), 1fr)',
    );
    assert.equal(leastWidth(columns, {}, content), 378);
  });

  it('have the width that the user sets, which can be put back and stays wide enough to be held', () => {
    assert.equal(
      columnTracks(COLUMNS, { id: 300, words: 0, other: 9 }, CONTENT),
      '300px minmax(clamp(200px, 50%, 600px), 1fr)',
    );
    assert.equal(columnTracks(COLUMNS, { id: 1, words: 99_999 }, CONTENT), '56px 4000px');
  });

  it('are measured by titles at first, then by the longest words, with a mark and all changes, and never shrink', () => {
    const row = (id: string, words: string) => ({ key: id, cells: [{ text: id }, { text: words }] });
    const widths = new ContentWidths(COLUMNS, (text) => text.length);
    assert.deepEqual(widths.widths, { id: 59, words: 53 });
    const long = row('a', 'x'.repeat(90));
    assert.deepEqual([widths.add(long), widths.widths], [true, { id: 59, words: 112 }]);
    assert.deepEqual([widths.add(long), widths.add(row('b', 'short')), widths.widths.words], [false, false, 112]);
    const all = new ContentWidths([COLUMNS[1]], (text) => 10 * text.length);
    all.add({ key: 'a', cells: [{ text: 'Review.', changes: [CHANGES[0], CHANGES[2]], mark: 'warning' }] });
    assert.deepEqual(all.widths, { words: 10 * '+ a: 1 ~ c: 1 → 2 Review.'.length + 22 + 22 + 2 * 14 });
  });

  it('hold a difference with a line for each change, and a sign that needs no color', () => {
    assert.equal(cellText({ text: 'Review.', changes: CHANGES }), '+ a: 1\n− b: 0\n~ c: 1 → 2\nand 3 more\nReview.');
  });
});
