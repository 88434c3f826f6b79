// Where something stands in a text, as editors and compilers tell it.

/** Both counted from 1, columns in UTF-16 units. */
export interface LineAndColumn {
  readonly line: number;
  readonly column: number;
}

/** Of offsets in the text, in UTF-16 units. It is gone through once, for as many as there are. */
export function placesIn(text: string): (offset: number) => LineAndColumn {
  const starts = [0, ...Array.from(text.matchAll(/\r\n|\r|\n/g), ({ index, 0: { length } }) => index + length)];
  return (offset) => {
    let [line, after] = [0, starts.length];
    while (after - line > 1) {
      const middle = Math.floor((line + after) / 2);
      if ((starts[middle] ?? 0) <= offset) line = middle;
      else after = middle;
    }
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}
