// A document with what the service answered since it was sent: a change is made to that, so that nobody else's is
// turned back.

import * as l10n from '@vscode/l10n';
import {
  FIELDS,
  isTextField,
  isReturnedField,
  RETURNED_FIELDS,
  type ObjectField,
  type ReturnedField,
  type TextField,
} from '../../contract/fields.ts';
import { quotedId } from '../../core/foreignText.ts';
import type { UserGroupAnswer } from '../../core/userGroup.ts';
import { isWithheld, withheldText } from '../../core/withheld.ts';
import { answeredFields } from '../../document/answeredFields.ts';
import { difference, sameJson, type Change } from '../../document/difference.ts';
import { duplicateKeys } from '../../document/duplicateKeys.ts';
import { addField, setString } from '../../document/fieldEdits.ts';
import { readFieldRanges } from '../../document/fieldRanges.ts';
import { fieldsToFlaw, type JsonField } from '../../document/jsonFields.ts';
import { insertMember, removeMember } from '../../document/objectMembers.ts';
import { applyEdits } from '../../document/textEdit.ts';
import { layoutAround, type Layout } from '../../document/textLayout.ts';
import {
  fieldText,
  furtherText,
  readDocument,
  type GroupFields,
  type UserGroupDocument,
} from '../../document/userGroupDocument.ts';

export type Merged =
  /** `changes`: what was taken over. */
  | { readonly kind: 'merged'; readonly text: string; readonly changes: readonly Change[] }
  | { readonly kind: 'same' }
  /** `reason` is a sentence, harmless to show. */
  | { readonly kind: 'skipped'; readonly reason: string };

/** The most digits of a number that every reader of JSON keeps. */
const KEPT_DIGITS = 15;

/** A number that the service may have rounded: whether all of its field stays unknown, or it alone stays as typed. */
type LongNumbers = 'refused' | 'asTyped';

/**
 * Fields as answered, each entry that differs put in by itself. A field that was not answered, as the mapping by most
 * services (interface document, "User group"), proves nothing and stays.
 */
export function mergeAnswered(
  document: UserGroupDocument,
  answer: UserGroupAnswer,
  fields: readonly string[] = [...RETURNED_FIELDS, ...Object.keys(document.further ?? {})],
  longNumbers: LongNumbers = 'refused',
): Merged {
  const answered = answeredFields(answer);
  let { text } = document;
  for (const field of fields) {
    if (isWithheld(fieldText(answered, field))) return { kind: 'skipped', reason: withheldText(field) };
    const merged = isReturnedField(field)
      ? withReturned(text, field, { document, answered, longNumbers })
      : withFurther(text, field, furtherText(document, field), furtherText(answered, field));
    if (typeof merged !== 'string') return { kind: 'skipped', reason: merged.reason };
    text = merged;
  }
  return text === document.text
    ? { kind: 'same' }
    : { kind: 'merged', text, changes: difference(document, readDocument(text)) };
}

interface Merging {
  readonly document: UserGroupDocument;
  readonly answered: GroupFields;
  readonly longNumbers: LongNumbers;
}

function withReturned(
  text: string,
  field: ReturnedField,
  { document, answered, longNumbers }: Merging,
): string | { readonly reason: string } {
  const { inCode } = FIELDS[field];
  return isTextField(field)
    ? withText(text, field, answered[inCode])
    : withObject(text, field, document[inCode], answered[inCode], longNumbers);
}

/** Whole: a list whose order may matter, or a single value. */
function withFurther(
  text: string,
  field: string,
  present: string | undefined,
  answered: string | undefined,
): string | { readonly reason: string } {
  if (answered === undefined || (present === undefined && answered === 'null')) return text;
  if (answered === 'null')
    return { reason: l10n.t('The service has no "{0}" for this group, but the document has some.', field) };
  if (present === undefined) return applyEdits(text, [addField(text, field, answered)]);
  if (sameJson(present, answered)) return text;
  const range = readFieldRanges(text).fields[field];
  return range === undefined ? text : applyEdits(text, [{ from: range.from, to: range.to, insert: answered }]);
}

