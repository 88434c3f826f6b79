// Texts from elsewhere as SQLite's TEXT, with NUL spelt out: node:sqlite of Node 22 cuts what it reads at the first
// one.

const ESCAPE = '\u0001';

export function toStored(text: string): string {
  return text.replaceAll(ESCAPE, `${ESCAPE}1`).replaceAll('\0', `${ESCAPE}0`);
}

export function fromStored(stored: string): string {
  return stored.replaceAll(`${ESCAPE}0`, '\0').replaceAll(`${ESCAPE}1`, ESCAPE);
}
