// The form: a group opens in it, and what is typed into it behaves as in any document.

import assert from 'node:assert/strict';
import { comesToBe } from './support/comesToBe.ts';
import type { Editor } from './support/editor.ts';
import { openGroup, openSample, startSandbox } from './support/sampleGroup.ts';
import { groupInSandbox } from './support/service.ts';
import { editorForAllTests } from './support/sharedEditor.ts';
import { StoredRows } from './support/storedRows.ts';

const ACME = /^Acme, acme/;

/** What the list's document of the group holds: opened as text beside, since the form is not the truth. */
async function textBeside({ form, textEditor }: Editor): Promise<string> {
  await form.press('Open as JSON');
  await textEditor.isReady();
  return textEditor.text();
}

describe('The form', () => {
  const editor = editorForAllTests();

  it('shows a group, and sends what it shows by its button', async () => {
    const { form, statusBar } = editor();
    await openSample(editor(), ACME);
    await form.showsMappingAs('JSON');
    await form.follows('Acme');
    assert.equal(await form.id.inputValue(), 'acme');
    assert.equal(await form.id.getAttribute('readonly'), '');
    assert.equal(await form.textOf(form.mapping), '{\n  "40": "301"\n}');
    await form.says('Sent today');
    await form.name.fill('Acme Ltd');
    await form.typeAfter(form.properties, '"trial"', ', "seats": 12345678901234567890');
    await form.press(/^Update on Sandbox/);
    await statusBar.shows('"acme" on Sandbox updated: 2 changes');
    const group = await groupInSandbox(editor(), 'acme');
    assert.equal(group.name, 'Acme Ltd');
    assert.equal(group.properties, '{\n    "plan": "trial", "seats": 12345678901234567890\n  }');
    assert.equal(group.mapping, '{\n    "40": "301"\n  }');
  });

  it('keeps what was typed up to the key that saves it, in mid-word, and says that it is a draft', async () => {
    const { form, page, textEditor, tree } = editor();
    await openSample(editor(), ACME);
    await form.properties.focus();
    const rows = new StoredRows(editor());
    for (const [index, word] of ['alpha', 'beta', 'gamma', 'delta'].entries()) {
      await form.typeAfter(form.properties, '"trial"', `, "${word}": ${index}`);
      await page.keyboard.press('Control+S');
      // A key that is pressed while the one before still saves would save what that one saves.
      await comesToBe(() => rows.draft('acme')?.includes(word), true);
      await page.locator('.tab.active:not(.dirty)').waitFor();
    }
    await form.says('Unsent changes');
    await tree.row(/^Acme, acme · Unsent changes/).waitFor();
    await editor().reload();
    await form.isReady();
    await form.properties.filter({ hasText: '"trial", "delta": 3, "gamma": 2, "beta": 1, "alpha": 0' }).waitFor();
    await form.says('Unsent changes');
    assert.match(await textBeside(editor()), /"trial", "delta": 3, "gamma": 2, "beta": 1, "alpha": 0/);
    await textEditor.tab(/acme/).first().waitFor();
  });

  it('sends by its key, once, what it showed, and takes nothing that is typed until that is over', async () => {
    const { form, page, statusBar } = editor();
    await openSample(editor(), ACME);
    await form.typeAfter(form.properties, '"trial"', ', "seats": 1');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type('00, "half');
    await statusBar.shows('"acme" on Sandbox updated: 1 change');
    await form.says('Sent today');
    const shown = await form.textOf(form.properties);
    const { properties } = await groupInSandbox(editor(), 'acme');
    assert.deepEqual(JSON.parse(properties!), { plan: 'trial', seats: 1 });
    assert.match(shown, /"trial", "seats": 1(?!0)/);
  });

  it('lets all of a box be replaced by typing', async () => {
    const { form, page } = editor();
    await openSample(editor(), ACME);
    for (const delay of [0, 40]) {
      await form.name.focus();
      await page.keyboard.press('Control+A');
      await page.keyboard.type('Customer', { delay });
      assert.equal(await form.name.inputValue(), 'Customer');
    }
    await form.showsMappingAs('Table');
    const cell = form.frame.getByLabel('Data source ID, row 1');
    await cell.focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('386', { delay: 40 });
    assert.equal(await cell.inputValue(), '386');
  });

  describe('before anything is kept', () => {
    beforeEach(() => startSandbox(editor()));

    it('undoes and redoes across its parts, a word at a time, and is clean again in the end', async () => {
      const { form, page, textEditor } = editor();
      await openGroup(editor(), ACME);
      await form.name.press('End');
      await page.keyboard.type(' Limited Company');
      await form.typeAfter(form.properties, '"trial"', ', "a": 1');
      await textEditor.dirtyTab(/^Acme/).waitFor();
      await page.keyboard.press('Control+Z');
      await form.properties.filter({ hasNotText: '"a": 1' }).waitFor();
      // A word is a unit, and whoever pauses in it makes two of it.
      await form.pressUntil('Control+Z', async () => (await form.name.inputValue()) === 'Acme Limited');
      await form.pressUntil('Control+Y', async () => (await form.name.inputValue()) === 'Acme Limited Company');
      await form.pressUntil('Control+Z', async () => (await form.name.inputValue()) === 'Acme');
      await page.locator('.tab.active:not(.dirty)').waitFor();
      assert.equal(await form.textOf(form.properties), '{\n  "plan": "trial"\n}');
    });

    it('has the focus where it was, when something of the editor had it meanwhile', async () => {
      const { form, page, quickInput } = editor();
      await openGroup(editor(), ACME);
      await form.typeAfter(form.properties, '"trial"', ', "a": ');
      await form.problems.getByRole('listitem').first().waitFor();
      await form.focusIsNoticed();
      await page.keyboard.press('F1');
      await quickInput.hasFocus();
      await form.focusIsNoticed();
      await page.keyboard.press('Escape');
      await quickInput.isGone();
      await form.hasFocus(form.properties);
      await page.keyboard.type('7');
      await form.properties.filter({ hasText: '"trial", "a": 7' }).waitFor();
      // By then it is in the document, which the next test would find as it was left.
      await form.hasNoProblems();
    });

    it('is left by Escape then Tab, Tab or Shift+Tab from an editor that proposes something, and nothing is written', async () => {
      const { form, page } = editor();
      await openGroup(editor(), ACME);
      await form.showsMappingAs('JSON');
      for (const keys of [['Escape', 'Tab'], ['Tab'], ['Shift+Tab']]) {
        await form.typeAfter(form.mapping, '"40": "', '');
        await form.frame
          .getByText(/Tab moves focus/)
          .first()
          .waitFor();
        await page.keyboard.press('Control+Space');
        await form.frame.getByRole('listbox').waitFor();
        for (const key of keys) await page.keyboard.press(key);
        await form.frame.locator('body:not(:has(.cm-focused))').waitFor();
        await form.frame.getByRole('listbox').waitFor({ state: 'detached' });
        assert.equal(await form.textOf(form.mapping), '{\n  "40": "301"\n}', keys.join(', then '));
      }
      await page.locator('.tab.active:not(.dirty)').waitFor();
    });

    it('keeps what was typed when the tab is left at once', async () => {
      const { form, palette, tree, textEditor } = editor();
      await openGroup(editor(), ACME);
      await form.typeAfter(form.properties, '"trial"', ', "last": "wor');
      await palette.run('File: New Untitled Text File');
      await textEditor
        .tab(/Untitled/)
        .first()
        .waitFor();
      await textEditor.tab(/^Acme/).click();
      await form.isReady();
      await form.properties.filter({ hasText: '"trial", "last": "wor' }).waitFor();
      await textEditor.dirtyTab(/^Acme/).waitFor();
      await tree.row(ACME).waitFor();
    });
  });

  describe('in two windows', () => {
    it("saves over the other only by VS Code's own question, and follows it while nothing was typed", async () => {
      const { form, page, notifications, textEditor } = editor();
      await openSample(editor(), /^Acme, acme/);
      const other = await editor().openWindow();
      await other.tree.show();
      await other.tree.open(/^Acme, acme/);
      await other.form.isReady();
      await other.form.name.fill('Named there');
      await other.page.keyboard.press('Control+S');
      await form.follows('Named there');
      await form.name.fill('Named here');
      await textEditor.dirtyTab(/^Acme|^Named/).waitFor();
      await other.form.name.fill('Named there again');
      await other.textEditor.dirtyTab(/^Acme|^Named/).waitFor();
      await other.page.keyboard.press('Control+S');
      await other.page.locator('.tab.active:not(.dirty)').waitFor();
      await form.name.focus();
      await page.keyboard.press('Control+S');
      await notifications.shows(/newer|content of the file/i);
      assert.equal(await form.name.inputValue(), 'Named here');
      await notifications.press(/newer|content of the file/i, 'Overwrite');
      await other.form.follows('Named here');
    });
  });
});
