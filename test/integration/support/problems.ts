// The Problems panel as an extension's author reads it.

import * as vscode from 'vscode';
import { until } from './documents.ts';

/** Messages about a document, in the order of its text. */
export function problemsOf(uri: vscode.Uri): string[] {
  return vscode.languages
    .getDiagnostics(uri)
    .toSorted((a, b) => a.range.start.compareTo(b.range.start))
    .map(({ message }) => message);
}

/** Milliseconds, less than a test may take: what the panel says instead is worth more than that time is over. */
const PATIENCE = 60_000;

/** Resolves when the panel says exactly this of a document. @throws what it says instead, after a minute */
export async function problemsBecome(uri: vscode.Uri, ...expected: readonly (string | RegExp)[]): Promise<void> {
  const isSaid = (each: string | RegExp, message: string): boolean =>
    typeof each === 'string' ? message === each : each.test(message);
  // Whose problems come first, VS Code's or ours, is not said.
  const areThere = (): boolean => {
    const said = problemsOf(uri);
    return (
      said.length === expected.length &&
      expected.every((each) => said.some((message) => isSaid(each, message))) &&
      said.every((message) => expected.some((each) => isSaid(each, message)))
    );
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`The panel says ${JSON.stringify(problemsOf(uri))}, of ${textOf(uri)}`));
    }, PATIENCE);
  });
  await Promise.race([until(vscode.languages.onDidChangeDiagnostics, areThere), late]).finally(() => {
    clearTimeout(timer);
  });
}

function textOf(uri: vscode.Uri): string {
  const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  return document === undefined ? 'no open document' : `version ${document.version}: ${document.getText()}`;
}
