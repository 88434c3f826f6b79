// The items of a JSON array of strings in its text: what is not touched stays as it was typed.

import { literalOf } from './stringLiteral.ts';
import { readTolerantly } from './walkJson.ts';

interface ItemRange {
  readonly start: number;
  readonly end: number;
}

/** JSON text of the array with one string more, at its end, written as those before it. */
export function withItem(json: string, item: string): string {
  const ranges = itemRanges(json);
  const [last, before] = [ranges.at(-1), ranges.at(-2)];
  if (last === undefined) return `[${literalOf(item)}]`;
  const separator = before === undefined ? `,${json.slice(1, last.start) || ' '}` : json.slice(before.end, last.start);
  return json.slice(0, last.end) + separator + literalOf(item) + json.slice(last.end);
}

/** Without the item at this index. */
export function withoutItem(json: string, index: number): string {
  const ranges = itemRanges(json);
  const [before, removed, after] = [ranges[index - 1], ranges[index], ranges[index + 1]];
  if (removed === undefined) return json;
  if (before !== undefined) return json.slice(0, before.end) + json.slice(removed.end);
  return after === undefined ? '[]' : json.slice(0, removed.start) + json.slice(after.start);
}

function itemRanges(json: string): ItemRange[] {
  const ranges: ItemRange[] = [];
  readTolerantly(json, {
    onValue: (_type, start, end, depth) => {
      if (depth === 1) ranges.push({ start, end });
    },
  });
  return ranges;
}
