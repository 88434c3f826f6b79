// Parses what is typed to find groups into words and filters: `acme region=EU missing:tier mapping:40=213
// connection:staging is:draft`.

import * as l10n from '@vscode/l10n';
import { fold } from '../../core/folding.ts';
import type { StoredState } from '../../core/ports/groupSearch.ts';
import { existedNotAppliedText } from '../../core/stateText.ts';

/** What `is:` can ask for. */
export const STATES = [
  'draft',
  'unknown',
  'gone',
  'deleted',
  'absent',
  'changed',
  'not-applied',
  'no-mapping',
  'replaced',
  'old',
] as const satisfies readonly (StoredState | 'old')[];
export type State = (typeof STATES)[number];

/** The words that a group in this state shows. */
export function stateMeaning(state: State): string {
  switch (state) {
    case 'draft':
      return l10n.t('Unsent changes');
    case 'unknown':
      return l10n.t('Rotation, update, get or create or delete: outcome unknown');
    case 'gone':
      return l10n.t('Recreated, new token');
    case 'deleted':
      return l10n.t('Deleted');
    case 'absent':
      return l10n.t("Not in the service's list");
    case 'changed':
      return l10n.t('Changed elsewhere');
    case 'not-applied':
      return existedNotAppliedText();
    case 'no-mapping':
      return l10n.t('No mapping set, or mapping unknown');
    case 'replaced':
      return l10n.t('Previous token kept');
    case 'old':
      return l10n.t('Token older than {0}', 'userGroups.rotateAfterDays');
  }
}

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

/** Filters that begin with a word and a colon. Everything with an equals sign is one about a property. */
export const FILTERS = ['missing', 'mapping', 'source', 'connection', 'older', 'is'] as const;
export type FilterName = (typeof FILTERS)[number];

/** What it finds. */
export function filterMeaning(filter: FilterName | 'property'): string {
  switch (filter) {
    case 'property':
      return l10n.t('groups whose property has this value: {0}', 'region=EU, region="two words", address.country=DE');
    case 'missing':
      return l10n.t('groups without a property: {0}', 'missing:region');
    case 'mapping':
      return l10n.t(
        'groups that map a schema ID, to any data source or to this one: {0}',
        'mapping:40, mapping:40=213',
      );
    case 'source':
      return l10n.t('groups that have this data source, for any schema ID: {0}', 'source:213');
    case 'connection':
      return l10n.t('groups of one connection: {0}', 'connection:staging');
    case 'older':
      return l10n.t('groups whose token was received longer ago: {0}', 'older:90d');
    case 'is':
      return l10n.t('groups in a state: {0}', STATES.map((state) => `is:${state}`).join(', '));
  }
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

function isFilterName(name: string): name is FilterName {
  return FILTERS.some((each) => each === name);
}

function unquoted(text: string): string {
  return text.replaceAll('"', '');
}
