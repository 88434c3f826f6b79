// The items of a list in a JSON text, as slices. They are found without parsing them, in short pieces of work.

import * as l10n from '@vscode/l10n';
import type { UserGroupsError } from '../core/errors.ts';
import { invalidAt } from '../document/walkJson.ts';
import { WorkSlices } from '../core/workSlices.ts';
import { tooMany } from './csvTable.ts';
import { MOST_IMPORT_ROWS } from './importRow.ts';

export interface JsonItem {
  readonly from: number;
  readonly to: number;
  /** On which it begins, from 1. */
  readonly line: number;
  /** Of that line. */
  readonly indent: string;
}

export interface JsonList {
  readonly items: readonly JsonItem[];
  /** Fields that stand beside the list. Foreign text. */
  readonly others: readonly string[];
}

const SPACE = /[ \t\r\n]*/y;
const INDENT = /[ \t]*/y;
/** What may end a value or lead into it, or begins a string. */
const STRUCTURAL = /["{}[\],]/g;
const QUOTE_OR_ESCAPE = /"|\\[^]/g;

/**
 * Of `[…]`, or of `{"groups": […]}`.
 * @throws UserGroupsError `invalid` with the place, when the list is neither or is not closed; the items themselves may
 * be anything.
 */
export async function jsonItems(text: string): Promise<JsonList> {
  const reader = new Reader(text);
  const first = reader.next();
  if (first === '[') {
    const items = await reader.items();
    reader.requireEnd();
    return { items, others: [] };
  }
  if (first !== '{') throw invalidAt(text, reader.at, l10n.t('The file has no list of groups.'), { next: formText() });
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
  if (items === undefined)
    throw invalidAt(text, start, l10n.t('The file has no list of groups.'), { next: formText() });
  return { items, others };
}

function formText(): string {
  return l10n.t('It must be {0} or {1}.', '[ … ]', '{"groups": [ … ]}');
}

class Reader {
  at = 0;
  readonly #text: string;
  readonly #slices = new WorkSlices();
  #line = 1;
  #lineStart = 0;
  #lineEnd: number;

  constructor(text: string) {
    this.#text = text;
    this.#lineEnd = lineEnd(text, 0);
  }

  /** The character that comes after white space. */
  next(): string | undefined {
    SPACE.lastIndex = this.at;
    SPACE.exec(this.#text);
    this.at = Math.max(this.at, SPACE.lastIndex);
    return this.#text[this.at];
  }

  requireEnd(): void {
    if (this.next() !== undefined)
      throw invalidAt(this.#text, this.at, l10n.t('Nothing may follow the end of the list.'));
  }

  async items(): Promise<JsonItem[]> {
    const items: JsonItem[] = [];
    this.at += 1;
    while (this.next() !== ']') {
      if (items.length > 0) this.#consume(',');
      this.next();
      const from = this.at;
      items.push({ from, to: await this.value(), ...this.#lineOf(from) });
      if (items.length > MOST_IMPORT_ROWS) throw tooMany();
    }
    this.at += 1;
    return items;
  }

  /** Keys of the object that begins here. The caller reads each value before it asks for the next key. */
  *keys(): Generator<string> {
    this.at += 1;
    for (let isFirst = true; this.next() !== '}'; isFirst = false) {
      if (!isFirst) this.#consume(',');
      this.next();
      const end = this.#text[this.at] === '"' ? stringEnd(this.#text, this.at) : undefined;
      if (end === undefined) throw this.#broken(l10n.t('A name in double quotes is expected.'));
      const found = this.#text.slice(this.at, end);
      this.at = end;
      this.#consume(':');
      yield decoded(found) ?? found;
    }
    this.at += 1;
  }

  /** Goes over one value, and answers where it ends. */
  async value(): Promise<number> {
    let depth = 0;
    let end = this.at;
    for (;;) {
      await this.#slices.pause();
      const calm = calmEnd(this.#text, this.at);
      const passed = this.#text.slice(this.at, calm).trimEnd();
      if (passed !== '') end = this.at + passed.length;
      this.at = calm;
      const character = this.#text[this.at];
      if (character === undefined || character === '"')
        throw this.#broken(
          character === '"'
            ? l10n.t('A string is not closed.')
            : l10n.t('The list is not closed, or the file is cut off.'),
        );
      if (depth === 0 && (character === ',' || character === ']' || character === '}')) return end;
      if (character === '{' || character === '[') depth += 1;
      if (character === '}' || character === ']') depth -= 1;
      this.at += 1;
      if (depth === 0) return this.at;
    }
  }

  #consume(character: string): void {
    if (this.next() !== character)
      throw this.#broken(character === ',' ? l10n.t('A comma is expected.') : l10n.t('A colon is expected.'));
    this.at += 1;
  }

  #broken(reason: string): UserGroupsError {
    return invalidAt(this.#text, this.at, reason);
  }

  /** Asked for places that only go forward: a file may be one line of many megabytes. */
  #lineOf(at: number): Pick<JsonItem, 'line' | 'indent'> {
    while (this.#lineEnd < at) {
      this.#line += 1;
      this.#lineStart = this.#lineEnd + 1;
      this.#lineEnd = lineEnd(this.#text, this.#lineStart);
    }
    INDENT.lastIndex = this.#lineStart;
    return { line: this.#line, indent: INDENT.exec(this.#text)?.[0] ?? '' };
  }
}

function lineEnd(text: string, from: number): number {
  const found = text.indexOf('\n', from);
  return found < 0 ? text.length : found;
}

/** The index of the next structural character outside of strings, of a string that is not closed, or the end. */
function calmEnd(text: string, from: number): number {
  for (let at = from; ;) {
    STRUCTURAL.lastIndex = at;
    const index = STRUCTURAL.exec(text)?.index ?? text.length;
    const end = text[index] === '"' ? stringEnd(text, index) : undefined;
    if (end === undefined) return index;
    at = end;
  }
}

/**
 * Behind the quote that closes the string that begins here. One expression for a whole string runs out of memory at
 * some millions of characters.
 */
function stringEnd(text: string, from: number): number | undefined {
  QUOTE_OR_ESCAPE.lastIndex = from + 1;
  for (let found = QUOTE_OR_ESCAPE.exec(text); found !== null; found = QUOTE_OR_ESCAPE.exec(text)) {
    if (found[0] === '"') return QUOTE_OR_ESCAPE.lastIndex;
  }
  return undefined;
}

function decoded(literal: string): string | undefined {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return undefined;
  }
}
