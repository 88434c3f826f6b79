// Everything that shows read-only texts in tabs, from its first use.

import * as vscode from 'vscode';
import * as l10n from '@vscode/l10n';
import type { Disposable } from '../../core/emitter.ts';
import { foreignText } from '../../core/foreignText.ts';
import { RUN_REPORT_STEP, type ReportStep } from './reportSteps.ts';

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

/** Texts of one scheme: kept in memory, replaced when put again, dropped when their tab closes. */
class TabTexts implements vscode.TextDocumentContentProvider, Disposable {
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

  /** Replaces a former text of this name. */
  put(name: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: this.#scheme, path: `/${name}` });
    this.#texts.set(uri.path, text);
    this.#changed.fire(uri);
    return uri;
  }
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

/**
 * Declared in the manifest, with long lines wrapped. Text and nothing more: in Markdown a name could be a link to a
 * command.
 */
const LANGUAGE = 'user-groups-report';
const SCHEME = 'usergroup-report';

/** Shows reports for tickets. */
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
