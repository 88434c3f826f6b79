// One change of a document's text: by the smallest edit, with everything else as it was typed, or not at all.

import * as l10n from '@vscode/l10n';
import type { ObjectField } from '../../contract/fields.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { quotedId } from '../../core/foreignText.ts';
import { difference, sameJson, type Change } from '../../document/difference.ts';
import { addField } from '../../document/fieldEdits.ts';
import { readFieldRanges } from '../../document/fieldRanges.ts';
import { fieldsToFlaw, type JsonField } from '../../document/jsonFields.ts';
import { addRow, setRowValue } from '../../document/mappingRows.ts';
import { insertMember, removeMember } from '../../document/objectMembers.ts';
import { literalOf, setLiteral } from '../../document/stringLiteral.ts';
import { applyEdits, type TextEdit } from '../../document/textEdit.ts';
import { layoutAround, type Layout } from '../../document/textLayout.ts';
import { readDocument, type UserGroupDocument } from '../../document/userGroupDocument.ts';
import type { ColumnChange, EntryChange, GroupChange } from './documentChange.ts';

export type AppliedChange =
  | { readonly kind: 'changed'; readonly text: string; readonly changes: readonly Change[] }
  /** It says so already. */
  | { readonly kind: 'same' }
  /** It cannot be told what is meant. `reason` is one or more sentences, harmless to show. */
  | { readonly kind: 'skipped'; readonly reason: string };

/** Not a text: no document may be taken for it. */
const SAME = Symbol('same');

type Edited = TextEdit | typeof SAME | { readonly reason: string };

type Applied = string | typeof SAME | { readonly reason: string };

/** A field of the document whose value is an object. */
interface Slice {
  readonly text: string;
  readonly members: readonly JsonField[];
  readonly layout: Layout;
}

/** The change is meaningful (`requireMeaningful`). Never throws for a text, whatever it is. */
export function applyChange(text: string, change: GroupChange): AppliedChange {
  const before = documentOrReason(text);
  if (typeof before === 'string') return { kind: 'skipped', reason: before };
  return summarized(before, change.action === 'row' ? withColumns(text, change.columns) : withOne(text, change));
}

/** One after the other. */
function withColumns(text: string, columns: readonly ColumnChange[]): Applied {
  let now = text;
  for (const column of columns) {
    const edited = withOne(now, column);
    if (edited === SAME) continue;
    if (typeof edited !== 'string') return edited;
    now = edited;
  }
  return now === text ? SAME : now;
}

function withOne(text: string, change: EntryChange | ColumnChange): Applied {
  if (change.field === 'further') return withFurther(text, change);
  if (change.action === 'replace') return withEntries(text, change);
  const isFirst =
    change.field === 'properties' && change.action === 'set' && readFieldRanges(text).fields.properties === undefined;
  return applied(isFirst ? withEmptyProperties(text) : text, change);
}

/** By an edit of each entry that differs, so that the others stay as they were typed. Each edit reads the text anew. */
function withEntries(text: string, { field, value }: Extract<ColumnChange, { action: 'replace' }>): Applied {
  const range = readFieldRanges(text).fields[field];
  const wanted = fieldsToFlaw(value).fields;
  const present = range === undefined ? [] : fieldsToFlaw(text.slice(range.from, range.to)).fields;
  const keys = new Set(wanted.map(({ key }) => key));
  const removed = present.filter(({ key }) => !keys.has(key));
  const texts = new Map(present.map(({ key, valueText }) => [key, valueText]));
  // A key that stands twice is refused by the edit, also where its value would stay.
  const hasEachOnce = texts.size === present.length;
  const set = wanted.filter(({ key, valueText }) => !hasEachOnce || texts.get(key) !== valueText);
  return withColumns(text, [
    ...removed.map(({ key }) => ({ action: 'remove', field, key }) as const),
    ...set.map(({ key, valueText }) => ({ action: 'set', field, key, value: valueText, as: 'json' }) as const),
  ]);
}

/** What the text says as a document, or why it is none. */
function documentOrReason(text: string): UserGroupDocument | string {
  try {
    return readDocument(text);
  } catch (error) {
    if (error instanceof UserGroupsError) return error.failure.happened;
    throw error;
  }
}

function summarized(before: UserGroupDocument, after: Applied): AppliedChange {
  if (after === SAME) return { kind: 'same' };
  return typeof after !== 'string'
    ? { kind: 'skipped', reason: after.reason }
    : { kind: 'changed', text: after, changes: difference(before, readDocument(after)) };
}

function withEmptyProperties(text: string): string {
  return applyEdits(text, [addField(text, 'properties', '{}')]);
}

function withFurther(text: string, { action, key, value }: Extract<ColumnChange, { field: 'further' }>): Applied {
  const member = fieldsToFlaw(text).fields.find((field) => field.key === key);
  if (member === undefined) return action === 'empty' ? SAME : applyEdits(text, [addField(text, key, value)]);
  const edited = withValue(member, value);
  return edited === SAME ? SAME : applyEdits(text, [edited]);
}

