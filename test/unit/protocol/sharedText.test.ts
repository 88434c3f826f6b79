// One text changed from two sides, as its host holds it. That both sides end alike, however their changes interleave,
// is proved with the page's own end in form/syncedDocument.test.ts.

import assert from 'node:assert/strict';
import { ChangeSet, Text, type ChangeSpec } from '@codemirror/state';
import { SharedText, type PlacedEdit } from '../../../src/protocol/sharedText.ts';

const changesOf = (text: string, ...specs: ChangeSpec[]): unknown => ChangeSet.of(specs, text.length).toJSON();
const place = (line: number, character: number): PlacedEdit['start'] => ({ line, character });

describe('The shared text', () => {
  it('hands on what the page pushed as edits by line and character, whatever the line breaks', () => {
    const shared = new SharedText('{\r\n  "a": 1\r\n}');
    assert.equal(shared.text, '{\n  "a": 1\n}');
    assert.equal(
      shared.push({ own: 0, seen: 0, changes: changesOf(shared.text, { from: 9, to: 10, insert: '2' }) }),
      true,
    );
    assert.deepEqual(shared.dequeue(), [{ start: place(1, 7), end: place(1, 8), text: '2' }]);
  });

  it('hands on one unit of undoing after the other, however fast they came', () => {
    const shared = new SharedText('');
    for (const [index, letter] of ['a', 'b', ' ', 'c'].entries())
      shared.push({ own: index, seen: 0, changes: changesOf('x'.repeat(index), { from: index, insert: letter }) });
    assert.equal(shared.hasWholeUnit, true);
    const [first] = shared.dequeue()!;
    assert.equal(first!.text, 'ab');
    assert.equal(shared.dequeue(), undefined);
    shared.documentChanged([first!]);
    assert.equal(shared.dequeue()![0]!.text, ' c');
    assert.equal(shared.hasWholeUnit, false);
  });

  it('tells the page nothing of its own edit, and everything of others', () => {
    const shared = new SharedText('abc');
    shared.push({ own: 0, seen: 0, changes: changesOf('abc', { from: 3, insert: 'd' }) });
    const [edit] = shared.dequeue()!;
    assert.equal(shared.documentChanged([edit!]), undefined);
    assert.equal(shared.isSettled, true);
    const reported = shared.documentChanged([{ start: place(0, 0), end: place(0, 0), text: '>' }]);
    assert.deepEqual(reported, { own: 1, seen: 0, changes: changesOf('abcd', { from: 0, insert: '>' }) });
    assert.equal(shared.text, '>abcd');
  });

  it('refuses a push that did not know of a change elsewhere', () => {
    const shared = new SharedText('abc');
    shared.documentChanged([{ start: place(0, 0), end: place(0, 1), text: '' }]);
    assert.equal(shared.push({ own: 0, seen: 0, changes: changesOf('abc', { from: 3, insert: 'd' }) }), false);
    assert.equal(shared.text, 'bc');
    assert.equal(shared.push({ own: 0, seen: 1, changes: changesOf('bc', { from: 2, insert: 'd' }) }), true);
    assert.deepEqual(shared.counts, { own: 1, seen: 1 });
  });

  it('refuses what was pushed behind a push that it refused, and takes nothing twice', () => {
    const shared = new SharedText('abc');
    const [first, second] = ['d', 'e'].map((insert, own) => ({
      own,
      seen: 0,
      changes: changesOf('x'.repeat(3 + own), { from: 3 + own, insert }),
    }));
    assert.throws(
      () => shared.push({ ...first!, changes: changesOf('another', { from: 0, insert: 'd' }) }),
      RangeError,
    );
    assert.equal(shared.push(second!), false);
    assert.equal(shared.text, 'abc');
    assert.deepEqual(
      [first!, second!, first!, second!].map((update) => shared.push(update)),
      [true, true, false, false],
    );
    assert.equal(shared.text, 'abcde');
  });

  it('carries a change elsewhere over what waits and what is being applied', () => {
    const shared = new SharedText('abc');
    shared.push({ own: 0, seen: 0, changes: changesOf('abc', { from: 3, insert: 'd' }) });
    shared.dequeue();
    shared.push({ own: 1, seen: 0, changes: changesOf('abcd', { from: 4, insert: 'e' }) });
    const reported = shared.documentChanged([{ start: place(0, 0), end: place(0, 0), text: '>' }]);
    assert.deepEqual(reported, { own: 2, seen: 0, changes: changesOf('abcde', { from: 0, insert: '>' }) });
    shared.giveBack();
    const [given] = shared.dequeue()!;
    assert.deepEqual(given, { start: place(0, 4), end: place(0, 4), text: 'd' });
    shared.documentChanged([given]);
    assert.deepEqual(shared.dequeue(), [{ start: place(0, 5), end: place(0, 5), text: 'e' }]);
  });

  it('refuses what are no changes, or changes of another text', () => {
    const shared = new SharedText('abc');
    assert.throws(() => shared.push({ own: 0, seen: 0, changes: 'x' }), RangeError);
    assert.throws(
      () => shared.push({ own: 0, seen: 0, changes: changesOf('abcd', { from: 4, insert: 'e' }) }),
      RangeError,
    );
    assert.equal(shared.text, 'abc');
  });

  it('hands on nothing that changes nothing', () => {
    const shared = new SharedText('abc');
    shared.push({ own: 0, seen: 0, changes: changesOf('abc', { from: 0, to: 1, insert: 'a' }) });
    assert.equal(shared.dequeue(), undefined);
    assert.equal(shared.isSettled, true);
  });

  it('goes on when no event came for an edit, and takes what the document holds otherwise', () => {
    const shared = new SharedText('abc');
    shared.push({ own: 0, seen: 0, changes: changesOf('abc', { from: 0, to: 1, insert: 'x' }) });
    shared.dequeue();
    assert.equal(
      shared.applied(() => 'xbc'),
      undefined,
    );
    assert.equal(shared.isSettled, true);
    shared.push({ own: 1, seen: 0, changes: changesOf('xbc', { from: 3, insert: 'd' }) });
    shared.dequeue();
    const reported = shared.applied(() => 'xyz');
    assert.equal(
      ChangeSet.fromJSON(reported!.changes)
        .apply(Text.of(['xbcd']))
        .toString(),
      'xyz',
    );
    assert.equal(shared.text, 'xyz');
  });

  it('takes back what was applied last, with all that waits', () => {
    const shared = new SharedText('abc');
    shared.push({ own: 0, seen: 0, changes: changesOf('abc', { from: 0, to: 1, insert: 'x' }) });
    const applied = shared.dequeue()!;
    shared.push({ own: 1, seen: 0, changes: changesOf('xbc', { from: 3, insert: 'd' }) });
    shared.documentChanged(applied);
    const { own, seen, changes } = shared.takeBack();
    const page = ChangeSet.fromJSON(changes).apply(Text.of(['xbcd']));
    assert.deepEqual([own, seen, page.toString(), shared.text], [2, 0, 'abc', 'abc']);
    assert.deepEqual(shared.dequeue(), [{ start: place(0, 0), end: place(0, 1), text: 'a' }]);
  });

  it('takes nothing back that has changed elsewhere since it was applied', () => {
    const shared = new SharedText('abc');
    shared.push({ own: 0, seen: 0, changes: changesOf('abc', { from: 0, to: 1, insert: 'x' }) });
    shared.documentChanged(shared.dequeue()!);
    shared.documentChanged([{ start: place(0, 0), end: place(0, 3), text: 'new' }]);
    shared.takeBack();
    assert.deepEqual([shared.text, shared.dequeue()], ['new', undefined]);
  });

  it('finds places and offsets', () => {
    const shared = new SharedText('{\n  "a": 1\n}');
    assert.deepEqual(shared.placeOf(4), place(1, 2));
    assert.equal(shared.offsetOf(place(1, 2)), 4);
    assert.deepEqual([shared.offsetOf(place(9, 9)), shared.offsetOf(place(3, 0))], [12, 12]);
    assert.equal(shared.offsetOf(place(0, 99)), 1);
  });
});
