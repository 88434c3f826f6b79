// Edits of a text by offset: the smallest that makes one text of another, and several applied at once.

/** Replaces [from, to) by `insert`; offsets count UTF-16 units. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** `edits` do not overlap, are all relative to `text`, and those at one place go in by their order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const sorted = edits.toSorted((a, b) => a.from - b.from || a.to - b.to);
  const pieces: string[] = [];
  let kept = 0;
  // Pieces, since replacing in the text (as the parser's own function does) would copy all of it for each edit: seconds
  // for a megabyte.
  for (const { from, to, insert } of sorted) {
    pieces.push(text.slice(kept, from), insert);
    kept = to;
  }
  return pieces.join('') + text.slice(kept);
}

/**
 * The smallest single edit that makes `after` of `before`: what both begin and end with stays. `undefined` when they
 * are the same. It never begins or ends within a surrogate pair or a `\r\n`.
 */
export function smallestEdit(before: string, after: string): TextEdit | undefined {
  if (before === after) return undefined;
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  while (isWithinPair(before, start) || isWithinPair(after, start)) start -= 1;
  let end = 0;
  while (end < most - start && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end))
    end += 1;
  while (isWithinPair(before, before.length - end) || isWithinPair(after, after.length - end)) end -= 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

function isWithinPair(text: string, offset: number): boolean {
  const [left, right] = [text.charCodeAt(offset - 1), text.charCodeAt(offset)];
  return (left === 0x0d && right === 0x0a) || ((left & 0xfc00) === 0xd800 && (right & 0xfc00) === 0xdc00);
}
