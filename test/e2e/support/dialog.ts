// The modal question in the middle of the window.

import type { Locator, Page } from 'playwright-core';
import { clickUntilTaken } from './takenClick.ts';

export class Dialog {
  readonly box: Locator;
  readonly message: Locator;
  readonly detail: Locator;

  constructor(page: Page) {
    this.box = page.locator('.monaco-dialog-box');
    this.message = this.box.locator('.dialog-message-text');
    this.detail = this.box.locator('.dialog-message-detail');
  }

  async asks(words: string): Promise<void> {
    await this.box.filter({ hasText: words }).waitFor();
  }

  /** Waits for the question, presses the button, and waits until it is gone. */
  async answer(words: string, button: string): Promise<void> {
    await this.asks(words);
    await clickUntilTaken(this.box.getByRole('button', { name: button, exact: true }), '.monaco-button');
    await this.box.waitFor({ state: 'hidden' });
  }
}
