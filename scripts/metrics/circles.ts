// Circles among files and among folders: what imports itself through others. Imports of types count.

import { posix } from 'node:path';
import ts from '@typescript/typescript6';
import { nodesOf, type SourceFile } from './sourceFile.ts';

export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Which of the files imports which. */
export function importGraph(files: readonly SourceFile[]): Graph {
  const paths = new Set(files.map(({ path }) => path));
  return new Map(
    files.map((file) => [file.path, new Set(importedPaths(file).filter((path) => paths.has(path)))] as const),
  );
}

function importedPaths({ path, tree }: SourceFile): string[] {
  return Array.from(nodesOf(tree))
    .map(specifierOf)
    .filter((specifier) => specifier?.startsWith('.') === true)
    .map((specifier) => posix.join(posix.dirname(path), specifier ?? ''));
}

function specifierOf(node: ts.Node): string | undefined {
  const named = ts.isImportDeclaration(node) || ts.isExportDeclaration(node) ? node.moduleSpecifier : undefined;
  const called = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const specifier = called ? node.arguments[0] : ts.isImportTypeNode(node) ? literalOf(node.argument) : named;
  return specifier !== undefined && ts.isStringLiteralLike(specifier) ? specifier.text : undefined;
}

function literalOf(node: ts.TypeNode): ts.Expression | undefined {
  return ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal) ? node.literal : undefined;
}

/**
 * Circles among what lies side by side in any folder: a file or a folder each. Those of files alone are left to
 * `circles` of the files themselves.
 */
export function folderCircles(files: Graph): string[][] {
  const folders = new Set(Array.from(files.keys()).flatMap(ancestors));
  return Array.from(folders).flatMap((folder) =>
    circles(entriesOf(folder, files)).filter((circle) => circle.some((entry) => folders.has(entry))),
  );
}

function ancestors(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function entriesOf(folder: string, files: Graph): Graph {
  const entryOf = (path: string): string | undefined =>
    path.startsWith(`${folder}/`) ? `${folder}/${path.slice(folder.length + 1).split('/')[0] ?? ''}` : undefined;
  const entries = new Map<string, Set<string>>();
  for (const [path, imports] of files) {
    const from = entryOf(path);
    if (from === undefined) continue;
    const reached = entries.get(from) ?? new Set();
    entries.set(from, reached);
    for (const to of Array.from(imports, entryOf)) if (to !== undefined && to !== from) reached.add(to);
  }
  return entries;
}

/** Groups of nodes each of which reaches all others of its group (Tarjan), sorted; single nodes are no circle. */
export function circles(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const low = (node: string): number => lowest.get(node) ?? Infinity;
  const visit = (node: string): void => {
    order.set(node, order.size);
    lowest.set(node, order.size - 1);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(node, Math.min(low(node), low(next)));
    }
    if (low(node) !== order.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    if (circle.length > 1) found.push(circle.sort());
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}
