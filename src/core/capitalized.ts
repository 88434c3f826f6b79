// How clauses stand alone, and beside each other.

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Parts of a cell or a line, each with its full stop but the last, which keeps what it has. Empty ones are left out. */
export function sentences(parts: readonly string[]): string {
  const given = parts.filter((part) => part !== '');
  return given.map((part, index) => (index < given.length - 1 && !part.endsWith('.') ? `${part}.` : part)).join(' ');
}
