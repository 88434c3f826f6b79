// Shows reports for tickets: read-only texts, replaced by a newer one, dropped when their tab closes.

import * as vscode from 'vscode';
import { foreignText } from '../../core/foreignText.ts';
import type { Disposable } from '../../core/emitter.ts';
import { TabTexts } from './tabTexts.ts';

/**
 * Declared in the manifest, with long lines wrapped. Text and nothing more: in Markdown a name could be a link to a
 * command.
 */
const LANGUAGE = 'user-groups-report';

export class Reports implements Disposable {
  readonly #texts = new TabTexts('usergroup-report');

  dispose(): void {
    this.#texts.dispose();
  }

  /** @param title of the tab; a report with the same one replaces the former. */
  async show(title: string, text: string): Promise<void> {
    const uri = this.#texts.put(
      `${foreignText(title.toWellFormed()).replaceAll('/', '∕').replaceAll('\\', '∖')}.txt`,
      text,
    );
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(await vscode.languages.setTextDocumentLanguage(document, LANGUAGE));
  }
}
