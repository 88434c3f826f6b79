// How long functions are: those with a body in braces, from the first line of their text to the last.

import ts from '@typescript/typescript6';
import { nodesOf, placeOf, type SourceFile } from './sourceFile.ts';

export interface FunctionLength {
  readonly place: string;
  readonly lines: number;
}

export function functionLengths(file: SourceFile): FunctionLength[] {
  return Array.from(nodesOf(file.tree))
    .filter((node) => ts.isFunctionLike(node) && 'body' in node && node.body !== undefined && ts.isBlock(node.body))
    .map((node) => ({ place: placeOf(file, node), lines: node.getText().split('\n').length }));
}

/** The value that nine in ten do not exceed. */
export function ninetiethPercentile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.9) - 1] ?? 0;
}
