// What completions of ours have in common: how a key is put in, where they stand in the list, and how to know them.

import * as vscode from 'vscode';
import type { KeyPlace, MappingPlace } from '../../../document/entryPlace.ts';

export function keyItem(
  name: string,
  title: string,
  { hasValue, needsComma }: KeyPlace,
  detail: string | undefined,
  sortText: string,
): vscode.CompletionItem {
  const key = JSON.stringify(name);
  const item = new vscode.CompletionItem(title, vscode.CompletionItemKind.Property);
  item.insertText = hasValue ? new vscode.SnippetString().appendText(key) : snippet(`${key}: `, needsComma);
  return Object.assign(item, { detail, filterText: key, sortText });
}

function snippet(before: string, needsComma: boolean): vscode.SnippetString {
  const made = new vscode.SnippetString().appendText(before).appendTabstop();
  return needsComma ? made.appendText(',') : made;
}

/** Before and behind what VS Code proposes of a schema, which it sorts by what is put in: quotes and digits. */
const PLACES = { first: '!', last: 'zzz' } as const;

export function sorted(place: keyof typeof PLACES, rank: number): string {
  return PLACES[place] + String(rank).padStart(4, '0');
}

/** Of a list that holds those of VS Code, too. */
export function isOurs({ sortText = '' }: vscode.CompletionItem): boolean {
  return /^(?:!|zzz)\d{4}$/.test(sortText);
}

/** Like VS Code's own for JSON: replacing removes the whole word. */
export function rangeOf(
  document: vscode.TextDocument,
  position: vscode.Position,
  { from, to }: MappingPlace,
): { readonly inserting: vscode.Range; readonly replacing: vscode.Range } {
  const start = document.positionAt(from);
  return { inserting: new vscode.Range(start, position), replacing: new vscode.Range(start, document.positionAt(to)) };
}
