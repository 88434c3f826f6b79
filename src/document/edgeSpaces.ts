// White space at the edges of the ids of a mapping: nobody sees it, and to the service it is another id.

import { quotedId } from '../core/foreignText.ts';
import { fieldsTolerantly, type JsonField } from './jsonFields.ts';

export interface EdgeSpace {
  readonly entry: JsonField;
  readonly of: 'schemaId' | 'dataSource';
  /** One sentence. Foreign text in it is harmless. */
  readonly words: string;
}

const NOUNS: Readonly<Record<EdgeSpace['of'], string>> = {
  schemaId: 'Schema ID',
  dataSource: 'Data source ID',
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

/** Of the JSON text of a mapping, as sentences: the first five, and how many more there are. Never throws. */
export function edgeSpaceText(mapping: string): string[] {
  const all = edgeSpaces(fieldsTolerantly(mapping).fields);
  const named = all.slice(0, MOST_NAMED).map(({ words }) => words);
  const more = all.length - named.length;
  return more === 0 ? named : [...named, moreSpaces(more)];
}

function moreSpaces(more: number): string {
  if (more === 1) return 'Another ID of the mapping has leading or trailing white space.';
  return `Another ${more} IDs of the mapping have leading or trailing white space.`;
}

function found(entry: JsonField, of: EdgeSpace['of'], id: string): EdgeSpace {
  return {
    entry,
    of,
    words: `${NOUNS[of]} ${quotedId(id)} has leading or trailing white space. The service may not know it.`,
  };
}
