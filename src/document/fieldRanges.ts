// Where the fields of a document stand in its text, as far as it can be read.

import * as l10n from '@vscode/l10n';
import { BODY_FIELDS, isBodyField } from '../contract/fields.ts';
import type { RequestNames } from '../contract/serviceApi.ts';
import { sentences } from '../core/sentences.ts';
import { fieldOfKey, STORED_NAMES } from './idName.ts';
import { fieldsToFlaw, type JsonField } from './jsonFields.ts';
import { placeText } from './placeText.ts';
import { furtherField } from './userGroupDocument.ts';
import type { Flaw, JsonType } from './walkJson.ts';

/** Offsets count UTF-16 units. The key, its quotes included, starts at `keyFrom`; the value is [from, to). */
export interface FieldRange {
  readonly keyFrom: number;
  readonly from: number;
  readonly to: number;
  readonly type: JsonType;
}

export interface FieldRanges {
  /** A field that stands twice is absent: nobody could say which of the two is meant. */
  readonly fields: Readonly<Record<string, FieldRange>>;
  /**
   * Where the text stops being valid JSON; absent when all of it is. Fields after it, and the one that holds it, are
   * absent from `fields`.
   */
  readonly errorAt?: number;
  /** Why: "A comma is expected." */
  readonly errorReason?: string;
  /**
   * What the form cannot show, a sentence: the text is valid JSON but not an object, or a field stands twice.
   */
  readonly trouble?: string;
}

/** Never throws, whatever the text. */
export function readFieldRanges(text: string, names: RequestNames = STORED_NAMES): FieldRanges {
  const { type, fields, flaw } = fieldsToFlaw(text);
  const ranges = new Map<string, FieldRange>();
  const twice: string[] = [];
  for (const [name, [first, second]] of Map.groupBy(fields, ({ key }) => fieldOfKey(key, names))) {
    if (second !== undefined) twice.push(...(isShown(name, names) ? [second.key] : []));
    else if (first !== undefined && !isCutShort(first, text, flaw)) ranges.set(name, rangeOf(first));
  }
  const trouble =
    type !== undefined && type !== 'object' ? l10n.t('The document must be a JSON object.') : troubleOf(twice);
  return {
    fields: Object.fromEntries(ranges),
    ...(flaw !== undefined && { errorAt: flaw.offset, errorReason: flaw.reason }),
    ...(trouble !== undefined && { trouble }),
  };
}

/** Whether the form shows it. */
function isShown(name: string, names: RequestNames): boolean {
  return isBodyField(name) || furtherField(names, name) !== undefined;
}

function troubleOf(twice: readonly string[]): string | undefined {
  if (twice.length === 0) return undefined;
  return sentences(twice.map((name) => l10n.t('Duplicate field "{0}".', name)));
}

/** `12abc`, `"a"b"`: what the flaw touches was meant to be part of the value. */
function isCutShort(field: JsonField, text: string, flaw: Flaw | undefined): boolean {
  const isNested = field.type === 'object' || field.type === 'array';
  return !isNested && flaw !== undefined && flaw.offset < text.length && flaw.offset === rangeOf(field).to;
}

function rangeOf({ keyStart, valueStart, valueText, type }: JsonField): FieldRange {
  return { keyFrom: keyStart, from: valueStart, to: valueStart + valueText.length, type };
}

/** Where a position is, told as the form tells it. `line` and `character` count from 0. */
export function positionText(
  text: string,
  { line, character }: { readonly line: number; readonly character: number },
): string {
  const lineStarts = [0, ...Array.from(text.matchAll(/\r\n|\r|\n/g), (end) => end.index + end[0].length)];
  const offset = (lineStarts[line] ?? 0) + character;
  const { fields } = readFieldRanges(text);
  const name = BODY_FIELDS.find((each) => {
    const range = fields[each];
    return range !== undefined && range.keyFrom <= offset && offset <= range.to;
  });
  const range = name && fields[name];
  return placeText(text, offset, range && { name, start: range.from });
}
