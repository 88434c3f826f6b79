// White space at the edges of the ids of a mapping: nobody sees it, and to the service it is another id.

import { capitalized, type Clause } from '../core/clause.ts';
import { quotedId } from '../core/foreignText.ts';
import { fieldsTolerantly, type JsonField } from './jsonFields.ts';

export interface EdgeSpace {
  readonly entry: JsonField;
  readonly of: 'schemaId' | 'dataSource';
  /** One sentence without its full stop. Foreign text in it is harmless. */
  readonly words: Clause;
}

const NOUNS: Readonly<Record<EdgeSpace['of'], 'schema ID' | 'data source ID'>> = {
  schemaId: 'schema ID',
  dataSource: 'data source ID',
};
const MOST_NAMED = 5;

export function hasEdgeSpace(id: string): boolean {
  return id !== id.trim();
}

/** By order of appearance. */
export function edgeSpaces(entries: readonly JsonField[]): EdgeSpace[] {
  return entries.flatMap((entry) => [
    ...(hasEdgeSpace(entry.key) ? [found(entry, 'schemaId', entry.key)] : []),
    ...(typeof entry.literal === 'string' && hasEdgeSpace(entry.literal)
      ? [found(entry, 'dataSource', entry.literal)]
      : []),
  ]);
}

/**
 * Of the JSON text of a mapping, as clauses without a full stop: the first five, and how many more there are. Never
 * throws.
 */
export function edgeSpaceReasons(mapping: string): Clause[] {
  const all = edgeSpaces(fieldsTolerantly(mapping).fields);
  const named = all.slice(0, MOST_NAMED).map(({ words }) => words);
  const more = all.length - named.length;
  return more === 0 ? named : [...named, moreSpaces(more)];
}

/** The same as sentences. Never throws. */
export function edgeSpaceText(mapping: string): string[] {
  return edgeSpaceReasons(mapping).map((reason) => `${capitalized(reason)}.`);
}

function moreSpaces(more: number): Clause {
  if (more === 1) return 'another ID of the mapping has leading or trailing white space';
  return `another ${more} IDs of the mapping have leading or trailing white space`;
}

function found(entry: JsonField, of: EdgeSpace['of'], id: string): EdgeSpace {
  return {
    entry,
    of,
    words: `${NOUNS[of]} ${quotedId(id)} has leading or trailing white space: the service may not know it`,
  };
}
