// What experience says is risky in a document: said of mapping and properties, beside what the other groups of the
// connection have.

import * as l10n from '@vscode/l10n';
import { grouped, isOne } from '../core/language.ts';
import type { ObjectField } from '../contract/fields.ts';
import { UserGroupsError } from '../core/errors.ts';
import { quotedId } from '../core/foreignText.ts';
import type { NameUse } from '../core/ports/groupSearch.ts';
import { dataSourceOf, isInteger } from './baseEntries.ts';
import { edgeSpaces } from './edgeSpaces.ts';
import { fieldsStrictly, fieldsTolerantly, type JsonField } from './jsonFields.ts';
import { brokenLines } from './lineBreaks.ts';

/** Offset and length count UTF-16 units of the text. */
export interface SoftWarning {
  readonly offset: number;
  readonly length: number;
  readonly message: string;
  /** Something is to be added. Absent: something is to be corrected. */
  readonly isMissing?: true;
}

/** What the other groups of the connection have, as they were last sent. */
export interface SiblingFacts {
  /** How many of them have a mapping that is known here. */
  readonly withMapping: number;
  readonly withProperties: number;
  /** The most used first. */
  readonly schemaIds: readonly NameUse[];
  /** The most used first. */
  readonly propertyNames: readonly NameUse[];
  /** Whether any of them has it, be it among the most used or not. */
  readonly hasProperty: (name: string) => boolean;
  /**
   * The name of the one group that uses the data source, unless there are several or the document's own group does, as
   * last sent.
   */
  readonly onlyUser: (dataSource: string) => string | undefined;
}

/** For a document without a connection. */
export const NO_SIBLINGS: SiblingFacts = {
  withMapping: 0,
  withProperties: 0,
  schemaIds: [],
  propertyNames: [],
  hasProperty: () => false,
  onlyUser: () => undefined,
};

/** Fewer siblings prove nothing. */
const ENOUGH_SIBLINGS = 5;
/** In percent. */
const NEARLY_ALL = 90;

/** Of what is missing from one field; the rest is one more warning. */
const MOST_NAMED = 5;

/** A field of the document that can be read from its first to its last character. */
interface ReadField {
  readonly field: JsonField;
  readonly entries: readonly JsonField[];
}

/**
 * By order of appearance. A field that is absent claims nothing; of one that is not strict JSON nothing is said. Never
 * throws, whatever the text.
 */
export function softWarnings(text: string, facts: SiblingFacts): SoftWarning[] {
  const { fields } = fieldsTolerantly(text);
  const mapping = readField(fields, 'mapping');
  const properties = readField(fields, 'properties');
  const found = [
    ...brokenLines(text).map(({ field, words }) => atValueOf(field, words)),
    ...(mapping === undefined
      ? []
      : [
          ...emptyMapping(mapping),
          ...spacesAtEdges(mapping),
          ...dataSources(mapping, facts),
          ...missingSchemas(mapping, facts),
        ]),
    ...(properties === undefined ? [] : [...namesAlike(properties), ...misspeltAndMissing(properties, facts)]),
  ];
  return found.sort((a, b) => a.offset - b.offset);
}

function readField(fields: readonly JsonField[], name: ObjectField): ReadField | undefined {
  const field = fields.findLast(({ key }) => key === name);
  if (field?.type !== 'object') return undefined;
  try {
    return { field, entries: fieldsStrictly(field.valueText, { field: name, levelsAbove: 1 }) };
  } catch (error) {
    if (error instanceof UserGroupsError) return undefined;
    throw error;
  }
}

function emptyMapping({ field, entries }: ReadField): SoftWarning[] {
  return entries.length > 0 ? [] : [atField(field, l10n.t('The mapping is empty. The group has no data source.'))];
}

function spacesAtEdges({ field, entries }: ReadField): SoftWarning[] {
  return edgeSpaces(entries).map(({ entry, of, words }) =>
    of === 'schemaId' ? atName(field, entry, words) : atValue(field, entry, words),
  );
}

function dataSources({ field, entries }: ReadField, { onlyUser }: SiblingFacts): SoftWarning[] {
  return entries.flatMap((entry) => {
    const message = unlikelyValue(entry) ?? usedByOneOther(entry, onlyUser);
    return message === undefined ? [] : [atValue(field, entry, message)];
  });
}

/** Interface document, "Request body fields of a user group": which values are allowed is not shown there. */
function unlikelyValue({ key, type, literal, valueText }: JsonField): string | undefined {
  if (literal === '' && key !== '') return l10n.t('{0} has no data source.', quotedId(key));
  if (type === 'string' || isInteger(valueText)) return undefined;
  return l10n.t('The value of {0} must be a string or an integer, like the ID of a data source.', quotedId(key));
}

function usedByOneOther(entry: JsonField, onlyUser: SiblingFacts['onlyUser']): string | undefined {
  const dataSource = dataSourceOf(entry);
  const user = dataSource === undefined ? undefined : onlyUser(dataSource);
  if (dataSource === undefined || user === undefined) return undefined;
  return l10n.t(
    'Only {1} uses {0}. Viewers of this group may see the data of {1}.',
    quotedId(dataSource),
    quotedId(user),
  );
}

