// The command palette.

import type { Page } from 'playwright-core';
import type { QuickInput } from './quickInput.ts';

export class Palette {
  readonly #page: Page;
  readonly #quickInput: QuickInput;

  constructor(page: Page, quickInput: QuickInput) {
    this.#page = page;
    this.#quickInput = quickInput;
  }

  /** Runs the command of this title, with its category: "User Groups: Show Log". Waits until the palette offers it. */
  async run(title: string): Promise<void> {
    await this.open(title);
    // The palette never learns of a command that came after it was opened, as some do when a window has just been loaded.
    for (let again = 0; again < 10 && !await this.#offers(title); again += 1) {
      await this.#quickInput.cancel();
      await this.#quickInput.isGone();
      await this.open(title);
    }
    await this.#quickInput.pick(title);
  }

  async #offers(title: string): Promise<boolean> {
    return this.#quickInput.entry(title).waitFor({ timeout: 3_000 }).then(() => true, () => false);
  }

  /** Opens the palette on what is typed here. */
  async open(text: string): Promise<void> {
    await this.#page.keyboard.press('F1');
    await this.#quickInput.input.fill(`>${text}`);
  }
}
