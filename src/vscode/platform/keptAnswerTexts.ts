// Shows stored answers that were not understood, read-only, and drops their text when the tab closes.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Disposable } from '../../core/emitter.ts';
import { TabTexts } from './tabTexts.ts';

export class KeptAnswerTexts implements Disposable {
  readonly #texts = new TabTexts('usergroup-answer');

  dispose(): void {
    this.#texts.dispose();
  }

  /** Opens the answer to the rotation with this number. VS Code writes nothing of a document without a file to disk. */
  async show(rotation: number, answer: string): Promise<void> {
    await vscode.window.showTextDocument(this.#texts.put(l10n.t('Unrecognized response {0}.json', rotation), answer));
  }
}