function missingSchemas({ field, entries }: ReadField, { schemaIds, withMapping }: SiblingFacts): SoftWarning[] {
  const mapped = new Set(entries.map(({ key }) => key));
  const missing = nearlyAll(schemaIds, withMapping).filter(({ name }) => !mapped.has(name));
  return missingFrom(field, missing, {
    one: ({ name, groups }) =>
      l10n.t(
        'Schema ID {0} is missing. {1} of {2} groups on this connection map it.',
        quotedId(name),
        grouped(groups),
        grouped(withMapping),
      ),
    more: (count) =>
      isOne(count)
        ? l10n.t('1 more schema ID is missing that nearly all groups on this connection map.')
        : l10n.t('{0} more schema IDs are missing that nearly all groups on this connection map.', grouped(count)),
  });
}

/** Every name but the first of those that are the same without letter case. */
function namesAlike({ field, entries }: ReadField): SoftWarning[] {
  const first = new Map<string, string>();
  return entries.flatMap((entry) => {
    const { key } = entry;
    const folded = key.toLowerCase();
    const other = first.get(folded);
    first.set(folded, other ?? key);
    if (other === undefined || other === key) return [];
    return [
      atName(
        field,
        entry,
        l10n.t(
          '{0} and {1} differ only in letter case. Dashboards may read the other one.',
          quotedId(key),
          quotedId(other),
        ),
      ),
    ];
  });
}

function misspeltAndMissing({ field, entries }: ReadField, facts: SiblingFacts): SoftWarning[] {
  const { propertyNames, withProperties, hasProperty } = facts;
  const names = new Map(entries.map((entry) => [entry.key, entry]));
  const missing: NameUse[] = [];
  const misspelt: SoftWarning[] = [];
  for (const wanted of nearlyAll(propertyNames, withProperties).filter(({ name }) => !names.has(name))) {
    const slip = entries.find(({ key }) => isOneSlip(key, wanted.name) && !hasProperty(key));
    if (slip === undefined) missing.push(wanted);
    else
      misspelt.push(
        atName(
          field,
          slip,
          l10n.t(
            'Did you mean {1} instead of {0}? {2} of {3} groups on this connection have it.',
            quotedId(slip.key),
            quotedId(wanted.name),
            grouped(wanted.groups),
            grouped(withProperties),
          ),
        ),
      );
  }
  return [
    ...misspelt,
    ...missingFrom(field, missing, {
      one: ({ name, groups }) =>
        l10n.t(
          'Property {0} is missing. {1} of {2} groups on this connection have it.',
          quotedId(name),
          grouped(groups),
          grouped(withProperties),
        ),
      more: (count) =>
        isOne(count)
          ? l10n.t('1 more property is missing that nearly all groups on this connection have.')
          : l10n.t('{0} more properties are missing that nearly all groups on this connection have.', grouped(count)),
    }),
  ];
}

interface MissingText {
  readonly one: (use: NameUse) => string;
  readonly more: (count: number) => string;
}

function missingFrom(field: JsonField, missing: readonly NameUse[], { one, more }: MissingText): SoftWarning[] {
  const named = missing.slice(0, MOST_NAMED).map((use) => atField(field, one(use)));
  return missing.length > MOST_NAMED ? [...named, atField(field, more(missing.length - MOST_NAMED))] : named;
}

function nearlyAll(uses: readonly NameUse[], of: number): NameUse[] {
  return of < ENOUGH_SIBLINGS ? [] : uses.filter(({ groups }) => 100 * groups >= NEARLY_ALL * of);
}

/**
 * Another letter case, a character added, left out or replaced, or two neighbours that changed places; something must
 * be left of the name.
 */
function isOneSlip(typed: string, wanted: string): boolean {
  if (Math.abs(typed.length - wanted.length) > 1) return false;
  const [a, b] = [typed.toLowerCase(), wanted.toLowerCase()];
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const isNear = left.length <= 1 && right.length <= 1;
  const isSwapped = left.length === 2 && right === left.slice(1) + left.slice(0, 1);
  return start + end > 0 && (isNear || isSwapped);
}

function atField({ keyStart, keyText }: JsonField, message: string): SoftWarning {
  return { offset: keyStart, length: keyText.length, message, isMissing: true };
}

function atValueOf({ valueStart, valueText }: JsonField, message: string): SoftWarning {
  return { offset: valueStart, length: valueText.length, message };
}

function atName({ valueStart }: JsonField, { keyStart, keyText }: JsonField, message: string): SoftWarning {
  return { offset: valueStart + keyStart, length: keyText.length, message };
}

function atValue({ valueStart: start }: JsonField, { valueStart, valueText }: JsonField, message: string): SoftWarning {
  return { offset: start + valueStart, length: valueText.length, message };
}
