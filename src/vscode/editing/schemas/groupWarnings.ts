// Warnings about open documents in the Problems panel, from experience and the connection's other groups.

import * as vscode from 'vscode';
import type { Disposable } from '../../../core/emitter.ts';
import { isDocumentTab } from '../../platform/documentTab.ts';
import { isGroupDocument, type GroupDependencies } from './groupDocuments.ts';

/** They are not urgent and must not flicker while typing. In milliseconds. */
const AFTER_TYPING_MS = 250;

export class GroupWarnings implements Disposable {
  readonly #dependencies: GroupDependencies;
  readonly #collection = vscode.languages.createDiagnosticCollection('userGroups.groups');
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  readonly #subscriptions: Disposable;

  constructor(dependencies: GroupDependencies) {
    this.#dependencies = dependencies;
    this.#subscriptions = vscode.Disposable.from(
      vscode.workspace.onDidOpenTextDocument((document) => {
        this.#lookSoon(document, 0);
      }),
      vscode.window.tabGroups.onDidChangeTabs(({ opened, closed }) => {
        if (opened.length + closed.length > 0) this.#followTabs();
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#lookSoon(document, AFTER_TYPING_MS);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#forget(uri);
      }),
    );
    this.refresh();
  }

  /** Other groups changed, or the connection of a file. */
  refresh(): void {
    for (const document of vscode.workspace.textDocuments) this.#lookSoon(document, 0);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#collection.dispose();
  }

  #followTabs(): void {
    const inTabs = urisInTabs();
    for (const document of vscode.workspace.textDocuments) {
      const isKnown = this.#collection.has(document.uri);
      if (isKnown && !inTabs.has(document.uri.toString())) this.#forget(document.uri);
      if (!isKnown) this.#lookSoon(document, 0);
    }
  }

  #lookSoon(document: vscode.TextDocument, afterMs: number): void {
    if (!isGroupDocument(document.uri) || !isShown(document)) return;
    const key = document.uri.toString();
    clearTimeout(this.#waiting.get(key));
    this.#waiting.set(
      key,
      setTimeout(() => void this.#look(document), afterMs),
    );
  }

  async #look(document: vscode.TextDocument): Promise<void> {
    // Reading documents requires a parser, which activation does not wait for.
    const { warningsOf } = await import('./warningsOf.ts');
    const warnings = await warningsOf(document, this.#dependencies);
    if (isShown(document)) this.#collection.set(document.uri, warnings);
  }

  #forget(uri: vscode.Uri): void {
    clearTimeout(this.#waiting.get(uri.toString()));
    this.#waiting.delete(uri.toString());
    this.#collection.delete(uri);
  }
}

/** Like VS Code's own problems: not of what an extension only reads. */
function isShown({ uri, isClosed }: vscode.TextDocument): boolean {
  return !isClosed && urisInTabs().has(uri.toString());
}

function urisInTabs(): ReadonlySet<string> {
  const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
  return new Set(
    inputs.flatMap((input) => {
      if (isDocumentTab(input)) return [input.uri.toString()];
      return input instanceof vscode.TabInputTextDiff ? [input.original.toString(), input.modified.toString()] : [];
    }),
  );
}
