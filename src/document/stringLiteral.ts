// A JSON string as it is written: read, and changed with what stays spelt as it was typed.

import { smallestEdit, type TextEdit } from './textEdit.ts';

/** What the string literal at [from, to) says, its escapes resolved; `undefined` when none stands there. */
export function literalValue(text: string, from: number, to: number): string | undefined {
  if (text[from] !== '"') return undefined;
  try {
    return JSON.parse(text.slice(from, to)) as string;
  } catch {
    return undefined;
  }
}

/**
 * Makes the literal at [from, to) say `value`: only what changes is written again, all of it where no string stands
 * yet. `undefined` when it says so already.
 */
export function setLiteral(text: string, from: number, to: number, value: string): TextEdit | undefined {
  const before = literalValue(text, from, to);
  if (before === undefined) return { from, to, insert: literalOf(value) };
  const change = smallestEdit(before, value);
  if (change === undefined) return undefined;
  const start = placeAfter(text, from + 1, change.from);
  const end = placeAfter(text, start, change.to - change.from);
  return { from: start, to: end, insert: literalOf(change.insert).slice(1, -1) };
}

/**
 * The JSON string that says this. What JSON lets stand as it is but an editor takes for the end of a line is escaped.
 */
export function literalOf(value: string): string {
  return JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** The place after so many UTF-16 units of a string's value, counted from a place within its literal. */
function placeAfter(text: string, place: number, units: number): number {
  let at = place;
  for (let unit = 0; unit < units; unit += 1) at += spelling(text, at);
  return at;
}

/** How many characters spell the unit at a place. */
function spelling(text: string, at: number): number {
  if (text[at] !== '\\') return 1;
  return text[at + 1] === 'u' ? 6 : 2;
}
