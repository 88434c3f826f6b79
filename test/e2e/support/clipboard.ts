// The clipboard of the browser that shows the window.

import type { Page } from 'playwright-core';

export class Clipboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async read(): Promise<string> {
    return this.#page.evaluate(() => navigator.clipboard.readText());
  }

  async write(text: string): Promise<void> {
    await this.#page.evaluate((words) => navigator.clipboard.writeText(words), text);
  }
}
