// Sets one variable in the text of a .env file. Every other character stays as it is.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../../core/errors.ts';

type Quote = '"' | "'" | '`' | '';

/** Where a variable is set. */
interface Assignment {
  readonly name: string;
  /** From 1. */
  readonly line: number;
  /** Of its value, quotes included. */
  readonly start: number;
  readonly end: number;
  readonly quote: Quote;
}

/**
 * What the variable has, without its quotes; `undefined` where it is not set.
 * @throws UserGroupsError `conflict` for a text that programs read differently
 */
export function valueIn(text: string, name: string): string | undefined {
  const current = assignmentOf(text, name);
  return current && text.slice(current.start + current.quote.length, current.end - current.quote.length);
}

/**
 * The text with this value. Where a variable is set twice, the last one is changed.
 * @throws UserGroupsError `conflict` for a text that programs read differently; `invalid` for an impossible value
 */
export function withVariable(text: string, name: string, value: string): string {
  const current = assignmentOf(text, name);
  if (current === undefined) return withLine(text, `${name}=${quoted(value, '')}`);
  return text.slice(0, current.start) + quoted(value, current.quote) + text.slice(current.end);
}

const BOM = '\uFEFF';
/** Ends a line for some programs alone, joins it with the next one, or is in no text. */
const ODD = /[\0\u2028\u2029]|\r(?!\n)|\\(?=\r?\n|$)/;
const LINE_END = /\r?\n/;
const BLANKS = /[^\S\r\n]*/y;
const WORD = /[\w.-]*/y;
const UNQUOTED = /[^#\r\n]*/y;
const REST_OF_LINE = /[^\n]*\n?/y;
/** Without quotes: what a shell takes for the beginning of a text that may go on in the next lines. */
const OPEN = /["'`]|\$\(/;
/** Without quotes: where a value ends for a shell, with other things behind it that are no part of a value. */
const ENDS = /[\s;]/;

/** Where the variable is set last. */
function assignmentOf(text: string, name: string): Assignment | undefined {
  const current = assignmentsIn(text).findLast((assignment) => assignment.name === name);
  // For some programs a comment or another word, for others a part of the value.
  if (current?.quote === '' && (text.charAt(current.end) === '#' || ENDS.test(text.slice(current.start, current.end))))
    throw unclear(current.line);
  // Some programs take the byte order mark for a part of the name.
  if (text.startsWith(BOM) && (current?.line === 1 || text === BOM)) throw unclear(1);
  return current;
}

function assignmentsIn(text: string): Assignment[] {
  const found: Assignment[] = [];
  const odd = text.search(ODD);
  if (odd >= 0) throw unclear(linesIn(text.slice(0, odd)) + 1);
  let line = 1;
  for (let at = text.startsWith(BOM) ? 1 : 0; at < text.length;) {
    const assignment = assignmentAt(text, at, line);
    if (assignment !== undefined) found.push(assignment);
    const next = endAt(REST_OF_LINE, text, assignment?.end ?? at);
    line += linesIn(text.slice(at, next));
    at = next;
  }
  return found;
}

/** `undefined` for an empty line and a comment. @throws UserGroupsError for a line that is none of these */
function assignmentAt(text: string, lineStart: number, line: number): Assignment | undefined {
  const [name, after] = nameAt(text, endAt(BLANKS, text, lineStart));
  if (name === '' && (text.charAt(after) === '#' || isLineEnd(text, after))) return undefined;
  const sign = endAt(BLANKS, text, after);
  if (name === '' || text.charAt(sign) !== '=') throw unclear(line);
  return { name, line, ...valueAt(text, sign + 1, line) };
}

/** The name, without an `export` before it, and where it ends. */
function nameAt(text: string, at: number): [name: string, end: number] {
  const end = endAt(WORD, text, at);
  const next = endAt(BLANKS, text, end);
  const nextEnd = endAt(WORD, text, next);
  const isExported = text.slice(at, end) === 'export' && next > end && nextEnd > next;
  return isExported ? [text.slice(next, nextEnd), nextEnd] : [text.slice(at, end), end];
}

function valueAt(text: string, afterSign: number, line: number): Pick<Assignment, 'start' | 'end' | 'quote'> {
  const start = endAt(BLANKS, text, afterSign);
  const quote = quoteAt(text, start);
  if (quote === '') {
    const value = text.slice(start, endAt(UNQUOTED, text, start)).trimEnd();
    if (OPEN.test(value)) throw unclear(line);
    // What is put in place of nothing stands apart from a comment.
    return value === '' ? { quote, start: afterSign, end: afterSign } : { quote, start, end: start + value.length };
  }
  const end = closingOf(text, start, quote);
  if (end === undefined) throw unclear(line);
  const next = endAt(BLANKS, text, end);
  if (text.charAt(next) !== '#' && !isLineEnd(text, next)) throw unclear(line);
  return { quote, start, end };
}

function quoteAt(text: string, at: number): Quote {
  const character = text.charAt(at);
  return character === '"' || character === "'" || character === '`' ? character : '';
}

/** After the quote that closes it. `undefined` where there is none, or it may be one of its characters. */
function closingOf(text: string, start: number, quote: string): number | undefined {
  for (let at = text.indexOf(quote, start + 1); at >= 0; at = text.indexOf(quote, at + 1)) {
    if (text.charAt(at - 1) !== '\\') return at + 1;
    if (quote !== '"' || text.charAt(at - 2) === '\\') return undefined;
  }
  return undefined;
}

/** What each kind of quotes holds, for every program that reads such files. */
const HOLDS: readonly (readonly [quote: Quote, RegExp])[] = [
  ['', /^[\w./:@%+=,-]*$/],
  ["'", /^(?:[^'\\$\p{Cc}\u2028\u2029]|\\(?!\\|$))*$/u],
  ['"', /^[^"\\$`\p{Cc}\u2028\u2029]*$/u],
  ['`', /^[^`\\$\p{Cc}\u2028\u2029]*$/u],
];

/** In the quotes that are there, or in others where these can't hold it. @throws UserGroupsError `invalid` */
function quoted(value: string, present: Quote): string {
  const able = HOLDS.filter(([, holds]) => holds.test(value)).map(([quote]) => quote);
  // Few programs know backticks.
  const quote = able.includes(present) ? present : able.find((each) => each !== '`');
  if (quote !== undefined) return quote + value + quote;
  throw new UserGroupsError(
    'invalid',
    value.includes('$')
      ? l10n.t('The token contains "$", which some programs read as the name of a variable.')
      : l10n.t("The token contains characters that a .env file can't hold."),
    l10n.t('Deliver it another way.'),
  );
}

/** At its end, which stays with or without a line end. */
function withLine(text: string, line: string): string {
  const lineEnd = LINE_END.exec(text)?.[0] ?? '\n';
  const isOpen = text !== '' && !text.endsWith('\n');
  return isOpen ? text + lineEnd + line : text + line + lineEnd;
}

/** Where the pattern, which may match nothing, ends there. */
function endAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}

function isLineEnd(text: string, at: number): boolean {
  return at >= text.length || text.charAt(at) === '\n' || text.charAt(at) === '\r';
}

function linesIn(text: string): number {
  return text.split(LINE_END).length - 1;
}

function unclear(line: number): UserGroupsError {
  return new UserGroupsError(
    'conflict',
    l10n.t('Programs may read line {0} of the file in different ways.', line),
    l10n.t('Correct the line, for example by quotes around its value, then try again.'),
  );
}
