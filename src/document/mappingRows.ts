// The mapping as a table: its rows, and the smallest edit for each change of one. All offsets are relative to the
// mapping's own text.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../core/errors.ts';
import { fieldsToFlaw, type JsonField } from './jsonFields.ts';
import { insertMember, removeMember } from './objectMembers.ts';
import { setLiteral, literalOf } from './stringLiteral.ts';
import { applyEdits, smallestEdit, type TextEdit } from './textEdit.ts';
import type { Layout } from './textLayout.ts';

export interface MappingRow {
  readonly key: string;
  /** As shown: the decoded string, or the JSON text of anything else. */
  readonly value: string;
  readonly kind: RowKind;
  readonly keyFrom: number;
  readonly keyTo: number;
  readonly valueFrom: number;
  readonly valueTo: number;
  /** Of every row whose key stands more than once. */
  readonly isDuplicate: boolean;
}

export type RowKind = 'string' | 'number' | 'other';

/** `undefined` when the slice is not an object in valid JSON. */
export function mappingRows(slice: string): readonly MappingRow[] | undefined {
  const members = membersOf(slice);
  if (members === undefined) return undefined;
  const seen = new Map<string, number>();
  for (const { key } of members) seen.set(key, (seen.get(key) ?? 0) + 1);
  return members.map((member) => {
    const { key, keyStart, keyText, valueStart, valueText } = member;
    return {
      key,
      value: shownValue(member),
      kind: kindOf(member),
      keyFrom: keyStart,
      keyTo: keyStart + keyText.length,
      valueFrom: valueStart,
      valueTo: valueStart + valueText.length,
      isDuplicate: (seen.get(key) ?? 0) > 1,
    };
  });
}

/**
 * Rows are addressed by index, since keys may stand twice. `undefined` when there is nothing to change: no such row, or
 * the same key.
 */
export function renameRow(slice: string, index: number, key: string): TextEdit | undefined {
  const row = membersOf(slice)?.[index];
  return row === undefined ? undefined : setLiteral(slice, row.keyStart, row.keyStart + row.keyText.length, key);
}

/**
 * A number stays one as long as what is typed is an integer in JSON, any other value becomes a string. An empty string
 * has no kind yet: what is typed there takes that of the row before, or of the next one. `undefined` when there is
 * nothing to change.
 * @param kind what the row is to be taken for, when that is not what stands there: a number that was cleared to be
 * typed again.
 */
export function setRowValue(slice: string, index: number, value: string, kind?: RowKind): TextEdit | undefined {
  const members = membersOf(slice);
  const row = members?.[index];
  if (members === undefined || row === undefined || shownValue(row) === value) return undefined;
  const [from, to] = [row.valueStart, row.valueStart + row.valueText.length];
  const isEmpty = row.literal === '';
  const wanted = kind ?? kindOf(isEmpty ? (members[index - 1] ?? members[index + 1] ?? row) : row);
  if (wanted !== 'number' || !isJsonInteger(value)) return setLiteral(slice, from, to, value);
  const change = smallestEdit(row.valueText, value);
  return change === undefined ? undefined : { from: from + change.from, to: from + change.to, insert: change.insert };
}

/**
 * The new row is the last, and of the kind of the one that was, formatted after it.
 * @param layout of the document around an empty mapping; without one, the row stands on the line of the braces.
 * @throws UserGroupsError `invalid` when the slice is not an object in valid JSON.
 */
export function addRow(slice: string, key: string, value: string, layout?: Layout): TextEdit {
  const members = membersOf(slice);
  if (members === undefined) throw notATable();
  const last = members.at(-1);
  const isNumber = last !== undefined && kindOf(last) === 'number' && isJsonInteger(value);
  const member = { keyText: literalOf(key), valueText: isNumber ? value : literalOf(value) };
  return insertMember(slice, members, members.length, member, layout);
}

export type Column = 'key' | 'value';

export interface PastedCells {
  /** The index of the row that takes the first of the cells. */
  readonly index: number;
  readonly column: Column;
  readonly cells: readonly (readonly string[])[];
}

/** The mapping with cells filled in down and across, and with new rows for those that have none. */
export function withPastedRows(slice: string, { index, column, cells }: PastedCells, layout?: Layout): string {
  let text = slice;
  const apply = (edit: TextEdit | undefined): void => {
    if (edit !== undefined) text = applyEdits(text, [edit]);
  };
  const there = mappingRows(slice) ?? [];
  const isOneColumn = cells.every((row) => row.length === 1);
  for (const [offset, row] of cells.entries()) {
    const at = index + offset;
    const [key, value = isOneColumn ? undefined : ''] = column === 'key' ? row : [undefined, row[0]];
    if (row.every((cell) => cell === '')) continue;
    if (at >= there.length) apply(addRow(text, key ?? '', value ?? '', layout));
    else {
      if (key !== undefined) apply(renameRow(text, at, key));
      // A list or an object, too: below another key, it would be the data sources of another schema.
      if (value !== undefined) apply(setRowValue(text, at, value));
    }
  }
  return text;
}

/**
 * @throws RangeError when there is no such row.
 * @throws UserGroupsError `invalid` when the slice is not an object in valid JSON.
 */
export function removeRow(slice: string, index: number): TextEdit {
  const members = membersOf(slice);
  if (members === undefined) throw notATable();
  return removeMember(slice, members, index);
}

function notATable(): UserGroupsError {
  return new UserGroupsError(
    'invalid',
    l10n.t('The mapping is not an object in valid JSON.'),
    l10n.t('Correct it as JSON first.'),
  );
}

function membersOf(slice: string): readonly JsonField[] | undefined {
  const { type, fields, flaw } = fieldsToFlaw(slice);
  return type === 'object' && flaw === undefined ? fields : undefined;
}

function shownValue({ type, literal, valueText }: JsonField): string {
  return type === 'string' ? (literal as string) : valueText;
}

function kindOf({ type }: JsonField): RowKind {
  return type === 'string' || type === 'number' ? type : 'other';
}

/** As typed, of any size: `007` is none. */
function isJsonInteger(value: string): boolean {
  return /^-?(?:0|[1-9]\d*)$/.test(value);
}
