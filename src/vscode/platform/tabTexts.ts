// Read-only texts of one scheme: kept in memory, replaced when put again, dropped when their tab closes.

import * as vscode from 'vscode';
import type { Disposable } from '../../core/emitter.ts';

export class TabTexts implements vscode.TextDocumentContentProvider, Disposable {
  readonly #scheme: string;
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #registration: Disposable;

  constructor(scheme: string) {
    this.#scheme = scheme;
    this.#registration = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === scheme) this.#texts.delete(uri.path);
      }),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.path) ?? '';
  }

  dispose(): void {
    this.#registration.dispose();
    this.#texts.clear();
  }

  /** The same name replaces the former text. */
  put(name: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: this.#scheme, path: `/${name}` });
    this.#texts.set(uri.path, text);
    this.#changed.fire(uri);
    return uri;
  }
}
