// Looking for a text within another, in SQL.

/** In characters. SQLite takes no pattern beyond 50,000 bytes. */
const LONGEST_PATTERN = 10_000;

/**
 * The condition that the column contains the text. `bound` gives a value its place in the statement. SQLite looks for a
 * pattern faster than for a text, but slower for one that needs escapes.
 */
export function containing(column: string, text: string, bound: (value: string) => string): string {
  if (text.length > LONGEST_PATTERN || /[*?[]/.test(text)) return `instr(${column}, ${bound(text)})`;
  // As a function: the operator would make SQLite prepare the statement anew for every pattern.
  return `glob(${bound(`*${text}*`)}, ${column})`;
}
