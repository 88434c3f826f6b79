// The text that a tool answers: JSON on one line. What people or a service wrote stands in it as data alone: without
// secrets, shortened, every character visible, and nothing that Markdown would draw.

import { fieldsToFlaw } from './jsonFields.ts';
import { tokensOf } from './shortJson.ts';
import { visibleJson } from './visibleJson.ts';

/** JSON text of a group's document, written by somebody. */
export class DocumentText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Data =
  | string
  | number
  | boolean
  | undefined
  | DocumentText
  | readonly Data[]
  | { readonly [name: string]: Data };

/** Characters of a text, of a field of a document and of all its fields that are shown. */
const LONGEST_TEXT = 500;
const LONGEST_FIELD = 8_000;
const LONGEST_DOCUMENT = 40_000;

/** Where something is missing at the end of a text. */
const CUT = /… \[cut: \d+ more characters\]$/;

/** Whether a text is not whole: written back, it would destroy the rest. */
export function isCut(text: string): boolean {
  return CUT.test(text);
}

/** An absent member is left out. `redact` is asked for each text while it is whole. */
export function toolText(data: Data, redact: (text: string) => string): string {
  return redact(written(data, redact));
}

/** Every text in it, keys of documents included. */
export function textsIn(data: Data): string[] {
  if (typeof data === 'string') return [data];
  if (data instanceof DocumentText) return [data.text];
  return typeof data === 'object' ? Object.values(data).flatMap((part) => textsIn(part)) : [];
}

function written(data: Data, redact: (text: string) => string): string {
  if (typeof data === 'string') return textLiteral(data, redact);
  if (data instanceof DocumentText) return documentJson(data.text, redact);
  if (Array.isArray(data)) return `[${data.map((item: Data) => written(item, redact)).join(',')}]`;
  if (typeof data !== 'object') return JSON.stringify(data ?? null);
  const members = Object.entries(data).filter(([, value]) => value !== undefined);
  return `{${members.map(([name, value]) => `"${name}":${written(value, redact)}`).join(',')}}`;
}

/** Numbers, order and duplicate keys stay as they are. What is no JSON is a text. */
function documentJson(text: string, redact: (text: string) => string): string {
  const { type, fields, flaw } = fieldsToFlaw(text);
  if (type !== 'object' || flaw !== undefined) return textLiteral(text, redact);
  const members = fields.map(({ key, valueText }) => {
    const value = valueText.length > LONGEST_FIELD ? cutLiteral('', valueText.length) : valueJson(valueText, redact);
    return `${textLiteral(key, redact)}:${value}`;
  });
  const json = `{${members.join(',')}}`;
  return json.length > LONGEST_DOCUMENT ? cutLiteral('', text.length) : json;
}

function valueJson(json: string, redact: (text: string) => string): string {
  const shown = tokensOf(json).map((token) =>
    token.startsWith('"') ? textLiteral(String(JSON.parse(token)), redact) : token,
  );
  return shown.join('');
}

function textLiteral(text: string, redact: (text: string) => string): string {
  const whole = redact(text);
  return whole.length > LONGEST_TEXT
    ? cutLiteral(whole.slice(0, LONGEST_TEXT).toWellFormed(), whole.length - LONGEST_TEXT)
    : harmlessLiteral(whole);
}

function cutLiteral(beginning: string, missing: number): string {
  return harmlessLiteral(`${beginning}… [cut: ${missing} more characters]`);
}

/** The same text for whoever reads JSON. */
function harmlessLiteral(text: string): string {
  return visibleJson(JSON.stringify(text))
    .replaceAll(/[`<>[\]]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
    .replaceAll('://', ':\\/\\/');
}
