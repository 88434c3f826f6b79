// A table in the window's visible tab: a preview, a result or a history, which a form may stand beside.

import type { FrameLocator, Locator, Page } from 'playwright-core';
import { comesToBe } from './comesToBe.ts';

export class Table {
  readonly frame: FrameLocator;
  readonly grid: Locator;

  constructor(page: Page) {
    this.frame = page.locator('.webview.ready >> visible=true').last().contentFrame().frameLocator('#active-frame');
    this.grid = this.frame.getByRole('grid');
  }

  /** Waits for a row that says all of this. */
  async shows(...words: readonly (string | RegExp)[]): Promise<void> {
    let rows = this.grid.getByRole('row');
    for (const word of words) rows = rows.filter({ hasText: word });
    await rows.first().waitFor();
  }

  /** Waits until these are the rows, from top to bottom: the texts of their first cells, joined by a bar. */
  async lists(...rows: readonly string[]): Promise<void> {
    await comesToBe<readonly string[]>(async () => {
      const cells = rows[0]?.split(' | ').length ?? 0;
      const found = await this.grid
        .locator('.body [role=row]')
        .evaluateAll((all) =>
          all.map((row) => Array.from(row.querySelectorAll('.words'), (cell) => cell.textContent.trim())),
        );
      return found.map((texts) => texts.slice(0, cells).join(' | '));
    }, rows);
  }

  /** Types into the box above the rows. */
  async find(words: string): Promise<void> {
    const filter = this.frame.getByRole('textbox', { name: /^Filter by/ });
    await this.grid.press('Control+F');
    await filter.and(this.frame.locator(':focus')).fill(words);
  }

  /** Types into the box above the rows and goes down to the first one, before the editor has answered. */
  async findAtOnce(words: string): Promise<void> {
    await this.frame.getByRole('textbox', { name: /^Filter by/ }).evaluate((box: HTMLInputElement, text) => {
      box.focus();
      box.value = text;
      box.dispatchEvent(new InputEvent('input', { bubbles: true }));
      box.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
    }, words);
  }

  /** By keyboard, once it can be pressed. */
  async press(button: string | RegExp): Promise<void> {
    await this.frame.getByRole('button', { name: button, disabled: false }).press('Enter');
  }
}
