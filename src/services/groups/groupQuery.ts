// Parses what is typed to find groups into words and filters: `acme region=EU missing:tier mapping:40=213
// connection:staging is:draft`.

import { fold } from '../../core/folding.ts';
import { isFilterName, stateMeaning, STATES, type FilterName, type State } from './groupFilters.ts';

const FEWEST_LETTERS = 3;

/** The states that the user may mean: each typed word begins one of the state's words. */
export function statesMeant(typed: string): State[] {
  if (typed.trim().length < (IDEOGRAPHS.test(typed) ? 1 : FEWEST_LETTERS)) return [];
  const words = wordsOf(typed);
  return STATES.filter((state) => {
    const said = wordsOf(`${state} ${stateMeaning(state)}`);
    return words.every((word) =>
      said.some((each) => (IDEOGRAPHS.test(word) ? each.includes(word) : each.startsWith(word))),
    );
  });
}

/** A word may be one of them, and no space stands before it. */
const IDEOGRAPHS = /\p{Script=Han}|\p{Script=Katakana}/u;

function wordsOf(text: string): string[] {
  return fold(text).match(/[^\s,:-]+/g) ?? [];
}

/** One part of the input, between spaces outside quotes. */
export type QueryPart =
  | { readonly kind: 'word'; readonly text: string }
  /** Looks like a filter but is none: searched for as a word. */
  | { readonly kind: 'noFilter'; readonly text: string; readonly name: string }
  | { readonly kind: 'property'; readonly path: string; /** Absent: any. */ readonly value?: string }
  | {
      readonly kind: FilterName;
      readonly of: string;
      /** The text after an equals sign. */ readonly value?: string;
    };

const QUOTED = /"[^"]*"?/g;

export function readQuery(text: string): QueryPart[] {
  return partsOf(text).map(readPart);
}

/** The last part, as long as it is being typed, and where it begins. */
export function lastPart(text: string): { readonly text: string; readonly start: number } {
  const last = /\S$/.test(text) || isQuoteOpen(text) ? (partsOf(text).at(-1) ?? '') : '';
  return { text: last, start: text.length - last.length };
}

/** As it is typed in a query: in quotes where it needs them. */
export function quoted(text: string): string {
  return text === '' || /[\s:="]/.test(text) ? `"${text.replaceAll('"', '')}"` : text;
}

function partsOf(text: string): string[] {
  return text.match(/(?:"[^"]*(?:"|$)|[^\s"])+/g) ?? [];
}

function isQuoteOpen(text: string): boolean {
  return text.split('"').length % 2 === 0;
}

function readPart(part: string): QueryPart {
  // Characters in quotes belong to a name or a value: they come after the separators.
  const bare = part.replace(QUOTED, (quotes) => '"'.repeat(quotes.length));
  const equals = bare.indexOf('=');
  const colon = bare.indexOf(':');
  if (colon > 0 && (equals < 0 || colon < equals)) return readNamed(part, colon, equals);
  if (equals > 0) {
    const value = part.slice(equals + 1);
    return { kind: 'property', path: unquoted(part.slice(0, equals)), ...(value !== '' && { value: unquoted(value) }) };
  }
  return { kind: 'word', text: unquoted(part) };
}

function readNamed(part: string, colon: number, equals: number): QueryPart {
  const name = part.slice(0, colon);
  const kind = name.toLowerCase();
  if (!isFilterName(kind)) return { kind: 'noFilter', text: unquoted(part), name: unquoted(name) };
  // An equals sign divides what a schema id is mapped to; names of connections and properties may hold one.
  if (kind !== 'mapping' || equals < 0) return { kind, of: unquoted(part.slice(colon + 1)) };
  const value = part.slice(equals + 1);
  return { kind, of: unquoted(part.slice(colon + 1, equals)), ...(value !== '' && { value: unquoted(value) }) };
}

function unquoted(text: string): string {
  return text.replaceAll('"', '');
}
