// White space about the ids of a mapping, or in them: nobody sees it, and to the service it is another id.

import * as l10n from '@vscode/l10n';
import { grouped, isOne } from '../core/language.ts';
import { quotedId } from '../core/foreignText.ts';
import { fieldsTolerantly, type JsonField } from './jsonFields.ts';
import { hasLineBreak } from './lineBreaks.ts';

export interface EdgeSpace {
  readonly entry: JsonField;
  readonly of: 'schemaId' | 'dataSource';
  /** One sentence. Foreign text in it is harmless. */
  readonly words: string;
}

const MOST_NAMED = 5;

export function hasEdgeSpace(id: string): boolean {
  return id !== id.trim();
}

/** By order of appearance. */
export function edgeSpaces(entries: readonly JsonField[]): EdgeSpace[] {
  return entries.flatMap((entry) => [
    ...found(entry, 'schemaId', entry.key),
    ...(typeof entry.literal === 'string' ? found(entry, 'dataSource', entry.literal) : []),
  ]);
}

/** Sentences about spaces at the edges of a mapping's ids: the first five, and how many more. Never throws. */
export function edgeSpaceText(mapping: string): string[] {
  const all = edgeSpaces(fieldsTolerantly(mapping).fields);
  const named = all.slice(0, MOST_NAMED).map(({ words }) => words);
  const more = all.length - named.length;
  return more === 0 ? named : [...named, moreSpaces(more)];
}

function moreSpaces(more: number): string {
  if (isOne(more)) return l10n.t('Another ID of the mapping has leading or trailing spaces.');
  return l10n.t('Another {0} IDs of the mapping have leading or trailing spaces.', grouped(more));
}

function found(entry: JsonField, of: EdgeSpace['of'], id: string): EdgeSpace[] {
  if (hasLineBreak(id.trim())) return [{ entry, of, words: severalText(of, id) }];
  return hasEdgeSpace(id) ? [{ entry, of, words: spaceText(of, id) }] : [];
}

function spaceText(of: EdgeSpace['of'], id: string): string {
  return of === 'schemaId'
    ? l10n.t('Schema ID {0} has leading or trailing spaces. The service may not know it.', quotedId(id))
    : l10n.t('Data source ID {0} has leading or trailing spaces. The service may not know it.', quotedId(id));
}

function severalText(of: EdgeSpace['of'], id: string): string {
  return of === 'schemaId'
    ? l10n.t('Schema ID {0} looks like several IDs in one. The service may not know it.', quotedId(id))
    : l10n.t('Data source ID {0} looks like several IDs in one. The service may not know it.', quotedId(id));
}
