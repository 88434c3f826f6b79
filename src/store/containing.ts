// Looking for a text within another, in SQL.

/** In characters. SQLite takes no pattern beyond 50,000 bytes, and looks for a pattern faster than for a text. */
const LONGEST_PATTERN = 10_000;

/** The condition that the column contains the text. `bound` gives a value its place in the statement. */
export function containing(column: string, text: string, bound: (value: string) => string): string {
  if (text.length > LONGEST_PATTERN) return `instr(${column}, ${bound(text)})`;
  // As a function: the operator would make SQLite prepare the statement anew for every pattern.
  return `glob(${bound(`*${text.replace(/[*?[]/g, '[$&]')}*`)}, ${column})`;
}
