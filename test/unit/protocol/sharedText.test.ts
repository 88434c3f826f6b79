// One text changed from two sides: however their changes interleave, both end with the same text and nothing typed is
// lost.

import assert from 'node:assert/strict';
import { ChangeSet, Text, EditorState, type ChangeSpec } from '@codemirror/state';
import { collab, receiveUpdates, sendableUpdates } from '@codemirror/collab';
import fc from 'fast-check';
import type { TextUpdate } from '../../../src/protocol/formProtocol.ts';
import { SharedText, type PlacedEdit } from '../../../src/protocol/sharedText.ts';
import { inDepth } from '../../support/depth.ts';

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

  const step = fc.oneof(
    fc.record({ kind: fc.constant('type' as const), at: fc.nat(), text: fc.constantFrom('p', 'pp\n', '\np') }),
    fc.record({ kind: fc.constant('elsewhere' as const), at: fc.nat(), text: fc.constantFrom('e', '\ne', 'ee\n') }),
    fc.record({ kind: fc.constant('push' as const) }),
    fc.record({ kind: fc.constant('arrive' as const) }),
    fc.record({ kind: fc.constant('deliver' as const) }),
    fc.record({ kind: fc.constant('apply' as const) }),
  );
  for (const [words, isReadOnly, kept] of [
    ['everything typed in it', false, /[pe]/g],
    ['nothing typed in it where each edit is taken back', true, /e/g],
  ] as const)
    it(`ends the same on both sides, with ${words}, however changes interleave`, () => {
      fc.assert(
        fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
          const both = new BothSides('{\n}\n', isReadOnly);
          for (const one of steps) {
            if (one.kind === 'type') both.type(one.at, one.text);
            else if (one.kind === 'elsewhere') both.changeElsewhere(one.at, one.text);
            else both[one.kind]();
          }
          both.settle();
          assert.equal(both.page, both.document);
          assert.equal(both.shared.text, both.document);
          const typed = steps.map((one) => (one.kind === 'type' || one.kind === 'elsewhere' ? one.text : '')).join('');
          const lettersOf = (text: string, which: RegExp): string[] =>
            Array.from(text.matchAll(which), ([letter]) => letter).sort();
          assert.deepEqual(lettersOf(both.document, /[pe]/g), lettersOf(typed, kept));
        }),
        { numRuns: inDepth(300) },
      );
    });
});

/**
 * A page with CodeMirror's own collaboration, messages that take their time both ways, and an editor that others type
 * into as well.
 */
class BothSides {
  readonly shared: SharedText;
  #page: EditorState;
  #document: Text;
  #toHost: TextUpdate[] = [];
  /** Answers have no changes. */
  #toPage: (Pick<TextUpdate, 'own'> & Partial<TextUpdate>)[] = [];
  #own = 0;
  #seen = 0;
  #inFlight = 0;

  readonly #isReadOnly: boolean;

  constructor(text: string, isReadOnly: boolean) {
    this.#isReadOnly = isReadOnly;
    this.shared = new SharedText(text);
    this.#page = EditorState.create({ doc: text, extensions: [collab()] });
    this.#document = Text.of(text.split('\n'));
  }

  get page(): string {
    return this.#page.doc.toString();
  }

  get document(): string {
    return this.#document.toString();
  }

  type(at: number, text: string): void {
    this.#page = this.#page.update({ changes: { from: at % (this.#page.doc.length + 1), insert: text } }).state;
  }

  changeElsewhere(at: number, text: string): void {
    const from = at % (this.#document.length + 1);
    const line = this.#document.lineAt(from);
    const start = place(line.number - 1, from - line.from);
    this.#change([{ start, end: start, text }]);
  }

  /** One change more, whatever is on its way already. */
  push(): void {
    const next = sendableUpdates(this.#page)[this.#inFlight];
    if (next === undefined) return;
    this.#toHost.push({ own: this.#own + this.#inFlight, seen: this.#seen, changes: next.changes.toJSON() });
    this.#inFlight += 1;
  }

  arrive(): void {
    const pushed = this.#toHost.shift();
    if (pushed === undefined) return;
    this.shared.push(pushed);
    this.#toPage.push({ own: this.shared.counts.own });
  }

  deliver(): void {
    const reported = this.#toPage.shift();
    if (reported === undefined) return;
    const received = sendableUpdates(this.#page).slice(0, Math.max(0, reported.own - this.#own));
    this.#page = receiveUpdates(this.#page, received).state;
    this.#own += received.length;
    this.#inFlight -= received.length;
    if (reported.changes === undefined) return;
    assert.equal(reported.seen, this.#seen);
    this.#seen += 1;
    this.#inFlight = 0;
    this.#page = receiveUpdates(this.#page, [
      { changes: ChangeSet.fromJSON(reported.changes), clientID: 'host' },
    ]).state;
  }

  apply(): void {
    const edits = this.shared.dequeue();
    if (edits === undefined) return;
    this.#change(edits);
    if (!this.#isReadOnly) return;
    this.#toPage.push(this.shared.takeBack());
    this.#change(this.shared.dequeue() ?? []);
  }

  settle(): void {
    while (sendableUpdates(this.#page).length > 0 || this.#toPage.length > 0 || !this.shared.isSettled) {
      this.push();
      this.arrive();
      this.deliver();
      this.apply();
    }
  }

  #change(edits: readonly PlacedEdit[]): void {
    const offset = ({ line, character }: PlacedEdit['start']): number => this.#document.line(line + 1).from + character;
    const changes = ChangeSet.of(
      edits.map(({ start, end, text }) => ({
        from: offset(start),
        to: offset(end),
        insert: Text.of(text.split('\n')),
      })),
      this.#document.length,
    );
    this.#document = changes.apply(this.#document);
    const reported = this.shared.documentChanged(edits);
    if (reported !== undefined) this.#toPage.push(reported);
  }
}
