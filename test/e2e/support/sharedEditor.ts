// One editor for the tests of a suite, each of which finds it as a fresh one.

import { Editor, type EditorOptions } from './editor.ts';
import type { EditorWindow } from './editorWindow.ts';
import { failedTest, type FailedTest } from './evidence.ts';
import { prepared, viewport } from './prepared.ts';

/** Without the palette, which a document that just opens may close. */
const CLOSE = { key: 'ctrl+alt+shift+z', command: 'workbench.action.closeActiveEditor' };
const DELETE_ALL = {
  key: 'ctrl+alt+shift+y',
  command: 'runCommands',
  args: { commands: ['notifications.clearAll', 'userGroups.deleteLocalData'] },
};
const SHOW_LIST = { key: 'ctrl+alt+shift+x', command: 'workbench.view.extension.userGroups' };
const SHOW_EXPLORER = { key: 'ctrl+alt+shift+w', command: 'workbench.view.explorer' };

/**
 * Inside `describe`: one editor for its tests one after another, for tests that need no first start. Before each of
 * them but the first, all tabs are closed and the extension has deleted all local data by its own command. A test that
 * fails takes the editor along, and leaves its evidence.
 */
export function editorForAllTests(options: () => EditorOptions = () => ({})): () => Editor {
  let editor: Editor | undefined;
  const stop = async (failed?: FailedTest): Promise<void> => {
    const stopped = editor;
    editor = undefined;
    await stopped?.stop(failed);
  };
  beforeEach(async function () {
    const { keybindings = [], startOver, ...others } = options();
    if (editor === undefined) {
      editor = await Editor.start({
        ...others,
        keybindings: [...keybindings, CLOSE, DELETE_ALL, SHOW_LIST, SHOW_EXPLORER],
      });
      return;
    }
    try {
      await leadBack(editor);
    } catch (error) {
      await stop({ title: this.currentTest?.fullTitle() ?? 'An editor for all tests', error: error as Error });
      throw error;
    }
    startOver?.();
  });
  afterEach(async function () {
    const failed = failedTest(this.currentTest);
    if (failed !== undefined) await stop(failed);
  });
  after(() => stop());
  return () => {
    if (editor === undefined) throw new Error('The editor is there only while a test runs.');
    return editor;
  };
}

/** To where a fresh window stands, with nothing open and nothing kept. */
async function leadBack(window: EditorWindow): Promise<void> {
  const { page, dialog, quickInput, tree } = window;
  const others = prepared()
    .browser.pages()
    .filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close()));
  await page.setViewportSize(viewport);
  await pressUntil(window, 'Escape', async () => !(await dialog.box.isVisible()) && !(await quickInput.isOpen()));
  await closeAll(window);
  await page.keyboard.press('Control+Alt+Shift+KeyY');
  await dialog.answer('Delete everything that User Groups stores on this machine?', 'Delete All Local Data');
  await quickInput.answer('Type "delete" to confirm.', 'delete');
  // A list that is hidden before it is drawn without its groups still shows them to the next test.
  await page.keyboard.press('Control+Alt+Shift+KeyX');
  await tree.isEmptied();
  await page.keyboard.press('Control+Alt+Shift+KeyW');
  await tree.title.getByText('Explorer').first().waitFor();
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
