// The text that a tool answers: JSON on one line. What people or a service wrote stands in it as data alone: without
// secrets, shortened, every character visible, and nothing that Markdown would draw.

import { wholeFields } from './jsonFields.ts';
import { tokensOf, tokenValue } from './shortJson.ts';
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

/** Items of a list. */
const MOST_ITEMS = 50;

/** In characters: a word that is longer is no token. */
export const LONGEST_TOKEN = 4_096;

/**
 * Where something is missing, or was removed. What is missing at the beginning is known without its mark. The redactor
 * takes a word before an ellipsis for the beginning of a secret: who may write one could ask how a secret goes on.
 */
const CUT = /^…|… \[cut\b|•••|[\w+/=.-]{8}…/;

/** Whether a text is not whole: written back, it would destroy the rest. */
export function isCut(text: string): boolean {
  return CUT.test(text);
}

/** A text that was shortened before, by an ellipsis at an edge, so that it is known not to be whole. */
export function markedAsCut(text: string | undefined): string | undefined {
  return text?.replace(/^…/, '… [cut] ').replace(/…$/, '… [cut]');
}

/** Every text of it that is shown, keys of documents included, and a little more of those that are cut. */
export function textsIn(data: Data): string[] {
  if (typeof data === 'string') return [data.slice(0, LONGEST_TEXT + LONGEST_TOKEN)];
  if (data instanceof DocumentText) return textsOfDocument(data.text);
  if (Array.isArray(data)) return data.slice(0, MOST_ITEMS).flatMap((part: Data) => textsIn(part));
  return typeof data === 'object' ? Object.values(data).flatMap((part) => textsIn(part)) : [];
}

function textsOfDocument(text: string): string[] {
  const fields = wholeFields(text);
  if (fields === undefined) return textsIn(text);
  const shown = fields.filter(({ valueText }) => valueText.length <= LONGEST_FIELD);
  return shown
    .flatMap(({ keyText, valueText }) => [keyText, ...tokensOf(valueText)])
    .flatMap((token) => textsIn(tokenValue(token)));
}

/** An absent member is left out. `redact` is asked for each text while it is whole. */
export function toolText(data: Data, redact: (text: string) => string): string {
  if (typeof data === 'string') return textLiteral(data, redact);
  if (data instanceof DocumentText) return documentJson(data.text, redact);
  if (Array.isArray(data)) return `[${items(data, redact).join(',')}]`;
  if (typeof data !== 'object') return JSON.stringify(data ?? null);
  const members = Object.entries(data).filter(([, value]) => value !== undefined);
  return `{${members.map(([name, value]) => `"${name}":${toolText(value, redact)}`).join(',')}}`;
}

function items(list: readonly Data[], redact: (text: string) => string): string[] {
  const shown = list.slice(0, MOST_ITEMS).map((item) => toolText(item, redact));
  const missing = list.length - shown.length;
  return missing === 0 ? shown : [...shown, harmlessLiteral(`… [cut: ${missing} more]`)];
}

/** Numbers, order and duplicate keys stay as they are. What is no JSON is a text. */
function documentJson(text: string, redact: (text: string) => string): string {
  const fields = wholeFields(text);
  if (fields === undefined) return textLiteral(text, redact);
  const members = fields.map(({ key, valueText }) => {
    const value = valueText.length > LONGEST_FIELD ? cutLiteral('', valueText.length) : valueJson(valueText, redact);
    return `${textLiteral(key, redact)}:${value}`;
  });
  const json = `{${members.join(',')}}`;
  return json.length > LONGEST_DOCUMENT ? cutLiteral('', text.length) : json;
}

function valueJson(json: string, redact: (text: string) => string): string {
  const shown = tokensOf(json).map((token) =>
    token.startsWith('"') ? textLiteral(tokenValue(token), redact) : bareToken(token, redact),
  );
  return shown.join('');
}

/** A number may be a secret as well. */
function bareToken(token: string, redact: (text: string) => string): string {
  const shown = redact(token);
  return shown === token ? token : harmlessLiteral(shown);
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

/**
 * What Markdown would draw: code, links, HTML, emphasis, addresses. Underscores within words, as in the names of
 * fields, are not drawn.
 */
const DRAWN = /[`<>[\]*~@]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|(?<=\bwww)\./gi;

/** Escapes what Markdown would draw, in such a way that a JSON parser still reads the same text. */
function harmlessLiteral(text: string): string {
  return visibleJson(JSON.stringify(text))
    .replaceAll(DRAWN, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)
    .replaceAll('://', ':\\/\\/');
}