type OfEntry = EntryChange | Extract<ColumnChange, { field: 'properties'; action: 'empty' }>;

function applied(text: string, change: OfEntry): Applied {
  const range = readFieldRanges(text).fields[change.field];
  if (range === undefined) {
    // What a mapping that is not known here holds beside this, nobody could say.
    if (change.field === 'mapping') return { reason: l10n.t('The document has no mapping.') };
    if (change.action === 'remove' || change.action === 'empty') return SAME;
    return { reason: l10n.t('The document has no properties.') };
  }
  const slice = text.slice(range.from, range.to);
  const edited = editOf(
    { text: slice, members: fieldsToFlaw(slice).fields, layout: layoutAround(text, range.from) },
    change,
  );
  if (edited === SAME || 'reason' in edited) return edited;
  return applyEdits(text, [{ from: range.from + edited.from, to: range.from + edited.to, insert: edited.insert }]);
}

function editOf(slice: Slice, change: OfEntry): Edited {
  const named = 'to' in change ? [change.key, change.to] : [change.key];
  const twice = named.find((key) => slice.members.filter((member) => member.key === key).length > 1);
  if (twice !== undefined) return { reason: duplicateText(change.field, twice) };
  const index = slice.members.findIndex(({ key }) => key === change.key);
  switch (change.action) {
    case 'set':
      return setEntry(slice, index, change);
    case 'empty': {
      const member = slice.members[index];
      return member === undefined ? SAME : withValue(member, change.value);
    }
    case 'rename':
      return renamed(slice, index, change);
    case 'copy':
      return copied(slice, index, change);
    case 'remove':
      return index < 0 ? SAME : removeMember(slice.text, slice.members, index);
  }
}

function setEntry(
  slice: Slice,
  index: number,
  { field, key, value, as = field === 'mapping' ? 'text' : 'json' }: Extract<EntryChange, { action: 'set' }>,
): Edited {
  if (as === 'json') return setProperty(slice, index, key, value);
  return field === 'mapping'
    ? setDataSource(slice, index, key, value)
    : setProperty(slice, index, key, asTyped(slice.members[index], value));
}

/** A cell as JSON of the type that the value has, if the cell can be that: `12` is a number only beside a number. */
function asTyped(member: JsonField | undefined, cell: string): string {
  if (member === undefined || member.type === 'string') return literalOf(cell);
  const { type, flaw } = fieldsToFlaw(cell);
  return flaw === undefined && type === member.type ? cell.trim() : literalOf(cell);
}

/** As in the table of the form: a number stays one as long as the id of the data source is an integer. */
function setDataSource({ text, layout }: Slice, index: number, key: string, value: string): Edited {
  return index < 0 ? addRow(text, key, value, layout) : (setRowValue(text, index, value) ?? SAME);
}

function setProperty({ text, members, layout }: Slice, index: number, key: string, value: string): Edited {
  const member = members[index];
  if (member === undefined)
    return insertMember(text, members, members.length, { keyText: literalOf(key), valueText: value }, layout);
  return withValue(member, value);
}

function withValue({ valueStart: from, valueText }: JsonField, value: string): TextEdit | typeof SAME {
  return sameJson(valueText, value) ? SAME : { from, to: from + valueText.length, insert: value };
}

function renamed(
  { text, members }: Slice,
  index: number,
  { field, key, to }: Extract<EntryChange, { to: string }>,
): Edited {
  const member = members[index];
  if (member === undefined) return { reason: missingText(field, key) };
  if (members.some((other) => other.key === to)) return { reason: takenText(field, to) };
  return setLiteral(text, member.keyStart, member.keyStart + member.keyText.length, to) ?? SAME;
}

function copied(
  { text, members }: Slice,
  index: number,
  { field, key, to }: Extract<EntryChange, { to: string }>,
): Edited {
  const member = members[index];
  if (member === undefined) return { reason: missingText(field, key) };
  const present = members.find((other) => other.key === to);
  if (present === undefined)
    return insertMember(text, members, index + 1, { keyText: literalOf(to), valueText: member.valueText });
  return sameJson(present.valueText, member.valueText) ? SAME : { reason: takenText(field, to) };
}

function duplicateText(field: ObjectField, key: string): string {
  return field === 'mapping'
    ? l10n.t('Schema ID {0} is a duplicate.', quotedId(key))
    : l10n.t('Property {0} is a duplicate.', quotedId(key));
}

function missingText(field: ObjectField, key: string): string {
  return field === 'mapping'
    ? l10n.t('There is no schema ID {0}.', quotedId(key))
    : l10n.t('There is no property {0}.', quotedId(key));
}

function takenText(field: ObjectField, key: string): string {
  return field === 'mapping'
    ? l10n.t('Schema ID {0} already exists.', quotedId(key))
    : l10n.t('Property {0} already exists.', quotedId(key));
}
