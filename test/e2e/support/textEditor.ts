// Documents in text editors: their tabs and their text.

import type { Locator, Page } from 'playwright-core';
import { comesToBe } from './comesToBe.ts';
import { clickUntilTaken } from './takenClick.ts';

/** For a step in a box that may be closed. */
const BOX_MS = 15_000;

export class TextEditor {
  readonly #page: Page;
  readonly #active: Locator;
  readonly #input: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#active = page.locator('.editor-group-container.active .editor-instance .monaco-editor[role=code]').last();
    this.#input = this.#active.locator('.native-edit-context, textarea.inputarea').first();
  }

  tab(name: string | RegExp): Locator {
    return this.#page.getByRole('tab', { name });
  }

  /** Waits until a text editor is the active one. */
  async isReady(): Promise<void> {
    await this.#input.waitFor({ state: 'attached' });
  }

  /** The letter that decorates the tab's name. */
  async badge(name: string | RegExp): Promise<string> {
    const label = this.tab(name)
      .locator(
        '.monaco-icon-label[class*=monaco-decoration-itemBadge], .monaco-icon-label [class*=monaco-decoration-itemBadge]',
      )
      .first();
    await label.waitFor();
    return label.evaluate((element) => getComputedStyle(element, '::after').content.replaceAll('"', ''));
  }

  /** Waits until the active document's title line offers this: from then on its key works as well. */
  async offers(action: string): Promise<void> {
    await this.#page.locator(`.editor-actions .action-label[aria-label^=${JSON.stringify(action)}]`).waitFor();
  }

  /** Presses a button of the active editor's title line. */
  async pressTitleAction(action: string): Promise<void> {
    await clickUntilTaken(
      this.#page.locator(`.editor-actions .action-label[aria-label^=${JSON.stringify(action)}]`).first(),
      '.action-label',
    );
  }

  /** The tab, marked as not saved. */
  dirtyTab(name: string | RegExp): Locator {
    return this.#page.locator('.tab.dirty').and(this.tab(name));
  }

  /** Opens a file of the workspace by its name. */
  async openFile(name: string): Promise<void> {
    const box = this.#page.locator('.quick-input-widget:visible');
    const row = box.locator(`.monaco-list-row[aria-label^=${JSON.stringify(name)}]`).first();
    const open = async (): Promise<void> => {
      await this.#page.keyboard.press('Control+P');
      await box.locator('input').fill(name, { timeout: BOX_MS });
      await clickUntilTaken(row, '.monaco-list-row', { timeout: BOX_MS });
    };
    // What takes the focus in between closes the box, as a form that has just opened does.
    await open().catch(async (error: unknown) => {
      if (await box.isVisible()) throw error;
      await open();
    });
    await this.tab(name).waitFor();
  }

  /** The whole text of the active document, taken as copying takes it; the clipboard is left alone. */
  async text(): Promise<string> {
    await this.#selectAll();
    return this.#input.evaluate((element) => {
      const data = new DataTransfer();
      element.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }));
      return data.getData('text/plain');
    });
  }

  /** Waits until this is the whole text of the active document. */
  async shows(text: string): Promise<void> {
    await comesToBe(() => this.text(), text);
  }

  /**
   * Replaces the whole text of the active document, as pasting does: typed text would be completed by the editor.
   * The editor asks its paste providers first, so the text arrives some time after the key.
   */
  async replace(text: string): Promise<void> {
    await this.#selectAll();
    await this.#input.evaluate((element, words) => {
      const data = new DataTransfer();
      data.setData('text/plain', words);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, text);
    await this.shows(text);
    await this.#page.keyboard.press('Control+End');
  }

  /** Saves, and waits until the tab says so. */
  async save(): Promise<void> {
    await this.#page.keyboard.press('Control+S');
    await this.#page.locator('.editor-group-container.active .tab.active:not(.dirty)').waitFor();
  }

  async #selectAll(): Promise<void> {
    await this.#input.focus();
    await this.#page.keyboard.press('Control+A');
  }
}
