// Lines wider than the formatter allows. A text may be: it is not split where the user reads it whole.

import ts from '@typescript/typescript6';
import { nodesOf, type SourceFile } from './sourceFile.ts';

const WIDTH = 120;

/** The places (path and line) of the lines that are too wide and are not texts. */
export function wideLines(file: SourceFile): string[] {
  const lines = file.text.split('\n');
  if (!lines.some((line) => line.length > WIDTH)) return [];
  const excused = linesOfTexts(file);
  return lines.flatMap((line, index) =>
    line.length > WIDTH && !excused.has(index) ? [`${file.path}:${index + 1}`] : [],
  );
}

function linesOfTexts({ tree }: SourceFile): Set<number> {
  const lines = new Set<number>();
  for (const node of nodesOf(tree)) {
    if (!isText(node)) continue;
    const from = tree.getLineAndCharacterOfPosition(node.getStart());
    const to = tree.getLineAndCharacterOfPosition(node.end);
    const isHtml = ts.isTaggedTemplateExpression(node.parent);
    // A text of several lines (SQL) can be split where it is wide; HTML is laid out by hand.
    if (from.line !== to.line && !isHtml) continue;
    if (from.line === to.line && !reachesTheEdge(node, to.character)) continue;
    for (let line = from.line; line <= to.line; line += 1) lines.add(line);
  }
  return lines;
}

function isText(node: ts.Node): boolean {
  return (
    ts.isStringLiteral(node) ||
    ts.isNoSubstitutionTemplateLiteral(node) ||
    ts.isTemplateExpression(node) ||
    node.kind === ts.SyntaxKind.RegularExpressionLiteral ||
    node.kind === ts.SyntaxKind.TemplateLiteralType
  );
}

/** It is the text that is wide, or a title of a test, after which its function begins. */
function reachesTheEdge({ parent }: ts.Node, end: number): boolean {
  if (end >= WIDTH) return true;
  return ts.isCallExpression(parent) && /^(it|describe)\b/.test(parent.expression.getText()) && end >= WIDTH - 30;
}
