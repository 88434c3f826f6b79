// The messages that appear at the lower right.

import type { Locator, Page } from 'playwright-core';
import { clickUntilTaken } from './takenClick.ts';

export class Notifications {
  readonly #toasts: Locator;

  constructor(page: Page) {
    this.#toasts = page.locator('.notifications-toasts .notification-list-item');
  }

  /** The message that contains these words. */
  toast(words: string | RegExp): Locator {
    return this.#toasts.filter({ hasText: words });
  }

  async shows(words: string | RegExp): Promise<void> {
    await this.toast(words).first().waitFor();
  }

  async press(words: string | RegExp, button: string): Promise<void> {
    await clickUntilTaken(this.toast(words).getByRole('button', { name: button, exact: true }), '.monaco-button');
  }

  async texts(): Promise<string[]> {
    return this.#toasts.locator('.notification-list-item-message').allInnerTexts();
  }
}
