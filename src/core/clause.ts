// A part of a sentence, and how it begins when it stands alone.

type Letter = 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'l' | 'm' | 'n' | 'o' | 'p' | 'q' | 'r' | 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z';

/** Begins with a word of our own, or with a quotation mark: an id, a name or a path that came first unquoted would change its first letter. */
export type Clause = `${Letter | Uppercase<Letter> | '"'}${string}`;

/** What the clause says, with a capital. What is quoted keeps its spelling. */
export function capitalized(clause: Clause): string {
  return clause.charAt(0).toUpperCase() + clause.slice(1);
}

/** Without the full stop of a sentence. */
export function withoutStop(clause: Clause): Clause {
  // It begins as it did.
  return clause.replace(/\.$/, '') as Clause;
}
