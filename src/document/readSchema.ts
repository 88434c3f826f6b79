// The text of a JSON schema: read as VS Code's JSON features read one, or what is wrong with it and where.

import * as l10n from '@vscode/l10n';
import { parse, printParseErrorCode, visit, type ParseError } from 'jsonc-parser';
import { isObject, type JsonObject } from '../core/isObject.ts';

/** Offsets count UTF-16 units. */
export interface SchemaFault {
  readonly offset: number;
  readonly length: number;
  /** A whole sentence. */
  readonly reason: string;
  /** VS Code says so itself wherever the file is open. */
  readonly isSyntax: boolean;
}

export type SchemaRead = { readonly schema: JsonObject | boolean } | { readonly fault: SchemaFault };

/** Comments are allowed, as VS Code allows them in a schema. Never throws. */
export function readSchema(text: string): SchemaRead {
  const errors: ParseError[] = [];
  const value = parsed(text, errors);
  const [first] = errors;
  if (first !== undefined) {
    const { error, offset, length } = first;
    return {
      fault: {
        offset,
        length,
        reason: l10n.t('It is not valid JSON ({0}).', printParseErrorCode(error)),
        isSyntax: true,
      },
    };
  }
  if (typeof value === 'boolean' || isObject(value)) return { schema: value };
  return {
    fault: {
      offset: 0,
      length: text.length,
      reason: l10n.t('A JSON schema is an object, true or false.'),
      isSyntax: false,
    },
  };
}

/** Where the reference stands that a complaint names; the beginning of the text when it names none. Never throws. */
export function placeOfReference(
  text: string,
  complaint: string,
): { readonly offset: number; readonly length: number } {
  let place: { readonly offset: number; readonly length: number } | undefined;
  let key: string | undefined;
  orNothing(() => {
    visit(text, {
      onObjectProperty: (name) => {
        key = name;
      },
      onLiteralValue: (value: unknown, offset, length) => {
        if (key === '$ref' && typeof value === 'string' && isNamed(value, complaint)) place ??= { offset, length };
      },
    });
  });
  return place ?? { offset: 0, length: 1 };
}

/** A complaint names the file or the pointer of a reference, not always both. */
function isNamed(reference: string, complaint: string): boolean {
  const [file = '', pointer = ''] = reference.split('#', 2);
  const named = pointer === '' ? file.replace(/^(\.{1,2}\/)+/, '') : pointer;
  return named !== '' && complaint.includes(named);
}

function parsed(text: string, errors: ParseError[]): unknown {
  return orNothing(() => parse(text, errors) as unknown);
}

/** The parser recurses: what nests too deep for the stack is no schema. */
function orNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
