// The fields of a JSON object in the order of its text, each as the slice that was typed.

import * as l10n from '@vscode/l10n';
import type { ObjectField } from '../contract/fields.ts';
import {
  invalidAt,
  readStrictly,
  readTolerantly,
  readToFlaw,
  type Flaw,
  type Inside,
  type JsonListener,
  type JsonType,
} from './walkJson.ts';

export interface JsonField {
  /** Its escapes resolved. */
  readonly key: string;
  readonly keyStart: number;
  /** With its quotes, as typed. */
  readonly keyText: string;
  readonly type: JsonType;
  readonly valueStart: number;
  readonly valueText: string;
  /** The decoded value of a string. */
  readonly literal: unknown;
}

export interface JsonFields {
  /** The type of the outermost value; absent when there is none. */
  readonly type: JsonType | undefined;
  /** The fields of the outermost value when that is an object, duplicates included. */
  readonly fields: readonly JsonField[];
}

/**
 * @throws UserGroupsError `invalid` when the text is not strict JSON of an object.
 */
export function fieldsStrictly(text: string, inside: Inside = {}): readonly JsonField[] {
  const { type, fields } = collect(text, (listener) => readStrictly(text, listener, inside));
  if (type !== 'object')
    throw invalidAt(text, 0, l10n.t('A JSON object is expected.'), {
      field: inside.field === undefined ? undefined : { name: inside.field, start: 0 },
    });
  return fields;
}

/**
 * The text itself, fit to be the field of a document.
 * @throws UserGroupsError `invalid` when it is not strict JSON of an object.
 */
export function strictObject(text: string, field: ObjectField): string {
  fieldsStrictly(text, { field, levelsAbove: 1 });
  return text;
}

/** What can be read of any text. Never throws. */
export function fieldsTolerantly(text: string): JsonFields {
  return collect(text, (listener) => readTolerantly(text, listener));
}

/** All of a text that is an object of strict JSON, `undefined` for any other. Never throws. */
export function wholeFields(text: string): readonly JsonField[] | undefined {
  const { type, fields, flaw } = fieldsToFlaw(text);
  return type === 'object' && flaw === undefined ? fields : undefined;
}

/** What is complete before the first flaw of a text; `type` is absent when the outermost value is not. Never throws. */
export function fieldsToFlaw(text: string): JsonFields & { readonly flaw: Flaw | undefined } {
  let flaw: Flaw | undefined;
  const read = collect(text, (listener) => {
    flaw = readToFlaw(text, listener);
  });
  return { ...read, flaw };
}

function collect(text: string, read: (listener: JsonListener) => void): JsonFields {
  const fields: JsonField[] = [];
  let type: JsonType | undefined;
  let pending: { readonly key: string; readonly keyStart: number; readonly keyText: string } | undefined;
  read({
    onKey: (key, start, end, depth) => {
      if (depth === 1) pending = { key, keyStart: start, keyText: text.slice(start, end) };
    },
    onValue: (valueType, start, end, depth, literal) => {
      if (depth === 0) type = valueType;
      if (depth !== 1 || pending === undefined) return;
      fields.push({ ...pending, type: valueType, valueStart: start, valueText: text.slice(start, end), literal });
      pending = undefined;
    },
  });
  return { type, fields };
}
