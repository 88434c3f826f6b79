// Where a position in a document stands, told as the form tells it.

import { BODY_FIELDS } from '../contract/fields.ts';
import { readFieldRanges } from './fieldRanges.ts';
import { placeText } from './placeText.ts';

/** `line` and `character` count from 0. */
export function positionText(
  text: string,
  { line, character }: { readonly line: number; readonly character: number },
): string {
  const lineStarts = [0, ...Array.from(text.matchAll(/\r\n|\r|\n/g), (end) => end.index + end[0].length)];
  const offset = (lineStarts[line] ?? 0) + character;
  const { fields } = readFieldRanges(text);
  const name = BODY_FIELDS.find((each) => {
    const range = fields[each];
    return range !== undefined && range.keyFrom <= offset && offset <= range.to;
  });
  const range = name && fields[name];
  return placeText(text, offset, range && { name, start: range.from });
}
