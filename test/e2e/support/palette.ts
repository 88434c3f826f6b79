// The command palette.

import { errors, type Page } from 'playwright-core';
import type { QuickInput } from './quickInput.ts';

const attempts = 10;
const attemptMilliseconds = 3_000;

export class Palette {
  readonly #page: Page;
  readonly #quickInput: QuickInput;

  constructor(page: Page, quickInput: QuickInput) {
    this.#page = page;
    this.#quickInput = quickInput;
  }

  /** Runs the command of this title, with its category: "User Groups: Show Log". Waits until the palette offers it. */
  async run(title: string): Promise<void> {
    for (let attempt = 1; attempt < attempts; attempt += 1) {
      if (await this.#isRun(title)) return;
      await this.#page.keyboard.press('Escape');
      await this.#quickInput.isGone();
    }
    await this.open(title);
    await this.#quickInput.pick(title);
  }

  /** Opens the palette on what is typed here. */
  async open(text: string, timeout?: number): Promise<void> {
    await this.#page.keyboard.press('F1');
    await this.#quickInput.input.fill(`>${text}`, timeout === undefined ? {} : { timeout });
  }

  /**
   * Opens the palette and picks the command. Not every opening leads there: the palette closes when a document that is
   * just opening takes the focus, be it just before the click, and it never learns of commands that came after it was
   * opened. A click that came too late was not made, so none that reached the command is made twice.
   */
  async #isRun(title: string): Promise<boolean> {
    try {
      await this.open(title, attemptMilliseconds);
      await this.#quickInput.pick(title, attemptMilliseconds);
      return true;
    } catch (error) {
      if (error instanceof errors.TimeoutError) return false;
      throw error;
    }
  }
}
