// Writes pending input of forms into a document before it is saved: saving may overtake the last input.

import * as vscode from 'vscode';
import type { Disposable } from '../../../core/emitter.ts';
import type { Log } from '../../../core/ports/log.ts';

export interface OpenForms {
  has(uri: vscode.Uri): boolean;
  /** Resolves when the input of all forms is in this document. */
  flush(uri: vscode.Uri): Promise<void>;
}

/** VS Code gives work before a save a second and a half, and drops a listener for good that is late time and again. */
const LIMIT_MS = 1_000;

export class FlushBeforeSave implements Disposable {
  readonly #forms: OpenForms;
  readonly #log: Log;
  /** Documents whose next save need not ask their pages again. */
  readonly #flushed = new Set<string>();
  /** Input on its way, for which a save may not wait. */
  readonly #late = new WeakMap<vscode.TextDocument, Promise<void>>();
  readonly #subscriptions: readonly Disposable[];

  constructor(forms: OpenForms, log: Log) {
    this.#forms = forms;
    this.#log = log;
    this.#subscriptions = [
      vscode.workspace.onWillSaveTextDocument((event) => {
        const { uri } = event.document;
        if (forms.has(uri) && !this.#flushed.delete(uri.toString())) this.#flushFor(event);
      }),
      vscode.workspace.onDidSaveTextDocument((document) => {
        this.#saveLate(document).catch((error: unknown) => {
          this.#log.bug(error);
        });
      }),
    ];
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
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #flushFor(event: vscode.TextDocumentWillSaveEvent): void {
    const { document } = event;
    const flushed = this.#forms.flush(document.uri).catch((error: unknown) => {
      this.#log.bug(error);
    });
    let isLate = false;
    this.#late.set(document, flushed);
    const inTime = new Promise<void>((resolve) => {
      const limit = setTimeout(() => {
        isLate = true;
        resolve();
      }, LIMIT_MS);
      void flushed.then(() => {
        clearTimeout(limit);
        if (!isLate) this.#late.delete(document);
        resolve();
      });
    });
    event.waitUntil(inTime);
  }

  /** VS Code refuses a save during another, and calls the document clean after it even where text came meanwhile. */
  async #saveLate(document: vscode.TextDocument): Promise<void> {
    const flushed = this.#late.get(document);
    this.#late.delete(document);
    await flushed;
    if (flushed !== undefined && !document.isClosed) await this.saveFlushed(document);
  }
}
