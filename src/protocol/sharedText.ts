// The text that a document and a form page both change: what the page pushes and what changes elsewhere end in one
// text.

import { ChangeSet, Text } from '@codemirror/state';
import type { TextCounts, TextUpdate } from './formProtocol.ts';

/** A place in a document, both from 0: the same whatever the document's line breaks are. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** Replaces what stands between two places. */
export interface PlacedEdit {
  readonly start: Position;
  readonly end: Position;
  readonly text: string;
}

/**
 * The host's side of one page. What the page pushed is accepted at once and waits here, to be applied to the document
 * in the units that the user undoes; what changes in the document meanwhile is carried over it.
 */
export class SharedText {
  /** As the editor holds it. */
  #document: Text;
  /** Handed to the editor; its event has not come yet. */
  #applying: ChangeSet | undefined;
  /** Undoes what was handed to the editor last, as long as nothing else changes. */
  #undoing: ChangeSet | undefined;
  /** Accepted from the page, not handed on: one after another, each a unit of undoing. */
  #waiting: ChangeSet[] = [];
  #counts: TextCounts = { own: 0, seen: 0 };

  constructor(text: string) {
    this.#document = textOf(text);
  }

  /** How many changes the page's text has, by their origin. */
  get counts(): TextCounts {
    return this.#counts;
  }

  /** The text as the page has it: every line break is a line feed. */
  get text(): string {
    return this.#pageText().toString();
  }

  get isSettled(): boolean {
    return this.#applying === undefined && this.#waiting.length === 0;
  }

  /** A unit waits to which nothing will be added any more. */
  get hasWholeUnit(): boolean {
    return this.#waiting.length > 1;
  }

