import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyEdits, smallestEdit, type TextEdit } from '../../../src/document/textEdit.ts';
import { inDepth } from '../../support/depth.ts';

/** Texts that often begin and end alike, and in which much must not be parted. */
const text = fc
  .array(fc.constantFrom('a', 'b', '\r', '\n', '\r\n', '😀', '😁', '\uD83D', '\uDE00'), { maxLength: 6 })
  .map((pieces) => pieces.join(''));

function isParted(whole: string, offset: number): boolean {
  return /^(?:\r\n|[\uD800-\uDBFF][\uDC00-\uDFFF])$/.test(whole.slice(Math.max(0, offset - 1), offset + 1));
}

describe('applyEdits', () => {
  const edit = (from: number, to: number, insert: string): TextEdit => ({ from, to, insert });

  it('takes all offsets relative to the text before, in whatever order the edits come', () => {
    const edits = [edit(8, 10, ''), edit(0, 0, '<'), edit(3, 5, 'abc')];
    assert.equal(applyEdits('0123456789', edits), '<012abc567');
  });

  it('puts in at one place what comes first first, and before what replaces the text behind', () => {
    assert.equal(applyEdits('ab', [edit(1, 2, 'B'), edit(1, 1, '1'), edit(1, 1, '2')]), 'a12B');
  });
});

describe('smallestEdit', () => {
  it('keeps what both texts begin and end with', () => {
    assert.deepEqual(smallestEdit('abcdef', 'abXYef'), { from: 2, to: 4, insert: 'XY' });
    assert.deepEqual(smallestEdit('aaa', 'aaaa'), { from: 3, to: 3, insert: 'a' });
    assert.deepEqual(smallestEdit('abab', 'ab'), { from: 2, to: 4, insert: '' });
    assert.equal(smallestEdit('same', 'same'), undefined);
  });

  it('makes the one text of the other, with as much kept as can be', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        fc.pre(before !== after);
        const { from, to, insert } = smallestEdit(before, after)!;
        const kept = from + before.length - to;

        assert.equal(applyEdits(before, [{ from, to, insert }]), after);
        assert.ok(
          ![from, to].some((offset) => isParted(before, offset)) &&
            ![from, from + insert.length].some((offset) => isParted(after, offset)),
        );
        assert.equal(kept, mostThatCanBeKept(before, after));
      }),
      { numRuns: inDepth(2000) },
    );
  });
});

/** By trying every beginning with every end. */
function mostThatCanBeKept(before: string, after: string): number {
  const most = Math.min(before.length, after.length);
  const lengths = [...Array(most + 1).keys()];
  const begins = lengths.filter(
    (length) =>
      before.slice(0, length) === after.slice(0, length) && ![before, after].some((whole) => isParted(whole, length)),
  );
  const ends = lengths.filter(
    (length) =>
      before.slice(before.length - length) === after.slice(after.length - length) &&
      ![before, after].some((whole) => isParted(whole, whole.length - length)),
  );
  return Math.max(...begins.flatMap((begin) => ends.filter((end) => begin + end <= most).map((end) => begin + end)));
}
