// Writes pending input of forms into a document before it is saved: saving may overtake the last input.

import * as vscode from 'vscode';
import type { Disposable } from '../../../core/emitter.ts';
import type { Log } from '../../../core/ports/log.ts';

export interface OpenForms {
  has(uri: vscode.Uri): boolean;
  /** Resolves when the input of all forms is in this document. */
  flush(uri: vscode.Uri): Promise<void>;
}

export class FlushBeforeSave implements Disposable {
  readonly #forms: OpenForms;
  readonly #log: Log;
  /** Documents whose next save need not ask their pages again. */
  readonly #flushed = new Set<string>();
  readonly #subscription: Disposable;

  constructor(forms: OpenForms, log: Log) {
    this.#forms = forms;
    this.#log = log;
    this.#subscription = vscode.workspace.onWillSaveTextDocument((event) => {
      const { uri } = event.document;
      if (forms.has(uri) && !this.#flushed.delete(uri.toString())) this.#flushFor(event);
    });
  }

  /** Saves a document that was just flushed. Answers as `TextDocument.save`. */
  async saveFlushed(document: vscode.TextDocument): Promise<boolean> {
    const key = document.uri.toString();
    this.#flushed.add(key);
    try {
      return await document.save();
    } finally {
      this.#flushed.delete(key);
    }
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** VS Code waits a second and a half for work before a save, then saves without it: so it is saved again. */
  #flushFor(event: vscode.TextDocumentWillSaveEvent): void {
    const { document } = event;
    let isOvertaken = false;
    const watch = vscode.workspace.onDidSaveTextDocument((saved) => {
      isOvertaken ||= saved === document;
    });
    const flushed = this.#forms.flush(document.uri).finally(() => {
      watch.dispose();
    });
    event.waitUntil(flushed);
    void flushed
      .then(() => (isOvertaken && document.isDirty ? document.save() : false))
      .catch((error: unknown) => {
        this.#log.bug(error);
      });
  }
}