  /**
   * False when the text changed elsewhere since, or a push before this one was not accepted: this one was made in
   * another text then.
   * @throws RangeError for changes that are none, or not of this text
   */
  push({ own, seen, changes }: TextUpdate): boolean {
    const pushed = ChangeSet.fromJSON(changes);
    if (own !== this.#counts.own || seen !== this.#counts.seen) return false;
    if (pushed.length !== this.#pageText().length) throw new RangeError('These are changes of another text');
    const last = this.#waiting.at(-1);
    if (last === undefined || beginsUnit(last, pushed)) this.#waiting.push(pushed);
    else this.#waiting[this.#waiting.length - 1] = last.compose(pushed);
    this.#counts = { own: own + 1, seen };
    return true;
  }

  /**
   * Hands on the unit that waits longest, as edits of the document; `undefined` when nothing waits, or the last is not
   * applied yet.
   */
  dequeue(): PlacedEdit[] | undefined {
    if (this.#applying !== undefined) return undefined;
    // A quote typed over itself changes nothing, and would be an undo that does nothing.
    while (this.#waiting[0]?.apply(this.#document).eq(this.#document) === true) this.#waiting.shift();
    this.#applying = this.#waiting.shift();
    this.#undoing = this.#applying?.invert(this.#document);
    return this.#applying && editsOf(this.#applying, this.#document);
  }

  /** What the editor applied last is not to stay: undoing it is all that waits now. Returns what to tell the page. */
  takeBack(): TextUpdate {
    const unchanged = ChangeSet.empty(this.#document.length);
    const undoing = this.#undoing ?? unchanged;
    const typed = this.#waiting.reduce((all, next) => all.compose(next), unchanged);
    this.#waiting = [undoing];
    const { own, seen } = this.#counts;
    this.#counts = { own, seen: seen + 1 };
    return { own, seen, changes: typed.invert(this.#document).compose(undoing).toJSON() };
  }

  /** The editor refused what was taken, because its document had changed: it waits again. */
  giveBack(): void {
    if (this.#applying === undefined) return;
    this.#waiting.unshift(this.#applying);
    this.#applying = undefined;
  }

  /**
   * The editor has applied what was handed to it, and its change event should have come. Should the document hold
   * anything else, the document counts, and the page is to be notified.
   */
  applied(documentText: () => string): TextUpdate | undefined {
    if (this.#applying === undefined) return undefined;
    const expected = this.#applying.apply(this.#document);
    const text = documentText();
    const actual = textOf(text);
    this.#document = expected;
    this.#applying = undefined;
    return expected.eq(actual)
      ? undefined
      : this.documentChanged([{ start: START, end: placeIn(expected, expected.length), text }]);
  }

  /** The document changed: `undefined` when that was what had been taken, else what to tell the page. */
  documentChanged(edits: readonly PlacedEdit[]): TextUpdate | undefined {
    let changes = changesOf(edits, this.#document);
    const before = this.#document;
    this.#document = changes.apply(before);
    if (this.#applying?.apply(before).eq(this.#document) === true) {
      this.#applying = undefined;
      return undefined;
    }
    this.#undoing = undefined;
    if (this.#applying !== undefined) {
      const applying = this.#applying;
      this.#applying = applying.map(changes);
      changes = changes.map(applying, true);
    }
    this.#waiting = this.#waiting.map((waiting) => {
      const moved = waiting.map(changes);
      changes = changes.map(waiting, true);
      return moved;
    });
    const { own, seen } = this.#counts;
    this.#counts = { own, seen: seen + 1 };
    return { own, seen, changes: changes.toJSON() };
  }

  /** The place in the document of an offset in the page's text, once all that waits is applied. */
  placeOf(offset: number): Position {
    return placeIn(this.#document, Math.max(0, Math.min(offset, this.#document.length)));
  }

  /** The offset in the page's text of a place in the document. */
  offsetOf(place: Position): number {
    let offset = offsetIn(this.#document, place);
    for (const changes of [this.#applying, ...this.#waiting]) offset = changes?.mapPos(offset) ?? offset;
    return offset;
  }

  #pageText(): Text {
    const applied = this.#applying?.apply(this.#document) ?? this.#document;
    return this.#waiting.reduce((text, changes) => changes.apply(text), applied);
  }
}

const START: Position = { line: 0, character: 0 };

function textOf(text: string): Text {
  return Text.of(text.split(/\r\n?|\n/));
}

function placeIn(text: Text, offset: number): Position {
  const line = text.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
}

function offsetIn(text: Text, { line, character }: Position): number {
  if (line >= text.lines) return text.length;
  const { from, to } = text.line(line + 1);
  return Math.min(from + character, to);
}

function editsOf(changes: ChangeSet, text: Text): PlacedEdit[] {
  const edits: PlacedEdit[] = [];
  changes.iterChanges((from, to, _fromAfter, _toAfter, inserted) => {
    edits.push({ start: placeIn(text, from), end: placeIn(text, to), text: inserted.toString() });
  });
  return edits;
}

function changesOf(edits: readonly PlacedEdit[], text: Text): ChangeSet {
  return ChangeSet.of(
    edits.map(({ start, end, text: insert }) => ({
      from: offsetIn(text, start),
      to: offsetIn(text, end),
      insert: textOf(insert),
    })),
    text.length,
  );
}

/** What the user undoes at once: a word typed, a run deleted, a paste; as in a text editor. */
interface OneChange {
  readonly from: number;
  readonly deleted: number;
  readonly inserted: string;
}

/**
 * Whether what is pushed now belongs to another unit than what waits already. `pushed` is relative to the text after
 * `waiting`.
 */
export function beginsUnit(waiting: ChangeSet, pushed: ChangeSet): boolean {
  const last = onlyChange(waiting);
  const next = onlyChange(pushed);
  if (last === undefined || next === undefined) return true;
  if (next.deleted > 0 || last.inserted === '') return !continuesDeleting(last, next);
  const isAdjacent = next.from === last.from + last.inserted.length;
  const beginsSpace = /^\s/.test(next.inserted) && /\S$/.test(last.inserted);
  return !isAdjacent || beginsSpace || next.inserted.length > MOST_TYPED_AT_ONCE;
}

/** More than this in one push was pasted, not typed. */
const MOST_TYPED_AT_ONCE = 8;

function continuesDeleting(last: OneChange, next: OneChange): boolean {
  if (last.inserted !== '' || next.inserted !== '') return false;
  return next.from + next.deleted === last.from || next.from === last.from;
}

function onlyChange(changes: ChangeSet): OneChange | undefined {
  const found: OneChange[] = [];
  changes.iterChanges((from, to, _fromAfter, _toAfter, inserted) => {
    found.push({ from, deleted: to - from, inserted: inserted.toString() });
  });
  return found.length === 1 ? found[0] : undefined;
}
