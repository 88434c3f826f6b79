// A preset: what all documents of a folder have unless they say something else. It is merged under each of them when
// that is sent, and never written into it.

import * as l10n from '@vscode/l10n';
import { OBJECT_FIELDS, type ObjectField } from '../contract/fields.ts';
import { UserGroupsError } from '../core/errors.ts';
import { visibleId } from '../core/foreignText.ts';
import { sameJson } from './difference.ts';
import { requireUniqueKeys } from './duplicateKeys.ts';
import { addField } from './fieldEdits.ts';
import { fieldsStrictly, fieldsTolerantly, type JsonField } from './jsonFields.ts';
import { insertMember, removeMembers } from './objectMembers.ts';
import { applyEdits, type TextEdit } from './textEdit.ts';
import { SCHEMA_FIELD, TYPE_EXPECTED } from './userGroupDocument.ts';
import { invalidAt } from './walkJson.ts';

/** Members of each field, in their order. */
export type Preset = Readonly<Partial<Record<ObjectField, readonly JsonField[]>>>;

/** A member that a document has from its preset. */
export interface Inherited extends Pick<JsonField, 'key' | 'keyText' | 'valueText'> {
  readonly field: ObjectField;
}

/** A document with what it inherits. */
interface DocumentWithPreset {
  readonly text: string;
  readonly inherited: readonly Inherited[];
  /** Where a place of `text` is in the document itself; of what is inherited, where it would stand. */
  readonly ownOffset: (offset: number) => number;
  /** Whether a place of `text` is in what is inherited. */
  readonly isInherited: (offset: number) => boolean;
}

/**
 * Strict JSON of an object with `mapping` and `properties`, both of which may be absent.
 * @throws UserGroupsError `invalid`, with its place in the text
 */
export function readPreset(text: string): Preset {
  const fields = fieldsStrictly(text);
  requireUniqueKeys(text);
  const preset: Partial<Record<ObjectField, readonly JsonField[]>> = {};
  for (const { key, type, keyStart, valueStart, valueText } of fields) {
    if (key === SCHEMA_FIELD) continue;
    const field = OBJECT_FIELDS.find((name) => name === key);
    if (field === undefined)
      throw invalidAt(text, keyStart, l10n.t('A preset has no field "{0}".', visibleId(key)), {
        next: l10n.t('Use "mapping" and "properties".'),
      });
    if (type !== 'object') throw invalidAt(text, valueStart, TYPE_EXPECTED.object(key));
    preset[field] = fieldsStrictly(valueText);
  }
  return preset;
}

/**
 * Adds what the folder's preset gives to the document. A text that is no valid document stays as it is. Never throws.
 */
export function withPreset(text: string, preset: Preset | undefined): DocumentWithPreset {
  const additions = preset === undefined ? [] : additionsTo(text, preset);
  const edits = additions.flatMap((addition) => mergingEdits(text, addition)).toSorted((a, b) => a.from - b.from);
  const inherited = additions.flatMap(({ field, added }) => added.map((member) => ({ field, ...member })));
  return { text: applyEdits(text, edits), inherited, ...placesBeside(edits) };
}

/** As in `properties.region`. */
export function inheritedPath({ field, key }: Inherited): string {
  return `${field}.${key}`;
}

/** A document without what its preset gives it with the same values. Never throws. */
export function withoutInherited(text: string, preset: Preset | undefined): string {
  if (preset === undefined) return text;
  const { fields } = fieldsTolerantly(text);
  const edits = OBJECT_FIELDS.flatMap((field) => {
    const [found, ...others] = fields.filter(({ key }) => key === field);
    if (found?.type !== 'object' || others.length > 0) return [];
    const members = fieldsTolerantly(found.valueText).fields;
    const values = new Map((preset[field] ?? []).map(({ key, valueText }) => [key, valueText]));
    const isInherited = ({ key, valueText }: JsonField): boolean => {
      const value = values.get(key);
      return value !== undefined && sameJson(value, valueText);
    };
    const keys = new Set(members.map(({ key }) => key));
    if (keys.size < members.length || !members.some(isInherited)) return [];
    return removeMembers(found.valueText, members, isInherited).map((edit) => moved(edit, found.valueStart));
  });
  return applyEdits(text, edits);
}

/** What a document gets in one of its fields. */
interface Addition {
  readonly field: ObjectField;
  /** Absent where the document does not have the field. */
  readonly own: JsonField | undefined;
  readonly ownMembers: readonly JsonField[];
  /** One or more. */
  readonly added: readonly JsonField[];
}

function additionsTo(text: string, preset: Preset): Addition[] {
  const fields = fieldsIfValid(text);
  if (fields === undefined) return [];
  return OBJECT_FIELDS.flatMap((field): Addition[] => {
    const [own, ...others] = fields.filter(({ key }) => key === field);
    if (others.length > 0 || (own !== undefined && own.type !== 'object')) return [];
    const ownMembers = own === undefined ? [] : fieldsTolerantly(own.valueText).fields;
    const ownKeys = new Set(ownMembers.map(({ key }) => key));
    const added = (preset[field] ?? []).filter(({ key }) => !ownKeys.has(key));
    return added.length === 0 ? [] : [{ field, own, ownMembers, added }];
  });
}

function mergingEdits(text: string, { field, own, ownMembers, added }: Addition): TextEdit[] {
  const whole = `{ ${added.map(({ keyText, valueText }) => `${keyText}: ${valueText}`).join(', ')} }`;
  if (own === undefined) return [addField(text, field, whole)];
  const { valueStart, valueText } = own;
  if (ownMembers.length === 0) return [{ from: valueStart, to: valueStart + valueText.length, insert: whole }];
  return added.map((member) => moved(insertMember(valueText, ownMembers, ownMembers.length, member), valueStart));
}

function fieldsIfValid(text: string): readonly JsonField[] | undefined {
  try {
    return fieldsStrictly(text);
  } catch (error) {
    if (error instanceof UserGroupsError) return undefined;
    throw error;
  }
}

function moved({ from, to, insert }: TextEdit, by: number): TextEdit {
  return { from: from + by, to: to + by, insert };
}

function placesBeside(edits: readonly TextEdit[]): Pick<DocumentWithPreset, 'ownOffset' | 'isInherited'> {
  const find = (offset: number): { readonly own: number; readonly isInserted: boolean } => {
    let grown = 0;
    for (const { from, to, insert } of edits) {
      if (offset < from + grown) break;
      if (offset < from + grown + insert.length) return { own: from, isInserted: true };
      grown += insert.length - (to - from);
    }
    return { own: offset - grown, isInserted: false };
  };
  return { ownOffset: (offset) => find(offset).own, isInherited: (offset) => find(offset).isInserted };
}
