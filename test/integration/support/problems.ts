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

/** Resolves when the panel says exactly this of a document. */
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
  await until(vscode.languages.onDidChangeDiagnostics, areThere);
}
