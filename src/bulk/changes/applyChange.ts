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
import type { DocumentChange, EntryChange, FurtherChange } from './documentChange.ts';

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
export function applyChange(text: string, change: DocumentChange): AppliedChange {
  const before = documentOrReason(text);
  if (typeof before === 'string') return { kind: 'skipped', reason: before };
  if (change.field === 'further') return summarized(before, withFurther(text, change));
  const isFirst = change.field === 'properties' && before.properties === undefined && change.action === 'set';
  return summarized(before, applied(isFirst ? withEmptyProperties(text) : text, change));
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

function withFurther(text: string, { key, value }: FurtherChange): Applied {
  const member = fieldsToFlaw(text).fields.find((field) => field.key === key);
  if (member === undefined) return applyEdits(text, [addField(text, key, value)]);
  const edited = withValue(member, value);
  return edited === SAME ? SAME : applyEdits(text, [edited]);
}

function applied(text: string, change: EntryChange): Applied {
  const range = readFieldRanges(text).fields[change.field];
  if (range === undefined) {
    // What a mapping that is not known here holds beside this, nobody could say.
    if (change.field === 'mapping') return { reason: l10n.t('The document has no mapping.') };
    return change.action === 'remove' ? SAME : { reason: l10n.t('The document has no properties.') };
  }
  const slice = text.slice(range.from, range.to);
  const edited = editOf(
    { text: slice, members: fieldsToFlaw(slice).fields, layout: layoutAround(text, range.from) },
    change,
  );
  if (edited === SAME || 'reason' in edited) return edited;
  return applyEdits(text, [{ from: range.from + edited.from, to: range.from + edited.to, insert: edited.insert }]);
}

function editOf(slice: Slice, change: EntryChange): Edited {
  const named = change.action === 'set' || change.action === 'remove' ? [change.key] : [change.key, change.to];
  const twice = named.find((key) => slice.members.filter((member) => member.key === key).length > 1);
  if (twice !== undefined) return { reason: duplicateText(change.field, twice) };
  const index = slice.members.findIndex(({ key }) => key === change.key);
  switch (change.action) {
    case 'set':
      return change.field === 'mapping'
        ? setDataSource(slice, index, change.key, change.value)
        : setProperty(slice, index, change.key, change.value);
    case 'rename':
      return renamed(slice, index, change);
    case 'copy':
      return copied(slice, index, change);
    case 'remove':
      return index < 0 ? SAME : removeMember(slice.text, slice.members, index);
  }
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
