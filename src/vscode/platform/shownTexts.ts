// Everything that shows read-only texts in tabs, from its first use.

import * as vscode from 'vscode';
import * as l10n from '@vscode/l10n';
import type { Disposable } from '../../core/emitter.ts';
import { Reports } from './reports.ts';
import { foreignText } from '../../core/foreignText.ts';
import { TabTexts } from './tabTexts.ts';

export interface ShownTexts {
  readonly comparisons: Comparisons;
  readonly unrecognizedResponses: UnrecognizedResponseTexts;
  readonly reports: Reports;
}

export function openShownTexts(subscriptions: Disposable[]): ShownTexts {
  const texts = {
    comparisons: new Comparisons(),
    unrecognizedResponses: new UnrecognizedResponseTexts(),
    reports: new Reports(),
  };
  subscriptions.push(...Object.values(texts));
  return texts;
}

/** Read-only texts for VS Code's own difference editor: what was sent, what was answered. */
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

/** Shows stored answers that were not understood, read-only, and drops their text when the tab closes. */
export class UnrecognizedResponseTexts implements Disposable {
  readonly #texts = new TabTexts('usergroup-answer');

  dispose(): void {
    this.#texts.dispose();
  }

  /** Opens the answer to the rotation with this number. VS Code writes nothing of a document without a file to disk. */
  async show(rotation: number, answer: string): Promise<void> {
    await vscode.window.showTextDocument(this.#texts.put(l10n.t('Unrecognized response {0}.json', rotation), answer));
  }
}
