// The files of code below a folder, each read once, and parsed once when its tree is first asked for.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from '@typescript/typescript6';
import { root } from '../editor/folders.ts';

export interface SourceFile {
  /** From the root, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
}

export function sourceFiles(...folders: readonly string[]): SourceFile[] {
  return globSync(
    folders.map((folder) => `${folder}/**/*.{ts,mjs,js}`),
    { cwd: root },
  )
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((path) => parsed(path, readFileSync(join(root, path), 'utf8')));
}

export function parsed(path: string, text: string): SourceFile {
  let tree: ts.SourceFile | undefined;
  return {
    path,
    text,
    get tree() {
      return (tree ??= ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
    },
  };
}

/** Every node of the tree, parents first. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node;
  for (const child of node.getChildren()) yield* nodesOf(child);
}

export function lineCount(text: string): number {
  return text.trimEnd().split('\n').length;
}

/** Where a node begins, as an editor opens it: path and line. */
export function placeOf({ path, tree }: SourceFile, node: ts.Node): string {
  return `${path}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}
