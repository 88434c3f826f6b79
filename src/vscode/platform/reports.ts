// Shows reports for tickets: read-only texts, replaced by a newer one, dropped when their tab closes.

import * as vscode from 'vscode';
import { foreignText } from '../../core/foreignText.ts';
import type { Disposable } from '../../core/emitter.ts';
import { RUN_REPORT_STEP, type ReportStep } from './reportSteps.ts';
import { TabTexts } from './tabTexts.ts';

/**
 * Declared in the manifest, with long lines wrapped. Text and nothing more: in Markdown a name could be a link to a
 * command.
 */
const LANGUAGE = 'user-groups-report';
const SCHEME = 'usergroup-report';

export class Reports implements vscode.CodeLensProvider, Disposable {
  readonly #texts = new TabTexts(SCHEME);
  /** By the path of the report. */
  readonly #steps = new Map<string, readonly ReportStep[]>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  readonly #registration = vscode.Disposable.from(
    this.#changed,
    vscode.languages.registerCodeLensProvider({ scheme: SCHEME }, this),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === SCHEME) this.#steps.delete(uri.path);
    }),
  );

  dispose(): void {
    this.#registration.dispose();
    this.#texts.dispose();
  }

  provideCodeLenses({ uri }: Pick<vscode.TextDocument, 'uri'>): vscode.CodeLens[] {
    return (this.#steps.get(uri.path) ?? []).map(
      ({ line, title, run }) =>
        new vscode.CodeLens(new vscode.Range(line, 0, line, 0), { title, command: RUN_REPORT_STEP, arguments: [run] }),
    );
  }

  /** @param title of the tab; a report with the same one replaces the former. */
  async show(title: string, text: string, steps: readonly ReportStep[] = []): Promise<void> {
    const uri = this.#texts.put(nameOf(title), text);
    const document = await vscode.workspace.openTextDocument(uri);
    // VS Code closes a document to change its language.
    const report = await vscode.languages.setTextDocumentLanguage(document, LANGUAGE);
    this.#steps.set(uri.path, steps);
    this.#changed.fire();
    // It stays while its steps show something else.
    await vscode.window.showTextDocument(report, { preview: false });
  }

  /** What it says by now, where it is still open. */
  update(title: string, text: string, steps: readonly ReportStep[]): void {
    const name = nameOf(title);
    if (!this.#steps.has(`/${name}`)) return;
    this.#steps.set(this.#texts.put(name, text).path, steps);
    this.#changed.fire();
  }
}

function nameOf(title: string): string {
  return `${foreignText(title.toWellFormed()).replaceAll('/', '∕').replaceAll('\\', '∖')}.txt`;
}
