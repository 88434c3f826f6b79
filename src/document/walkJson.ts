// JSON text read from its first to its last character: strictly, with place and reason, or as far as it goes.

import * as l10n from '@vscode/l10n';
import { printParseErrorCode, visit } from 'jsonc-parser';
import { isBodyField, type BodyField } from '../contract/fields.ts';
import { UserGroupsError } from '../core/errors.ts';
import { foreignText } from '../core/foreignText.ts';
import { placeText, type FieldStart } from './placeText.ts';

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
  /** A sentence: "A comma is expected." */
  readonly reason: string;
}

interface Problem extends Flaw {
  /** The field of a document whose value it stands in. */
  readonly field: FieldStart | undefined;
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

/** What a text is, for the place that an error tells. */
export interface Inside {
  /** All of it is the value of this field. */
  readonly field?: BodyField;
  /** How deep it will stand inside another text. */
  readonly levelsAbove?: number;
}

/**
 * Reads strict JSON: no comments, no trailing commas, nothing around it, nothing that UTF-8 cannot carry.
 * @throws UserGroupsError `invalid` with the place.
 */
export function readStrictly(text: string, listener: JsonListener = {}, inside: Inside = {}): void {
  const { field, levelsAbove = 0 } = inside;
  const outer = field === undefined ? undefined : { name: field, start: 0 };
  try {
    walk(
      text,
      listener,
      (problem) => {
        throw invalidAt(text, problem.offset, problem.reason, { field: outer ?? problem.field });
      },
      DEEPEST - levelsAbove,
    );
  } catch (error) {
    throw error instanceof TooDeep ? invalidAt(text, error.offset, tooDeepText(), { field: outer }) : error;
  }
  // Sent as UTF-8, half a pair would silently become another character.
  const loneSurrogate = text.search(/\p{Surrogate}/u);
  if (loneSurrogate >= 0)
    throw invalidAt(text, loneSurrogate, l10n.t('It contains half of a surrogate pair.'), {
      field: outer,
      next: l10n.t('Write it as an escape (\\uXXXX).'),
    });
}

function tooDeepText(): string {
  return l10n.t('It nests more than {0} levels deep.', DEEPEST);
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
    if (error instanceof TooDeep) return { offset: error.offset, reason: tooDeepText() };
    throw error;
  }
  for (const report of atEnd) report();
  return undefined;
}

/** An `invalid` error that says the place in the text: "Mapping, line 3: A comma is expected." */
export function invalidAt(
  text: string,
  offset: number,
  happened: string,
  {
    next = l10n.t('Correct it there.'),
    field,
  }: { readonly next?: string; readonly field?: FieldStart | undefined } = {},
): UserGroupsError {
  return new UserGroupsError('invalid', l10n.t('{0}: {1}', placeText(text, offset, field), happened), next, {
    flaw: { offset, reason: happened },
  });
}

function walk(text: string, listener: JsonListener, onProblem: (problem: Problem) => void, deepest: number): void {
  const starts: number[] = [];
  let field: FieldStart | undefined;
  const begin = (start: number): void => {
    if (starts.length === deepest) throw new TooDeep(start);
    if (starts.length === 1 && field !== undefined) field = { ...field, start };
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
        if (starts.length === 1) field = isBodyField(key) ? { name: key, start: offset } : undefined;
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
  PropertyNameExpected: () => l10n.t('A name in double quotes is expected.'),
  ValueExpected: () => l10n.t('A value is expected.'),
  ColonExpected: () => l10n.t('A colon is expected.'),
  CommaExpected: () => l10n.t('A comma is expected.'),
  CloseBraceExpected: () => l10n.t('A closing } is missing.'),
  CloseBracketExpected: () => l10n.t('A closing ] is missing.'),
  EndOfFileExpected: () => l10n.t('Nothing may follow the end.'),
  InvalidCommentToken: () => l10n.t('Comments are not allowed.'),
  UnexpectedEndOfString: () => l10n.t('The string is not closed on its line.'),
  UnexpectedEndOfNumber: () => l10n.t('The number is incomplete.'),
  InvalidUnicode: () => l10n.t('The escape \\u needs four hexadecimal digits.'),
  InvalidEscapeCharacter: () => l10n.t('The string contains an unknown escape.'),
  InvalidCharacter: () => l10n.t('The string contains a control character that is not escaped.'),
};

function reasonFor(code: string, found: string): string {
  return REASONS[code]?.() ?? l10n.t('"{0}" is not JSON.', foreignText(found, 20));
}
