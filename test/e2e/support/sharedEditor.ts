// One editor for the tests of a process, each of which finds it as a fresh one.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Editor, makeSampleWorkspace, settingsOf, type EditorOptions, type Settings } from './editor.ts';
import type { EditorWindow } from './editorWindow.ts';
import { failedTest } from './evidence.ts';
import { prepared, viewport } from './prepared.ts';

/** Without the palette, which a document that just opens may close. */
const CLOSE = { key: 'ctrl+alt+shift+z', command: 'workbench.action.closeActiveEditor' };
const DELETE_ALL = {
  key: 'ctrl+alt+shift+y',
  command: 'runCommands',
  args: { commands: ['notifications.clearAll', 'userGroups.deleteLocalData'] },
};
const SHOW_LIST = { key: 'ctrl+alt+shift+x', command: 'workbench.view.extension.userGroups' };
/** Clears once more: the editor warns of a selected row that goes while its list is being shown. */
const SHOW_EXPLORER = {
  key: 'ctrl+alt+shift+w',
  command: 'runCommands',
  args: { commands: ['notifications.clearAll', 'workbench.view.explorer'] },
};
/** The key for a command that takes arguments: `importedFile` is imported. */
export const IMPORT = 'Control+Alt+Shift+KeyT';
const OPEN_SETTINGS = { key: 'ctrl+alt+shift+v', command: 'workbench.action.openSettingsJson' };

const TITLE = 'window.title';

let changes = 0;
let shared: Editor | undefined;

export interface SharedOptions extends Pick<EditorOptions, 'settings' | 'groupsOpenAs'> {
  /** What else is to begin anew. */
  readonly startOver?: () => void;
}

/**
 * Inside `describe`: the editor that all tests of this process share, except those that need a first start. Before each
 * of them all tabs are closed, the extension has deleted all local data by its own command, and settings and workspace
 * are as asked for. A test that fails closes the editor, and leaves its evidence.
 */
export function editorForAllTests(options: () => SharedOptions = () => ({})): () => Editor {
  beforeEach(async function () {
    const { startOver, ...others } = options();
    if (shared === undefined || shared !== Editor.running)
      shared = await Editor.start({
        ...others,
        keybindings: [
          CLOSE,
          DELETE_ALL,
          SHOW_LIST,
          SHOW_EXPLORER,
          OPEN_SETTINGS,
          {
            key: 'ctrl+alt+shift+t',
            command: 'userGroups.import',
            args: { connection: 'staging', file: importedFile() },
          },
        ],
      });
    else await restart(shared, others, this.currentTest);
    startOver?.();
  });
  afterEach(async function () {
    const failed = failedTest(this.currentTest);
    if (failed !== undefined) await shared?.stop(failed);
  });
  return () => {
    if (shared === undefined) throw new Error('The editor is there only while a test runs.');
    return shared;
  };
}

/** For the connection "staging"; its test writes it. */
export function importedFile(): string {
  return join(prepared().scratch, 'customers.csv');
}

async function restart(editor: Editor, options: SharedOptions, next: Mocha.Test | undefined): Promise<void> {
  try {
    await leadBack(editor, settingsOf(options));
  } catch (error) {
    await editor.stop({ title: next?.fullTitle() ?? 'An editor for all tests', error: error as Error });
    throw error;
  }
}

/** To where a fresh editor stands, with nothing open and nothing kept. */
async function leadBack(editor: Editor, settings: Settings): Promise<void> {
  const { page, dialog, quickInput, tree } = editor;
  const others = prepared()
    .browser.pages()
    .filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close()));
  await page.setViewportSize(viewport);
  await pressUntil(editor, 'Escape', async () => !(await dialog.box.isVisible()) && !(await quickInput.isOpen()));
  await closeAll(editor);
  makeSampleWorkspace(editor.workspace);
  // Before all data is deleted: a connection that leaves the settings afterwards stays in the list.
  await changeSettings(editor, settings);
  await page.keyboard.press('Control+Alt+Shift+KeyY');
  await dialog.answer('Delete everything that User Groups stores on this machine?', 'Delete All Local Data');
  await quickInput.answer('Type "delete" to confirm.', 'delete');
  // A list that is hidden before it is drawn without its groups still shows them to the next test.
  await page.keyboard.press('Control+Alt+Shift+KeyX');
  await tree.isEmptied();
  await page.keyboard.press('Control+Alt+Shift+KeyW');
  await tree.title.getByText('Explorer').first().waitFor();
}

/**
 * In the editor, which does not always see that its file of settings was written elsewhere. They hold when its title
 * says so, and extensions are told before that is drawn.
 */
async function changeSettings(editor: Editor, settings: Settings): Promise<void> {
  const { page, textEditor, settingsFile } = editor;
  const { [TITLE]: _title, ...present } = JSON.parse(readFileSync(settingsFile, 'utf8')) as Settings;
  if (isDeepStrictEqual(present, settings)) return;
  changes += 1;
  const title = `Settings ${changes}`;
  await page.keyboard.press('Control+Alt+Shift+KeyV');
  await textEditor.tab('settings.json').waitFor();
  await textEditor.isReady();
  await textEditor.replace(JSON.stringify({ ...settings, [TITLE]: title }));
  await textEditor.save();
  await page.waitForFunction((expected) => document.title === expected, title);
  await closeAll(editor);
}

/** Closes all tabs, and what was typed and not kept is gone with them. */
async function closeAll(window: EditorWindow): Promise<void> {
  const tabs = window.page.locator('.tabs-container .tab');
  // While the editor asks, the form has lost the focus and puts what was typed last into the document.
  const dontSave = window.dialog.box.getByRole('button', { name: "Don't Save", exact: true });
  await pressUntil(window, 'Control+Alt+Shift+KeyZ', async () => {
    if (await dontSave.isVisible()) await dontSave.press('Enter');
    return (await tabs.count()) === 0;
  });
}

/** Presses a key as long as this does not hold, each time when the window has drawn what came of the one before. */
async function pressUntil({ page }: EditorWindow, key: string, holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) {
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}
