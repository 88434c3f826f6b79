// JSON text read from its first to its last character: strictly, with place and reason, or as far as it goes.

import * as l10n from '@vscode/l10n';
import { printParseErrorCode, visit } from 'jsonc-parser';
import { UserGroupsError } from '../core/errors.ts';
import { foreignText, visibleId } from '../core/foreignText.ts';
import { sentences } from '../core/sentences.ts';

/**
 * Levels of nesting that are read. The parser recurses: without a limit of our own, the stack's would depend on who
 * calls.
 */
export const DEEPEST = 1000;

export type JsonType = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** Called while a text is read. Offsets count UTF-16 units; depth is 0 for the outermost value. */
export interface JsonListener {
  /** A key, its escapes resolved. `depth` is that of its value. */
  readonly onKey?: (key: string, start: number, end: number, depth: number) => void;
  /** A value that has just ended. `literal` is the decoded value of a string; numbers are read from the text. */
  readonly onValue?: (type: JsonType, start: number, end: number, depth: number, literal: unknown) => void;
}

/** Where and why a text is not JSON. */
export interface Flaw {
  readonly offset: number;
  /** As a part of a sentence: "a comma must stand here". */
  readonly reason: string;
}

interface Problem extends Flaw {
  /** The outermost key whose value it stands in. */
  readonly field: string | undefined;
}

class TooDeep extends Error {
  readonly offset: number;

  constructor(offset: number) {
    super();
    this.offset = offset;
  }
}

class Flawed extends Error {
  readonly flaw: Flaw;

  constructor({ offset, reason }: Flaw) {
    super();
    this.flaw = { offset, reason };
  }
}

/**
 * Reads strict JSON: no comments, no trailing commas, nothing around it, nothing that UTF-8 cannot carry.
 * @param what names the text at the start of the error: `The document`, `"mapping"`.
 * @param levelsAbove how deep the text will stand inside another one.
 * @throws UserGroupsError `invalid` with line and column, both from 1.
 */
export function readStrictly(text: string, what: string, listener: JsonListener = {}, levelsAbove = 0): void {
  const refuse = ({ offset, reason, field }: Problem): never => {
    throw invalidAt(
      text,
      offset,
      field === undefined
        ? l10n.t('{0} is not strict JSON: {1}.', what, reason)
        : l10n.t('{0} is not strict JSON: in {1}, {2}.', what, visibleId(field), reason),
    );
  };
  try {
    walk(text, listener, refuse, DEEPEST - levelsAbove);
  } catch (error) {
    throw error instanceof TooDeep
      ? invalidAt(text, error.offset, l10n.t('{0} nests more than {1} levels deep.', what, DEEPEST))
      : error;
  }
  // Sent as UTF-8, half a pair would silently become another character.
  const loneSurrogate = text.search(/\p{Surrogate}/u);
  if (loneSurrogate >= 0)
    throw invalidAt(
      text,
      loneSurrogate,
      l10n.t('{0} contains half of a surrogate pair.', what),
      l10n.t('Write it as an escape (\\uXXXX).'),
    );
}

/** Reports to the listener what can be read of any text. Never throws; what nests too deep ends the reading. */
export function readTolerantly(text: string, listener: JsonListener): void {
  try {
    walk(text, listener, () => undefined, DEEPEST);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
  }
}

/**
 * Reports to the listener what is complete before the first flaw, and returns that; `undefined` when all of the text
 * is JSON. Never throws.
 */
export function readToFlaw(text: string, { onKey, onValue }: JsonListener): Flaw | undefined {
  const atEnd: (() => void)[] = [];
  const listening: JsonListener = {
    ...(onKey !== undefined && { onKey }),
    onValue: (type, start, end, depth, literal) => {
      const report = (): void => onValue?.(type, start, end, depth, literal);
      // What was never closed ends with the text as well, for the parser: it complains afterwards only.
      if (end === text.length && (type === 'object' || type === 'array')) atEnd.push(report);
      else report();
    },
  };
  try {
    walk(
      text,
      listening,
      (flaw) => {
        throw new Flawed(flaw);
      },
      DEEPEST,
    );
  } catch (error) {
    if (error instanceof Flawed) return error.flaw;
    if (error instanceof TooDeep)
      return { offset: error.offset, reason: l10n.t('nothing may nest more than {0} levels deep', DEEPEST) };
    throw error;
  }
  for (const report of atEnd) report();
  return undefined;
}

/** An `invalid` error that says the place in the text: "See line 3, column 5." */
export function invalidAt(
  text: string,
  offset: number,
  happened: string,
  next = l10n.t('Correct it there.'),
): UserGroupsError {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  const column = (lines.at(-1) ?? '').length + 1;
  return new UserGroupsError({
    kind: 'invalid',
    happened: sentences([happened, l10n.t('See line {0}, column {1}.', lines.length, column)]),
    next,
  });
}

function walk(text: string, listener: JsonListener, onProblem: (problem: Problem) => void, deepest: number): void {
  const starts: number[] = [];
  let field: string | undefined;
  const begin = (start: number): void => {
    if (starts.length === deepest) throw new TooDeep(start);
    starts.push(start);
  };
  const finish = (type: JsonType, start: number, end: number, literal?: unknown): void => {
    if (starts.length <= 1) field = undefined;
    listener.onValue?.(type, start, end, starts.length, literal);
  };
  visit(
    text,
    {
      onObjectBegin: begin,
      onObjectEnd: (offset, length) => finish('object', starts.pop() ?? 0, offset + length),
      onArrayBegin: begin,
      onArrayEnd: (offset, length) => finish('array', starts.pop() ?? 0, offset + length),
      onObjectProperty: (key, offset, length) => {
        if (starts.length === 1) field = key;
        listener.onKey?.(key, offset, offset + length, starts.length);
      },
      onLiteralValue: (value: unknown, offset, length) => finish(literalType(value), offset, offset + length, value),
      onError: (code, offset, length) => {
        onProblem({ offset, reason: reasonFor(printParseErrorCode(code), text.slice(offset, offset + length)), field });
      },
    },
    { disallowComments: true },
  );
}

function literalType(value: unknown): JsonType {
  return value === null ? 'null' : (typeof value as 'string' | 'number' | 'boolean');
}

const REASONS: Readonly<Record<string, () => string>> = {
  PropertyNameExpected: () => l10n.t('a name in double quotes is expected'),
  ValueExpected: () => l10n.t('a value is expected'),
  ColonExpected: () => l10n.t('a colon is expected'),
  CommaExpected: () => l10n.t('a comma is expected'),
  CloseBraceExpected: () => l10n.t('a closing } is missing'),
  CloseBracketExpected: () => l10n.t('a closing ] is missing'),
  EndOfFileExpected: () => l10n.t('nothing may follow'),
  InvalidCommentToken: () => l10n.t('comments are not allowed'),
  UnexpectedEndOfString: () => l10n.t('the string is not closed on its line'),
  UnexpectedEndOfNumber: () => l10n.t('the number is not complete'),
  InvalidUnicode: () => l10n.t('an escape \\u needs four hexadecimal digits'),
  InvalidEscapeCharacter: () => l10n.t('the string contains an unknown escape'),
  InvalidCharacter: () => l10n.t('the string contains a control character, which must be escaped'),
};

function reasonFor(code: string, found: string): string {
  return REASONS[code]?.() ?? l10n.t('{0} is not JSON', foreignText(found, 20));
}
