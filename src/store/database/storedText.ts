// Texts from elsewhere as SQLite's TEXT, with NUL spelt out: node:sqlite of Node 22 cuts what it reads at the first
// one. What is missing is NULL.

const ESCAPE = '\u0001';

export function toStored(text: string): string;
export function toStored(text: string | undefined): string | undefined;
export function toStored(text: string | undefined): string | undefined {
  return text?.replaceAll(ESCAPE, `${ESCAPE}1`).replaceAll('\0', `${ESCAPE}0`);
}

export function fromStored(stored: string): string;
export function fromStored(stored: string | null): string | undefined;
export function fromStored(stored: string | null): string | undefined {
  return stored?.replaceAll(`${ESCAPE}0`, '\0').replaceAll(`${ESCAPE}1`, ESCAPE);
}
