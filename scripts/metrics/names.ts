// Names that the vocabulary of the field has replaced, and names that stand twice.

import { posix } from 'node:path';
import ts from '@typescript/typescript6';
import { nodesOf, placeOf, type SourceFile } from './sourceFile.ts';

const replaced = new Set([
  ...['CommandDoor', 'door', 'Desk', 'desk', 'readCall', 'RunAbout', 'RunOn', 'deed', 'deeds', 'atHand', 'Given'],
  ...['waysOut', 'Way', 'wayTo', 'Judge', 'judge', 'Testimony', 'testimony', 'doubt', 'doubts', 'doubted'],
  ...['TokensInHand', 'LateStoring', 'Begun', 'Keeping', 'Told', 'told', 'Admitted', 'writeUnseen', 'writeTogether'],
  ...['Breather', 'breath', 'groupLeads', 'leads', 'facetTerms', 'glanceAtDocument', 'take', 'taken', 'anew'],
]);
const replacedPattern = /^tell[A-Z]|[a-z](Doubted|Anew|Words)$/;
const replacedBasenames =
  /^(keeping|desk|shown|sight|obstacles|unfinished|stagedSending|askingSame|door|way|call|deeds|facetTerms|groupLeads|lateStoring|tokensInHand|.+Words)\.ts$/;

/** A name in quotes, such as a key or a value of a union, is not one of ours: it may be the service's or stored. */
export function replacedNames(file: SourceFile): string[] {
  return Array.from(nodesOf(file.tree))
    .filter((node) => (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) && isReplaced(node.text.replace('#', '')))
    .map((node) => `${node.getText()} ${placeOf(file, node)}`);
}

function isReplaced(name: string): boolean {
  return replaced.has(name) || replacedPattern.test(name);
}

export function replacedFileNames(files: readonly SourceFile[]): string[] {
  return files.map(({ path }) => path).filter((path) => replacedBasenames.test(posix.basename(path)));
}

/** Each basename that several files have, with their folders. */
export function repeatedFileNames(files: readonly SourceFile[]): string[] {
  return repeated(files.map(({ path }) => [posix.basename(path), posix.dirname(path)] as const));
}

/** Each name that several files export as theirs, with these files. */
export function repeatedExports(files: readonly SourceFile[]): string[] {
  return repeated(files.flatMap(({ path, tree }) => exportedNames(tree).map((name) => [name, path] as const)));
}

function repeated(pairs: readonly (readonly [name: string, place: string])[]): string[] {
  return Array.from(Map.groupBy(pairs, ([name]) => name))
    .map(([name, all]) => [name, [...new Set(all.map(([, place]) => place))]] as const)
    .filter(([, places]) => places.length > 1)
    .map(([name, places]) => `${name} ${places.join(' ')}`);
}

function exportedNames(tree: ts.SourceFile): string[] {
  return tree.statements
    .filter((statement) => ts.canHaveModifiers(statement) && isExported(statement))
    .flatMap(declarationsOf)
    .map((declaration) => ts.getNameOfDeclaration(declaration)?.getText())
    .filter((name) => name !== undefined);
}

function declarationsOf(statement: ts.Statement): readonly ts.Declaration[] {
  return ts.isVariableStatement(statement)
    ? statement.declarationList.declarations
    : [statement as ts.DeclarationStatement];
}

function isExported(statement: ts.HasModifiers): boolean {
  return ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}
