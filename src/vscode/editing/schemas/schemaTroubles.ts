// The problems of the person's own schemas in the Problems panel, each once at its place.

import * as vscode from 'vscode';
import type { Disposable } from '../../../core/emitter.ts';
import { SOURCE } from './groupDocuments.ts';
import type { SchemaTrouble } from './personalSchema.ts';

export class SchemaTroubles implements Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('userGroups.schemas');
  #troubles: readonly SchemaTrouble[] = [];
  #shown = '';
  /** VS Code itself marks invalid JSON while the file is open. */
  readonly #subscription = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
    const changed = new Set(uris.map(String));
    if (this.#troubles.some(({ uri, isSyntax }) => isSyntax && changed.has(uri.toString()))) this.#publish();
  });

  dispose(): void {
    this.#subscription.dispose();
    this.#collection.dispose();
  }

  show(troubles: readonly SchemaTrouble[]): void {
    this.#troubles = troubles;
    this.#publish();
  }

  #publish(): void {
    const unsaid = this.#troubles.filter(({ uri, isSyntax }) => !isSyntax || !isMarkedByVsCode(uri));
    const byUri = Map.groupBy(unsaid, ({ uri }) => uri.toString());
    const shown = JSON.stringify(unsaid);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#collection.clear();
    for (const [uri, ofOne] of byUri) this.#collection.set(vscode.Uri.parse(uri), ofOne.map(toDiagnostic));
  }
}

function isMarkedByVsCode(uri: vscode.Uri): boolean {
  return vscode.languages
    .getDiagnostics(uri)
    .some(({ source, severity }) => source !== SOURCE && severity === vscode.DiagnosticSeverity.Error);
}

function toDiagnostic({ range, message }: SchemaTrouble): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Warning);
  diagnostic.source = SOURCE;
  return diagnostic;
}
