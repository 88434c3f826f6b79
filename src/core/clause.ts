// A part of a sentence, and its capital letter when it is a sentence by itself.

type Letter =
  | 'a'
  | 'b'
  | 'c'
  | 'd'
  | 'e'
  | 'f'
  | 'g'
  | 'h'
  | 'i'
  | 'j'
  | 'k'
  | 'l'
  | 'm'
  | 'n'
  | 'o'
  | 'p'
  | 'q'
  | 'r'
  | 's'
  | 't'
  | 'u'
  | 'v'
  | 'w'
  | 'x'
  | 'y'
  | 'z';

/** Begins with a word of our own or a quotation mark: capitalizing an unquoted id, name or path would change it. */
export type Clause = `${Letter | Uppercase<Letter> | '"'}${string}`;

/** What the clause says, with a capital. What is quoted keeps its spelling. */
export function capitalized(clause: Clause): string {
  return clause.charAt(0).toUpperCase() + clause.slice(1);
}

/** Without the full stop of a sentence. */
export function withoutStop(clause: Clause): Clause {
  // Its first letter is unchanged.
  return clause.replace(/\.$/, '') as Clause;
}

/**
 * Parts of a cell or a line, each with its full stop but the last, which keeps what it has. Empty ones are left out.
 */
export function sentences(parts: readonly string[]): string {
  const given = parts.filter((part) => part !== '');
  return given.map((part, index) => (index < given.length - 1 && !part.endsWith('.') ? `${part}.` : part)).join(' ');
}
