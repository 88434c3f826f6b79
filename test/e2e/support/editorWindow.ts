// One window of the editor, with an object for each thing in it that the user handles.

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

  /** @param viewTitle of the list, in the display language */
  constructor(page: Page, viewTitle = 'User Groups') {
    this.page = page;
    this.quickInput = new QuickInput(page);
    this.palette = new Palette(page, this.quickInput);
    this.tree = new Tree(page, this.palette, viewTitle);
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

  /** As the user does it: by the command, which lets the editor put everything away first. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.palette.run('Developer: Reload Window');
    await loaded;
    await this.isReady();
  }

  async close(): Promise<void> {
    await this.page.close();
  }
}
