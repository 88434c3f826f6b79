// The items of a list in a JSON text, as slices: found without reading what is in them, in stretches.

import type { UserGroupsError } from '../core/errors.ts';
import { invalidAt } from '../document/walkJson.ts';
import { Breather } from './breather.ts';
import { tooMany } from './csvTable.ts';
import { MOST_ROWS } from './importRow.ts';

export interface JsonItem {
  readonly from: number;
  readonly to: number;
  /** On which it begins, from 1. */
  readonly line: number;
}

export interface JsonList {
  readonly items: readonly JsonItem[];
  /** Fields that stand beside the list. Foreign text. */
  readonly others: readonly string[];
}

const SPACE = /[ \t\r\n]*/y;
/** Up to what may end a value or lead into it, or to a string. */
const CALM = /[^"{}[\],]*/y;

/**
 * Of `[…]`, or of `{"groups": […]}`.
 * @throws UserGroupsError `invalid` with the place, when the list is neither or is not closed; the items themselves may be anything.
 */
export async function jsonItems(text: string): Promise<JsonList> {
  const reader = new Reader(text);
  const first = reader.next();
  if (first === '[') {
    const items = await reader.items();
    reader.requireEnd();
    return { items, others: [] };
  }
  if (first !== '{') throw invalidAt(text, reader.at, 'the file is neither a list of user groups nor an object that has one', 'it must be [ … ] or {"groups": [ … ]}');
  return groupsIn(text, reader);
}

async function groupsIn(text: string, reader: Reader): Promise<JsonList> {
  const others: string[] = [];
  let items: readonly JsonItem[] | undefined;
  const start = reader.at;
  for (const key of reader.keys()) {
    if (key === 'groups' && items === undefined && reader.next() === '[') items = await reader.items();
    else {
      others.push(key);
      await reader.value();
    }
  }
  reader.requireEnd();
  if (items === undefined) throw invalidAt(text, start, 'the file has no list of user groups', 'it must be [ … ] or {"groups": [ … ]}');
  return { items, others };
}

class Reader {
  at = 0;
  readonly #text: string;
  readonly #breather = new Breather();
  #lineAt = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  /** The character that comes after white space. */
  next(): string | undefined {
    SPACE.lastIndex = this.at;
    SPACE.exec(this.#text);
    this.at = Math.max(this.at, SPACE.lastIndex);
    return this.#text[this.at];
  }

  requireEnd(): void {
    if (this.next() !== undefined) throw invalidAt(this.#text, this.at, 'nothing may follow the end of the list');
  }

  async items(): Promise<JsonItem[]> {
    const items: JsonItem[] = [];
    this.at += 1;
    while (this.next() !== ']') {
      if (items.length > 0) this.#take(',');
      this.next();
      const from = this.at;
      items.push({ from, to: await this.value(), line: this.#lineOf(from) });
      if (items.length > MOST_ROWS) throw tooMany();
    }
    this.at += 1;
    return items;
  }

  /** Of the object that begins here; whoever asks for them reads each value before the next. */
  *keys(): Generator<string> {
    this.at += 1;
    for (let isFirst = true; this.next() !== '}'; isFirst = false) {
      if (!isFirst) this.#take(',');
      this.next();
      const end = this.#text[this.at] === '"' ? this.#endOfString(this.at) : undefined;
      if (end === undefined) throw this.#broken('a name in double quotes must stand here');
      const found = this.#text.slice(this.at, end);
      this.at = end;
      this.#take(':');
      yield decoded(found) ?? found;
    }
    this.at += 1;
  }

  /** Goes over one value, and answers where it ends. */
  async value(): Promise<number> {
    let depth = 0;
    let end = this.at;
    for (;;) {
      await this.#breather.pause();
      end = this.#calmEnd() ?? end;
      const sign = this.#text[this.at];
      if (sign === undefined || sign === '"') throw this.#broken(sign === '"' ? 'a string is not closed' : 'the list is not closed: the file may be cut off');
      if (depth === 0 && (sign === ',' || sign === ']' || sign === '}')) return end;
      if (sign === '{' || sign === '[') depth += 1;
      if (sign === '}' || sign === ']') depth -= 1;
      this.at += 1;
      if (depth === 0) return this.at;
    }
  }

  /** Goes over strings and what stands between them: to where the last of it ends. */
  #calmEnd(): number | undefined {
    let end: number | undefined;
    for (;;) {
      CALM.lastIndex = this.at;
      const calm = CALM.exec(this.#text)?.[0].trimEnd() ?? '';
      if (calm !== '') end = this.at + calm.length;
      this.at = CALM.lastIndex;
      const closed = this.#text[this.at] === '"' ? this.#endOfString(this.at) : undefined;
      if (closed === undefined) return end;
      this.at = closed;
      end = closed;
    }
  }

  /** Of the string that begins there, behind its quote. Searched by hand: an expression overflows with a long one. */
  #endOfString(from: number): number | undefined {
    for (let quote = this.#text.indexOf('"', from + 1); quote >= 0; quote = this.#text.indexOf('"', quote + 1)) {
      let before = quote;
      while (this.#text[before - 1] === '\\') before -= 1;
      if ((quote - before) % 2 === 0) return quote + 1;
    }
    return undefined;
  }

  #take(sign: string): void {
    if (this.next() !== sign) throw this.#broken(sign === ',' ? 'a comma must stand here' : 'a colon must stand here');
    this.at += 1;
  }

  #broken(reason: string): UserGroupsError {
    return invalidAt(this.#text, this.at, `the file is not strict JSON: ${reason}`);
  }

  /** Asked for places that only go forward. */
  #lineOf(at: number): number {
    for (let lineBreak = this.#text.indexOf('\n', this.#lineAt); lineBreak >= 0 && lineBreak < at; lineBreak = this.#text.indexOf('\n', this.#lineAt)) {
      this.#line += 1;
      this.#lineAt = lineBreak + 1;
    }
    return this.#line;
  }
}

function decoded(literal: string): string | undefined {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return undefined;
  }
}