function withText(text: string, field: TextField, answered: string | undefined): string {
  if (answered === undefined) return text;
  const range = readFieldRanges(text).fields[field];
  const edit = range === undefined ? addField(text, field, JSON.stringify(answered)) : setString(text, range, answered);
  return edit === undefined ? text : applyEdits(text, [edit]);
}

function withObject(
  text: string,
  field: ObjectField,
  present: string | undefined,
  answered: string | undefined,
  longNumbers: LongNumbers,
): string | { readonly reason: string } {
  if (answered === undefined) return text;
  const isEmpty = present === undefined || sameJson(present, '{}');
  // Without properties and with none, a group answers either.
  if (answered === 'null')
    return isEmpty
      ? text
      : { reason: l10n.t('The service has no "{0}" for this group, but the document has some.', field) };
  const wanted = fieldsToFlaw(answered);
  if (wanted.type !== 'object')
    return { reason: l10n.t('The service returned a value for "{0}" that is not an object.', field) };
  if (present === undefined) return applyEdits(text, [addField(text, field, answered)]);
  if (sameJson(present, answered)) return text;
  if (duplicateKeys(present).length > 0 || duplicateKeys(answered).length > 0)
    return {
      reason: l10n.t('The document has a duplicate key in "{0}", and the service returned another value.', field),
    };
  const range = readFieldRanges(text).fields[field];
  // Others may have gone in before it.
  if (range === undefined) return text;
  const slice = mergedObject(field, present, wanted.fields, layoutAround(text, range.from), longNumbers);
  return typeof slice === 'string' ? applyEdits(text, [{ from: range.from, to: range.to, insert: slice }]) : slice;
}

/** Without duplicate keys, either. */
function mergedObject(
  field: ObjectField,
  present: string,
  wanted: readonly JsonField[],
  layout: Layout,
  longNumbers: LongNumbers,
): string | { readonly reason: string } {
  let slice = present;
  const membersOf = (): readonly JsonField[] => fieldsToFlaw(slice).fields;
  for (const { key } of membersOf()) {
    if (wanted.some((other) => other.key === key)) continue;
    const members = membersOf();
    slice = applyEdits(slice, [
      removeMember(
        slice,
        members,
        members.findIndex((member) => member.key === key),
      ),
    ]);
  }
  for (const { key, keyText, valueText } of wanted) {
    const members = membersOf();
    const member = members.find((other) => other.key === key);
    if (member === undefined) {
      slice = applyEdits(slice, [insertMember(slice, members, members.length, { keyText, valueText }, layout)]);
    } else if (!sameJson(member.valueText, valueText)) {
      const kept =
        keptValue(member.valueText, valueText) ??
        (longNumbers === 'asTyped' ? nearest(member.valueText, valueText) : undefined);
      if (kept === undefined)
        return {
          reason: l10n.t(
            '{0} has a number that is too long to compare. The service may have rounded it.',
            quotedId(`${field}.${key}`),
          ),
        };
      slice = applyEdits(slice, [
        { from: member.valueStart, to: member.valueStart + member.valueText.length, insert: kept },
      ]);
    }
  }
  return slice;
}

/**
 * The document's where the two are the same number in other spellings (`1.0`, `1`); nothing where that cannot be told.
 */
function keptValue(present: string, answered: string): string | undefined {
  if (holdsLongNumber(present) || holdsLongNumber(answered)) return undefined;
  return nearest(present, answered);
}

/** The document's where the service may have rounded it, else the service's. */
function nearest(present: string, answered: string): string {
  return ordered(JSON.parse(present)) === ordered(JSON.parse(answered)) ? present : answered;
}

function holdsLongNumber(json: string): boolean {
  const bare = json.replaceAll(/"(?:[^"\\]|\\.)*"?/g, '""');
  return [...bare.matchAll(/\d[\d.]*(?:[eE][+-]?\d+)?/g)].some(
    ([digits]) => digits.replaceAll(/[eE].*|\./g, '').length > KEPT_DIGITS || /[eE][+-]?\d{3}/.test(digits),
  );
}

/** The same text for the same value, whatever the order of its keys. */
function ordered(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(ordered).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${ordered(member)}`)
    .join(',')}}`;
}
