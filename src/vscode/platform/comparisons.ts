// Read-only texts for VS Code's own difference editor: what was sent, what was answered.

import * as vscode from 'vscode';
import { foreignText } from '../../core/foreignText.ts';
import type { Disposable } from '../../core/emitter.ts';

const SCHEME = 'usergroup-shown';

/** Kept for the life of the window: what was sent or answered does not change. */
export class Comparisons implements vscode.TextDocumentContentProvider, Disposable {
  readonly #texts = new Map<string, string>();
  readonly #registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.path) ?? '';
  }

  dispose(): void {
    this.#registration.dispose();
  }

  /**
   * Opens the difference; a side is a text, or the URI of a document that can be edited there. Texts are called by the
   * title, which screen readers say of each side.
   */
  async show(
    title: string,
    before: string,
    after: string | vscode.Uri,
    options: Pick<vscode.TextDocumentShowOptions, 'preserveFocus' | 'viewColumn'> = {},
  ): Promise<void> {
    const right = typeof after === 'string' ? this.#uriOf(title, after) : after;
    const shown = { ...AS_TEXT, ...options };
    await vscode.commands.executeCommand('vscode.diff', this.#uriOf(title, before), right, foreignText(title), shown);
  }

  #uriOf(title: string, text: string): vscode.Uri {
    const name = `${foreignText(title).toWellFormed().replaceAll(/[/\\]/g, '_')}.json`;
    const known = [...this.#texts].find(([path, kept]) => kept === text && path.endsWith(`/${name}`))?.[0];
    const path = known ?? `/${this.#texts.size + 1}/${name}`;
    this.#texts.set(path, text);
    return vscode.Uri.from({ scheme: SCHEME, path });
  }
}

/**
 * Two texts side by side, not two forms, as VS Code older than about 1.130 would show. It accepts this field without
 * declaring it.
 */
const AS_TEXT = { override: false } satisfies { override: boolean } as vscode.TextDocumentShowOptions;
