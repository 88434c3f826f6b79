// A difference as a cell of a table shows it, and what a new group begins with.

import { foreignText, visibleId } from '../../core/foreignText.ts';
import { isJson } from '../../core/isJson.ts';
import { formatChanges, moreText, type Change } from '../../document/difference.ts';
import { mappingEntries, propertyEntries } from '../../document/entries.ts';
import { literalValue } from '../../document/stringLiteral.ts';
import type { CellChange, ChangeKind } from '../../protocol/tableProtocol.ts';

/** Changes of one group that are shown. */
const MOST_SHOWN = 12;

/** The last one says how many more there are. */
export function changeParts(found: readonly Change[]): CellChange[] {
  return formatChanges(found, MOST_SHOWN).map((text, index) => {
    const change = index < MOST_SHOWN ? found[index] : undefined;
    return { kind: change === undefined ? 'more' : kindOf(change), text };
  });
}

/** All that a new group has beside id and name: `40 → 213`, `tier = gold`. */
export function addedParts(document: string): CellChange[] {
  const all = [
    ...mappingEntries(document).map(({ key, value }) => `${visibleId(key)} → ${foreignText(unquoted(value))}`),
    ...propertyEntries(document).map(({ key, value }) => `${visibleId(key)} = ${foreignText(plainText(value))}`),
  ];
  const parts = all.slice(0, MOST_SHOWN).map((text): CellChange => ({ kind: 'added', text }));
  return all.length > MOST_SHOWN ? [...parts, { kind: 'more', text: moreText(all.length - MOST_SHOWN) }] : parts;
}

/** Quotes stay where the text without them would be another value. */
function plainText(value: string): string {
  const text = unquoted(value);
  return text === '' || isJson(text) ? value : text;
}

function unquoted(value: string): string {
  return literalValue(value, 0, value.length) ?? value;
}

function kindOf({ before, after }: Change): ChangeKind {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}
