// The form of a user group, in the window's visible tab.

import type { FrameLocator, Locator, Page } from 'playwright-core';
import { comesToBe } from './comesToBe.ts';
import { clickUntilTaken } from './takenClick.ts';

export class Form {
  readonly #page: Page;
  readonly frame: FrameLocator;
  readonly name: Locator;
  readonly id: Locator;
  readonly mapping: Locator;
  readonly properties: Locator;
  readonly status: Locator;
  readonly problems: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.frame = page.frameLocator('.webview.ready >> visible=true').frameLocator('#active-frame');
    this.name = this.frame.getByRole('textbox', { name: 'Name', exact: true });
    this.id = this.frame.getByRole('textbox', { name: 'ID', exact: true });
    this.mapping = this.frame.getByRole('textbox', { name: 'Mapping', exact: true });
    this.properties = this.frame.getByRole('textbox', { name: 'Properties', exact: true });
    this.status = this.frame.getByRole('status');
    this.problems = this.frame.getByRole('list', { name: 'Problems' });
  }

  /** Waits until it stands and shows the document. */
  async isReady(): Promise<void> {
    await this.name.waitFor();
  }

  button(name: string | RegExp): Locator {
    return this.frame.getByRole('button', { name });
  }

  /** Waits for words of the group's state. */
  async says(words: string | RegExp): Promise<void> {
    await this.status.filter({ hasText: words }).first().waitFor();
  }

  /** Presses the button of this name by the mouse, where none is named the one itself. */
  async press(button: string | RegExp | Locator): Promise<void> {
    await clickUntilTaken(
      typeof button === 'string' || button instanceof RegExp ? this.button(button) : button,
      'button',
    );
  }

  /** Chooses the connection of a document without a group, by keyboard. */
  async chooseConnection(name: string): Promise<void> {
    await this.button(/^Connection: /).press('ArrowDown');
    await this.frame.getByRole('menuitemradio', { name: new RegExp(`^${name} `) }).press('Enter');
    await this.button(`Connection: ${name}`).waitFor();
  }

  /** Shows the mapping as a table, which is its first view, or as JSON; by keyboard. */
  async showsMappingAs(view: 'Table' | 'JSON'): Promise<void> {
    await this.frame.getByRole('radio', { name: view }).press('Space');
    await this.frame.getByRole('radio', { name: view, checked: true }).waitFor();
  }

  /** Waits until the text has none. */
  async hasNoProblems(): Promise<void> {
    await this.problems.waitFor({ state: 'detached' });
  }

  /** Waits until the name is this one: it was changed elsewhere, or another group's form comes into sight. */
  async follows(name: string): Promise<void> {
    await comesToBe(() => this.name.inputValue(), name);
  }

  /** Waits until what is typed goes into this. */
  async hasFocus(editor: Locator): Promise<void> {
    await comesToBe(
      () =>
        editor.evaluate(
          (element) => element.ownerDocument.hasFocus() && element.ownerDocument.activeElement === element,
        ),
      true,
    );
  }

  /**
   * Waits until the editor knows whether the form has the focus, which it gives back to whom it believes to have had
   * it. The frame around the page looks four times a second: by the frame's own clock that has happened when as much
   * time is over.
   */
  async focusIsNoticed(): Promise<void> {
    const frame = this.#page.frameLocator('.webview.ready >> visible=true').locator('body');
    await frame.evaluate(
      () =>
        new Promise((resolve) => {
          setTimeout(resolve, 250);
        }),
    );
    await this.#page.evaluate(() => new Promise(requestAnimationFrame));
  }

  /** What a JSON editor shows, as its lines stand on the screen: for texts that fit. */
  async textOf(editor: Locator): Promise<string> {
    return (await editor.locator('.cm-line').allInnerTexts()).map((line) => line.replace(/\n$/, '')).join('\n');
  }

  /** Types into a JSON editor after the first occurrence of these words, which stand on one line. */
  async typeAfter(editor: Locator, words: string, text: string): Promise<void> {
    const line = editor.locator('.cm-line').filter({ hasText: words }).first();
    await line.waitFor();
    await editor.focus();
    await line.evaluate((element, sought) => {
      let left = element.textContent.indexOf(sought) + sought.length;
      const walker = element.ownerDocument.createTreeWalker(element, 4);
      let node = walker.nextNode();
      for (; node !== null && left > (node.textContent ?? '').length; node = walker.nextNode())
        left -= (node.textContent ?? '').length;
      element.ownerDocument.getSelection()?.collapse(node, left);
    }, words);
    await this.#page.keyboard.type(text);
  }

  /** Presses a key until something holds, waiting each time for the page to draw what came of it. */
  async pressUntil(key: string, holds: () => Promise<boolean>): Promise<void> {
    while (!(await holds())) {
      const drawn = await this.#drawn();
      await this.#page.keyboard.press(key);
      while ((await this.#drawn()) === drawn) await this.#page.evaluate(() => new Promise(requestAnimationFrame));
    }
  }

  async #drawn(): Promise<string> {
    return JSON.stringify([
      await this.name.inputValue(),
      await this.textOf(this.mapping),
      await this.textOf(this.properties),
    ]);
  }
}
