// Casts by way of `unknown`, with which any type becomes any other.

import ts from '@typescript/typescript6';
import { nodesOf, placeOf, type SourceFile } from './sourceFile.ts';

export function castsByUnknown(file: SourceFile): string[] {
  return Array.from(nodesOf(file.tree))
    .filter(
      (node) =>
        ts.isAsExpression(node) &&
        ts.isAsExpression(node.expression) &&
        node.expression.type.kind === ts.SyntaxKind.UnknownKeyword,
    )
    .map((node) => placeOf(file, node));
}
