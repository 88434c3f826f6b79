// One window of the editor, with an object for each thing in it that a person handles.

import type { Page } from 'playwright-core';
import { Clipboard } from './clipboard.ts';
import { Dialog } from './dialog.ts';
import { Form } from './form.ts';
import { Notifications } from './notifications.ts';
import { Palette } from './palette.ts';
import { QuickInput } from './quickInput.ts';
import { StatusBar } from './statusBar.ts';
import { Table } from './table.ts';
import { TextEditor } from './textEditor.ts';
import { Tree } from './tree.ts';

/** For the person's keybindings.json: without the palette, which a document that just opens may close. */
export const closingKey = { key: 'ctrl+alt+shift+z', command: 'workbench.action.revertAndCloseActiveEditor' };

export class EditorWindow {
  readonly page: Page;
  readonly quickInput: QuickInput;
  readonly palette: Palette;
  readonly tree: Tree;
  readonly notifications: Notifications;
  readonly dialog: Dialog;
  readonly textEditor: TextEditor;
  readonly form: Form;
  readonly table: Table;
  readonly statusBar: StatusBar;
  readonly clipboard: Clipboard;

  constructor(page: Page) {
    this.page = page;
    this.quickInput = new QuickInput(page);
    this.palette = new Palette(page, this.quickInput);
    this.tree = new Tree(page, this.palette);
    this.notifications = new Notifications(page);
    this.dialog = new Dialog(page);
    this.textEditor = new TextEditor(page);
    this.form = new Form(page);
    this.table = new Table(page);
    this.statusBar = new StatusBar(page);
    this.clipboard = new Clipboard(page);
  }

  /** Waits until the workbench stands and knows the contributions of all extensions. */
  async isReady(): Promise<void> {
    await this.page.waitForFunction(() => performance.getEntriesByName('code/didLoadExtensions').length > 0);
    await this.tree.tab.waitFor();
  }

  /** As a person does it: by the command, which lets the editor put everything away first. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.palette.run('Developer: Reload Window');
    await loaded;
    await this.isReady();
  }

  /** Closes all tabs, and what was typed and not kept is gone with them. Needs `closingKey`. */
  async closeAll(): Promise<void> {
    const tabs = this.page.locator('.tabs-container .tab');
    // What was typed last may reach the document only after it was reverted: then the editor asks.
    const dontSave = this.dialog.box.getByRole('button', { name: "Don't Save", exact: true });
    while ((await tabs.count()) > 0) {
      await ((await dontSave.isVisible())
        ? dontSave.press('Enter')
        : this.page.keyboard.press('Control+Alt+Shift+KeyZ'));
      await this.page.evaluate(() => new Promise(requestAnimationFrame));
    }
  }

  async close(): Promise<void> {
    await this.page.close();
  }
}
