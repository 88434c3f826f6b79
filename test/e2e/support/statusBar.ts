// The line at the bottom of the window, where success is reported.

import type { Locator, Page } from 'playwright-core';

export class StatusBar {
  readonly #bar: Locator;

  constructor(page: Page) {
    this.#bar = page.locator('.part.statusbar');
  }

  async shows(words: string | RegExp): Promise<void> {
    await this.#bar.getByText(words).first().waitFor();
  }
}
