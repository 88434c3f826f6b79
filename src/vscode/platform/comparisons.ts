// Read-only texts for VS Code's own difference editor: what was sent, what was answered.

import * as vscode from 'vscode';
import { foreignText } from '../../core/foreignText.ts';
import type { Disposable } from '../../core/emitter.ts';
import { TabTexts } from './tabTexts.ts';

export class Comparisons implements Disposable {
  readonly #texts = new TabTexts('usergroup-shown');

  dispose(): void {
    this.#texts.dispose();
  }

  /**
   * Opens the difference; a side is a text, or the URI of a document that can be edited there. Texts are named by their
   * side of the title, "A ↔ B", which screen readers say.
   */
  async show(
    title: string,
    before: string,
    after: string | vscode.Uri,
    options: Pick<vscode.TextDocumentShowOptions, 'preserveFocus' | 'viewColumn'> = {},
  ): Promise<void> {
    const label = foreignText(title);
    const folder = label.replaceAll('/', '∕');
    const [one = folder, other = folder] = folder.split(' ↔ ');
    const left = this.#texts.put(`before/${folder}/${one}.json`, before);
    const right = typeof after === 'string' ? this.#texts.put(`after/${folder}/${other}.json`, after) : after;
    await vscode.commands.executeCommand('vscode.diff', left, right, label, { ...AS_TEXT, ...options });
  }
}

/**
 * Two texts side by side, not two forms, as VS Code older than about 1.130 would show. It accepts this field without
 * declaring it.
 */
const AS_TEXT = { override: false } satisfies { override: boolean } as vscode.TextDocumentShowOptions;
