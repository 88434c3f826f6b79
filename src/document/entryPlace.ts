// Where in a document's mapping or properties a place of its text lies: at a key, or at the value of one.

import { createScanner, getLocation } from 'jsonc-parser';
import type { ObjectField } from '../contract/fields.ts';
import { DEEPEST } from './walkJson.ts';

/** Offsets count UTF-16 units. What is put in goes from `from` to `to`: the word that stands there, or nothing. */
export type MappingPlace = KeyPlace | MappingValuePlace;

interface Gap {
  readonly from: number;
  readonly to: number;
  /** Something follows that a comma must part from what is put in. */
  readonly needsComma: boolean;
}

export interface KeyPlace extends Gap {
  readonly kind: 'key';
  /** A colon follows: the key alone is put in. */
  readonly hasValue: boolean;
}

export interface MappingValuePlace extends Gap {
  readonly kind: 'value';
  readonly schemaId: string;
}

interface Word {
  readonly from: number;
  readonly to: number;
}

/** The word that an offset touches, and what stands before and after: a mark, `word`, or nothing. */
interface Around {
  readonly before: string;
  readonly word: Word | undefined;
  readonly after: string;
}

/** `undefined` where neither a schema id nor a data source can stand. Never throws. */
export function mappingPlace(text: string, offset: number): MappingPlace | undefined {
  return entryPlace('mapping', text, offset);
}

/** `undefined` where no name of a property can stand, and within the value of one. Never throws. */
export function propertyNamePlace(text: string, offset: number): KeyPlace | undefined {
  const place = entryPlace('properties', text, offset);
  return place?.kind === 'key' ? place : undefined;
}

function entryPlace(wanted: ObjectField, text: string, offset: number): MappingPlace | undefined {
  const around = tokensAround(text, offset);
  if (around === undefined) return undefined;
  const { before, word, after } = around;
  const [from, to] = [word?.from ?? offset, word?.to ?? offset];
  const [field, schemaId, ...deeper] = getLocation(text, from).path;
  if (field !== wanted || typeof schemaId !== 'string' || deeper.length > 0) return undefined;
  const gap = { from, to, needsComma: !['', ',', '}', ']', ':'].includes(after) };
  if (before === ':') return { kind: 'value', schemaId, ...gap };
  return before === '{' || before === ',' ? { kind: 'key', hasValue: after === ':', ...gap } : undefined;
}

function tokensAround(text: string, offset: number): Around | undefined {
  const scanner = createScanner(text, true);
  let [before, depth] = ['', 0];
  let word: Word | undefined;
  // Only the end of the text is a token without length.
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const token = { from: scanner.getTokenOffset(), to: scanner.getTokenOffset() + scanner.getTokenLength() };
    const mark = markIn(text.slice(token.from, token.to));
    const isBehind = token.from > offset || (token.from === offset && mark !== undefined);
    if (isBehind || word !== undefined) return { before, word, after: mark ?? 'word' };
    if (mark === undefined && token.to >= offset) word = token;
    else before = mark ?? 'word';
    depth += nesting(mark);
    // The parser recurses, and the stack is not endless.
    if (depth > DEEPEST) return undefined;
  }
  return { before, word, after: '' };
}

function markIn(token: string): string | undefined {
  return /^[{}[\],:]$/.test(token) ? token : undefined;
}

function nesting(mark: string | undefined): number {
  if (mark === '{' || mark === '[') return 1;
  return mark === '}' || mark === ']' ? -1 : 0;
}
