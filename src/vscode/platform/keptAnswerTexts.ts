// Answers of the service that are kept because nobody understood them: shown read-only, and forgotten when their tab
// closes.

import * as vscode from 'vscode';
import type { Disposable } from '../../core/emitter.ts';
import { TabTexts } from './tabTexts.ts';

export class KeptAnswerTexts implements Disposable {
  readonly #texts = new TabTexts('usergroup-answer');

  dispose(): void {
    this.#texts.dispose();
  }

  /** Opens it, of the rotation with this number. Nothing of a document without a file is written to disk. */
  async show(rotation: number, answer: string): Promise<void> {
    await vscode.window.showTextDocument(this.#texts.put(`Kept answer ${rotation}.json`, answer));
  }
}
