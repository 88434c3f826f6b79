// Discarded is discarded: nothing that is left of a draft is saved, sent, or there again after a restart.

import assert from 'node:assert/strict';
import { comesToBe } from './support/comesToBe.ts';
import type { Editor } from './support/editor.ts';
import type { EditorWindow } from './support/editorWindow.ts';
import { serviceForAllTests } from './support/service.ts';
import { editorForAllTests } from './support/sharedEditor.ts';
import { StoredRows } from './support/storedRows.ts';

/** Titled by the name that was typed. */
const NEW = /^(Acme|Typed there|New User Group)/;
const ASKED = 'Discard the new group?';

/** A new document on `staging` in the form, with a name. */
async function begun({ tree, form }: Editor): Promise<void> {
  await tree.show();
  await tree.pressTitleAction('New User Group…');
  await form.isReady();
  await form.name.fill('Acme');
}

async function isGone(editor: Editor): Promise<void> {
  await comesToBe(() => editor.textEditor.tab(NEW).count(), 0);
  await comesToBe(() => new StoredRows(editor).newDrafts().length, 0);
}

async function discardAndRestart(editor: Editor): Promise<void> {
  const { form, dialog, tree, page } = editor;
  await begun(editor);
  await form.showsMappingAs('JSON');
  await form.typeAfter(form.mapping, '{', '"40": "213');
  await form.press('Discard…');
  await dialog.answer(ASKED, 'Discard Draft');
  await isGone(editor);
  await page.keyboard.press('Control+S');
  await editor.reload();
  await tree.show();
  await tree.row(/^staging/).waitFor();
  await isGone(editor);
}

/** A new document that is saved, in the form of both windows. Resolves with the other one. */
async function openedInAnotherWindow(editor: Editor): Promise<EditorWindow> {
  await begun(editor);
  await editor.page.keyboard.press('Control+S');
  // Until it is saved, the editor keeps a backup, which a window that starts would take over as typed there.
  await comesToBe(() => new StoredRows(editor).newDrafts().some((text) => text.includes('Acme')), true);
  await editor.page.locator('.tab.active:not(.dirty)').waitFor();
  const other = await editor.openWindow();
  await other.tree.show();
  await other.tree.open(/^Acme/);
  await other.form.follows('Acme');
  return other;
}

describe('A new user group that is discarded', () => {
  describe('with automatic saving', () => {
    const service = serviceForAllTests();
    const editor = editorForAllTests(() =>
      service().connectedAs('staging', {}, { 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 60 }),
    );

    it('closes its tab, and is not there after a restart', async () => {
      await discardAndRestart(editor());
      assert.deepEqual(service().groups(), []);
    });
  });

  describe('without automatic saving', () => {
    const service = serviceForAllTests();
    const editor = editorForAllTests(() => service().connectedAs('staging'));

    it('closes in another window, unless something was typed there: that stays, is not saved by itself, and is said', async () => {
      const { form, dialog, textEditor } = editor();
      const other = await openedInAnotherWindow(editor());
      await other.form.name.fill('Typed there');
      await other.textEditor.dirtyTab(NEW).waitFor();
      await form.press('Discard…');
      await dialog.answer(ASKED, 'Discard Draft');
      await isGone(editor());
      await other.form.name.focus();
      await other.page.keyboard.press('Control+S');
      await other.notifications.shows(/Its draft was discarded, or sent in another window/);
      assert.equal(await other.form.name.inputValue(), 'Typed there');
      assert.deepEqual(new StoredRows(editor()).newDrafts(), []);
      await comesToBe(() => textEditor.tab(NEW).count(), 0);
    });
  });
});
