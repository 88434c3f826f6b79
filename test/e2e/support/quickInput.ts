// The box at the top of the window in which commands ask.

import type { Locator, Page } from 'playwright-core';
import { comesToBe } from './comesToBe.ts';
import { clickUntilTaken } from './takenClick.ts';

export class QuickInput {
  readonly #box: Locator;
  readonly input: Locator;
  /** What stands under the input: the prompt, or why it is not accepted. */
  readonly message: Locator;
  readonly title: Locator;

  constructor(page: Page) {
    this.#box = page.locator('.quick-input-widget:visible');
    this.input = this.#box.locator('.quick-input-filter input, .quick-input-filter textarea').first();
    this.message = this.#box.locator('.quick-input-message');
    this.title = this.#box.locator('.quick-input-title');
  }

  /** The entry whose label this is, whatever the editor adds to it after a comma. */
  entry(label: string): Locator {
    const quoted = JSON.stringify(label);
    return this.#box.locator(
      `.monaco-list-row:is([aria-label=${quoted}], [aria-label^=${JSON.stringify(`${label}, `)}])`,
    );
  }

  /** Waits for the step whose title, prompt or placeholder contains `words`. */
  async asks(words: string): Promise<void> {
    await this.#asking(words).waitFor();
  }

  /**
   * Waits for the step that asks this, answers it with text and Enter, and waits until it is gone: what is typed too
   * early goes into the box that closes. A dialog in front of it is the next step, too. The words must not be those of
   * the next step as well.
   */
  async answer(words: string, text: string): Promise<void> {
    await this.asks(words);
    await this.input.fill(text);
    await this.input.press('Enter');
    const dialog = this.#box.page().locator('.monaco-dialog-box');
    await comesToBe(async () => !(await this.#asking(words).isVisible()) || (await dialog.isVisible()), true);
  }

  /** Waits for an entry of this label, and picks it. `timeout`: milliseconds for each step of it. */
  async pick(label: string, timeout?: number): Promise<void> {
    await clickUntilTaken(this.entry(label), '.monaco-list-row', timeout === undefined ? {} : { timeout });
  }

  /** The labels shown, from top to bottom; waits for the first. */
  async entries(): Promise<string[]> {
    const rows = this.#box.locator('.monaco-list-row');
    await rows.first().waitFor();
    return rows.evaluateAll((found) => found.map((row) => row.getAttribute('aria-label') ?? ''));
  }

  /** Waits until these are the labels shown, whatever the editor adds to each after a comma. */
  async lists(...labels: readonly string[]): Promise<void> {
    await comesToBe<readonly string[]>(
      async () => (await this.entries()).map((label) => label.replace(/,.*/s, '')),
      labels,
    );
  }

  async back(): Promise<void> {
    await this.#box.locator('.quick-input-titlebar .action-label[aria-label^="Back"]').click();
  }

  async cancel(): Promise<void> {
    await this.input.press('Escape');
  }

  /** Waits until what is typed goes into it. */
  async hasFocus(): Promise<void> {
    await this.input.and(this.#box.locator(':focus')).waitFor();
  }

  async isOpen(): Promise<boolean> {
    return this.#box.isVisible();
  }

  async isGone(): Promise<void> {
    await this.#box.waitFor({ state: 'hidden' });
  }

  #asking(words: string): Locator {
    return this.#box
      .filter({ hasText: words })
      .or(this.#box.filter({ has: this.#box.page().getByPlaceholder(words) }))
      .first();
  }
}
