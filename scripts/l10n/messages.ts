// The messages of the source: each call of `l10n.t`, as a translator and a test read it.

import ts from '@typescript/typescript6';
import { placeOf, type SourceFile } from '../metrics/sourceFile.ts';

export interface Message {
  readonly place: string;
  readonly call: ts.CallExpression;
  /** Absent: it is not a constant. */
  readonly text: string | undefined;
  /** By which a bundle has it: the text, and the note to translators if there is one. */
  readonly key: string | undefined;
  /** `undefined`: not known before it runs. */
  readonly args: ReadonlySet<string> | undefined;
}

export function messagesOf(file: SourceFile): Message[] {
  // Most files have none, and need not be parsed for that.
  if (!/l10n\s*\./.test(file.text)) return [];
  const found: Message[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isMessage(node)) found.push({ place: placeOf(file, node), ...read(node) });
    ts.forEachChild(node, visit);
  };
  visit(file.tree);
  return found;
}

export function isMessage(node: ts.Node): node is ts.CallExpression {
  return ts.isCallExpression(node) && node.expression.getText() === 'l10n.t';
}

/** The names in `{…}`. */
export function placeholdersOf(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(/\{([^{}]+)\}/g), ([, name = '']) => name));
}

function read(call: ts.CallExpression): Omit<Message, 'place'> {
  const [first, ...rest] = call.arguments;
  if (first !== undefined && ts.isObjectLiteralExpression(first)) {
    const text = constant(valueOf(first, 'message'));
    const comment = constant(valueOf(first, 'comment'));
    const args = valueOf(first, 'args');
    return {
      call,
      text,
      key: text === undefined || comment === undefined ? text : `${text}/${comment}`,
      args: args === undefined ? new Set() : namesOf([args]),
    };
  }
  const text = constant(first);
  return { call, text, key: text, args: namesOf(rest) };
}

function namesOf(args: readonly ts.Expression[]): Set<string> | undefined {
  const [first] = args;
  if (first !== undefined && ts.isObjectLiteralExpression(first))
    return first.properties.some(ts.isSpreadAssignment)
      ? undefined
      : new Set(first.properties.map(({ name }) => name?.getText() ?? ''));
  const values = first !== undefined && ts.isArrayLiteralExpression(first) ? first.elements : args;
  return values.some(ts.isSpreadElement) ? undefined : new Set(values.map((_value, index) => String(index)));
}

function valueOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  return object.properties.filter(ts.isPropertyAssignment).find((property) => property.name.getText() === name)
    ?.initializer;
}

function constant(node: ts.Expression | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;
}
