// What completions from the other groups have in common: how a key is put in, and how often it is used.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { visibleId } from '../../../core/foreignText.ts';
import { grouped } from '../../../core/stateText.ts';
import type { KeyPlace, MappingPlace } from '../../../document/entryPlace.ts';

export function keyItem(
  name: string,
  { hasValue, needsComma }: KeyPlace,
  detail: string,
  sortText: string,
): vscode.CompletionItem {
  const key = JSON.stringify(name);
  const item = new vscode.CompletionItem(visibleId(name), vscode.CompletionItemKind.Property);
  item.insertText = hasValue ? new vscode.SnippetString().appendText(key) : snippet(`${key}: `, needsComma);
  return Object.assign(item, { detail, filterText: key, sortText });
}

function snippet(before: string, needsComma: boolean): vscode.SnippetString {
  const made = new vscode.SnippetString().appendText(before).appendTabstop();
  return needsComma ? made.appendText(',') : made;
}

export function usedInText(groups: number): string {
  return groups === 1 ? l10n.t('in 1 group') : l10n.t('in {0} groups', grouped(groups));
}

export function sorted(first: string, rank: number): string {
  return first + String(rank).padStart(4, '0');
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
