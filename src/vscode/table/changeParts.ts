// A difference as a cell of a table shows it, and what a new group begins with.

import { BODY_FIELDS } from '../../contract/fields.ts';
import { foreignText, visibleId } from '../../core/foreignText.ts';
import { isJson } from '../../core/isJson.ts';
import { moreText, type Change } from '../../document/difference.ts';
import { mappingEntries, propertyEntries } from '../../document/entries.ts';
import { literalValue } from '../../document/stringLiteral.ts';
import type { CellChange, ChangeKind } from '../../protocol/tableProtocol.ts';

/** Changes of one group that are shown. */
const MOST_SHOWN = 12;
const LONGEST_PATH = 100;
const PROPERTY = 'properties.';

/** As short as can be: the sign says what became of it. The last one says how many more there are. */
export function changeParts(found: readonly Change[]): CellChange[] {
  const parts = found.slice(0, MOST_SHOWN).map((change) => ({ kind: kindOf(change), text: partText(change) }));
  return withRest(parts, found.length);
}

/** All that a new group has beside id and name: `40 → 213`, `tier = gold`. */
export function addedParts(document: string): CellChange[] {
  const all = [
    ...mappingEntries(document).map(({ key, value }) => `${visibleId(key)} → ${foreignText(unquoted(value))}`),
    ...propertyEntries(document).map(({ key, value }) => `${visibleId(key)} = ${foreignText(plainText(value))}`),
  ];
  const parts = all.slice(0, MOST_SHOWN).map((text): CellChange => ({ kind: 'added', text }));
  return withRest(parts, all.length);
}

function withRest(parts: readonly CellChange[], total: number): CellChange[] {
  return total > MOST_SHOWN ? [...parts, { kind: 'more', text: moreText(total - MOST_SHOWN) }] : [...parts];
}

/** `region: "EU" → "US"`, `mapping.40: 213`. */
function partText({ path, before, after }: Change): string {
  const where = foreignText(withoutField(path), LONGEST_PATH);
  const values = [before, after].filter((value) => value !== undefined).map((value) => foreignText(value));
  return `${where}: ${values.join(' → ')}`;
}

/** A property goes by its own name, unless that is a field's as well. */
function withoutField(path: string): string {
  if (!path.startsWith(PROPERTY)) return path;
  const property = path.slice(PROPERTY.length);
  const [name] = property.split(/[.[ ]/, 1);
  return BODY_FIELDS.some((field) => field === name) ? path : property;
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
