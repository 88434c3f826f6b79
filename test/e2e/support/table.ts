// A table of groups, a preview or a result, in the window's visible tab.

import type { FrameLocator, Locator, Page } from 'playwright-core';

export class Table {
  readonly frame: FrameLocator;
  readonly grid: Locator;

  constructor(page: Page) {
    this.frame = page.frameLocator('.webview.ready >> visible=true').frameLocator('#active-frame');
    this.grid = this.frame.getByRole('grid');
  }

  /** Waits for a row that says all of this. */
  async shows(...words: readonly (string | RegExp)[]): Promise<void> {
    let rows = this.grid.getByRole('row');
    for (const word of words) rows = rows.filter({ hasText: word });
    await rows.first().waitFor();
  }

  /** By keyboard. */
  async press(button: string | RegExp): Promise<void> {
    await this.frame.getByRole('button', { name: button }).press('Enter');
  }
}
