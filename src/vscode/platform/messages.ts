// Shows all messages outside views: makes foreign text harmless and redacts secrets.

import * as vscode from 'vscode';
import { Emitter } from '../../core/emitter.ts';
import { foreignText } from '../../core/foreignText.ts';
import type { Redactor } from '../../core/redactor.ts';

/** A line of a dialog: a sentence or two, or a list below its heading. */
export type DialogLine = string | { readonly heading: string; readonly items: readonly string[] };

export interface Question {
  /** One line: the question. */
  readonly title: string;
  /** Its consequences: three lines at most. */
  readonly detail: readonly DialogLine[];
  /** The actions of the buttons; a dialog adds Cancel by itself. */
  readonly answers: readonly string[];
}

/** Texts of buttons: at least one. */
type Actions = readonly [string, ...string[]];

export function shownLines(detail: readonly DialogLine[]): string[] {
  return detail.flatMap((line) =>
    typeof line === 'string' ? [line] : [line.heading, ...line.items.map((item) => `• ${item}`)],
  );
}

const STATUS_MS = 8_000;
const LONGEST_LINE = 600;

export class Messages {
  readonly #redactor: Redactor;
  readonly #answered = new Emitter<void>();
  /** A dialog has closed. */
  readonly onDidAsk = this.#answered.event;

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** Success: seen in passing. */
  status(text: string): void {
    vscode.window.setStatusBarMessage(`$(check) ${this.#harmless(text)}`, STATUS_MS);
  }

  /** With what can be done about it. What needs nothing to be done is a status, or nothing at all. */
  info(text: string, ...actions: Actions): Thenable<string | undefined> {
    return vscode.window.showInformationMessage(this.#harmless(text), ...actions);
  }

  warn(text: string, ...actions: Actions): Thenable<string | undefined> {
    return vscode.window.showWarningMessage(this.#harmless(text), ...actions);
  }

  error(text: string, ...actions: readonly string[]): Thenable<string | undefined> {
    return vscode.window.showErrorMessage(this.#harmless(text), ...actions);
  }

  /** Asks in a dialog. `undefined` when the user closed it or chose Cancel. `onShow` happens before it is shown. */
  async ask({ title, detail, answers }: Question, onShow?: () => void): Promise<string | undefined> {
    onShow?.();
    const lines = shownLines(detail).map((line) => this.#harmless(line));
    const options = { modal: true, detail: lines.join('\n') };
    const answer = await vscode.window.showWarningMessage(this.#harmless(title), options, ...answers);
    this.#answered.fire();
    return answer;
  }

  /** A line as it is shown. */
  #harmless(line: string): string {
    return foreignText(this.#redactor.redact(line), LONGEST_LINE);
  }
}
