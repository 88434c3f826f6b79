// A person before the messages of the product, in whose place a test answers: what is shown is kept line by line.

import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { UserGroupsError } from '../../../src/core/errors.ts';
import type { ExecuteOnItem } from '../../../src/vscode/command/commandRunner.ts';
import { shownLines, type Messages, type Question } from '../../../src/vscode/platform/messages.ts';
import { standIn } from '../standIn.ts';

export class PlayedPerson {
  /** A dialog with its details and buttons, a notice with its buttons, a line of the status bar. Times as `hh:mm`. */
  readonly shown: string[] = [];
  /** The commands that were run by buttons, each with what it was given. */
  readonly ran: string[] = [];
  /** What the dialogs are answered by, one after the other; the others are closed. */
  readonly answers: (string | undefined)[];
  /** Happens while a dialog is open. */
  meanwhile: () => unknown = () => undefined;
  /** The button that is pressed on each notice that has it. */
  readonly #pressed: string | undefined;

  constructor(answers: readonly (string | undefined)[] = [], pressed?: string) {
    this.answers = [...answers];
    this.#pressed = pressed;
  }

  readonly run: ExecuteOnItem = (id, about) => {
    this.ran.push(`${id} ${JSON.stringify(about)}`);
    return Promise.resolve();
  };

  readonly messages = standIn<Messages>({
    status: (text) => {
      this.#show(`status: ${text}`);
    },
    info: (text, ...buttons) => this.#notice('info', text, buttons),
    warn: (text, ...buttons) => this.#notice('warning', text, buttons),
    error: (text, ...buttons) => this.#notice('error', text, buttons),
    ask: async ({ title, detail, answers }: Question) => {
      this.#show(`? ${title}`, ...shownLines(detail).map((line) => `  ${line}`), `  [${answers.join('] [')}]`);
      await this.meanwhile();
      return this.answers.shift();
    },
  });

  /** Resolves when the buttons that are pressed have done their work, as far as that waits for nothing else. */
  async settled(): Promise<void> {
    await setImmediate();
  }

  /** All that was shown once the command has ended, how it ended, and which commands the buttons ran. */
  async linesOf(command: unknown): Promise<string[]> {
    const end = await Promise.resolve(command).then(
      (result) => `ended: ${JSON.stringify(result)}`,
      (error: unknown) => {
        assert.ok(error instanceof UserGroupsError, String(error));
        return `${error.kind}: ${error.message}`;
      },
    );
    await this.settled();
    return [...this.shown, end, ...this.ran.map((line) => `runs ${line}`)];
  }

  #notice(how: string, text: string, buttons: readonly string[]): Promise<string | undefined> {
    this.#show([`${how}: ${text}`, ...buttons.map((button) => `[${button}]`)].join(' '));
    return Promise.resolve(buttons.find((button) => button === this.#pressed));
  }

  #show(...lines: readonly string[]): void {
    this.shown.push(
      ...lines.map((line) => line.replaceAll(/\b\d\d:\d\d\b/g, 'hh:mm').replaceAll(/hh:mm:\d\d/g, 'hh:mm:ss')),
    );
  }
}
