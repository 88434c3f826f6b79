// Documents in the form that are not simply a group of the list: new ones, files of the workspace, and those that are
// saved by themselves.

import assert from 'node:assert/strict';
import { comesToBe } from './support/comesToBe.ts';
import { openSample } from './support/sampleGroup.ts';
import { groupInSandbox, serviceForAllTests } from './support/service.ts';
import { editorForAllTests } from './support/sharedEditor.ts';

describe('A document that is no group yet', () => {
  const service = serviceForAllTests();
  const editor = editorForAllTests(() => service().connectedAs('staging'));

  describe('A new user group in the form', () => {
    it("has its connection chosen there, is got or created, and its tab becomes the group's", async () => {
      const { form, tree, statusBar, palette, page, textEditor } = editor();
      await palette.run('User Groups: Start Local Sandbox');
      await tree.show();
      await tree.row(/^Acme, acme/).waitFor();
      await tree.pressTitleAction('New User Group…');
      await form.isReady();
      await form.chooseConnection('Sandbox');
      await form.button('Get or Create on Sandbox').waitFor();
      await form.chooseConnection('staging');
      await form.button('Get or Create on staging').waitFor();
      await form.id.fill('acme-eu');
      await form.name.fill('Acme Europe');
      await form.showsMappingAs('JSON');
      await form.typeAfter(form.mapping, '{', '"40": "213"');
      await page.keyboard.press('Control+Enter');
      await statusBar.shows('"acme-eu" on staging created');
      await textEditor.tab(/^Acme Europe/).waitFor();
      await form.button('Update on staging').waitFor();
      await form.says('Sent today');
      assert.equal(await form.id.getAttribute('readonly'), '');
      await comesToBe(() => page.locator('.tabs-container .tab').count(), 1);
      assert.deepEqual({ ...service().group('acme-eu'), token: '' }.mapping, '{"40": "213"}');
    });

    it('is one document however much is typed while it is sent for the first time', async () => {
      const { form, tree, statusBar, textEditor, page } = editor();
      await tree.show();
      await tree.pressTitleAction('New User Group…');
      await form.isReady();
      await form.name.fill('Acme');
      await form.id.fill('acme');
      service().misbehave('slow', { seconds: 5 });
      await form.typeAfter(form.properties, '{', '"region": "EU"');
      await page.keyboard.press('Control+Enter');
      await page.keyboard.type(', "typed": "meanwhile', { delay: 60 });
      await statusBar.shows('"acme" on staging created');
      await textEditor.tab(/^Acme/).waitFor();
      await form.button('Update on staging').waitFor();
      await comesToBe(() => page.locator('.tabs-container .tab').count(), 1);
      await comesToBe(() => page.locator('.tab.dirty').count(), 0);
      assert.equal(service().group('acme')!.properties, '{"region": "EU"}');
      await comesToBe(() => form.textOf(form.properties), '{"region": "EU"}');
      await form.hasFocus(form.button('Add Row'));
    });
  });

  describe('A file of the workspace in the form', () => {
    it('is sent on the connection chosen for it, and compared with what was last sent', async () => {
      const { form, statusBar, textEditor, tree, page, palette } = editor();
      // An editor that has just started opens a file as text until it has been idle once; a form that stands shows that
      // it has.
      await tree.show();
      await tree.pressTitleAction('New User Group…');
      await form.isReady();
      await textEditor.openFile('acme.usergroup.json');
      await form.follows('Acme Corporation');
      await form.press('Get or Create on staging');
      await statusBar.shows('"acme" on staging created');
      await form.button('Update on staging').waitFor();
      await form.typeAfter(form.properties, '"EMEA"', ', "tier": 1');
      await form.press(/^Compare$/);
      await page.getByRole('tab', { name: /"acme" on staging: sent today .* ↔ draft/ }).waitFor();
      await page.locator('.monaco-diff-editor .view-lines').filter({ hasText: 'tier' }).waitFor();
      await palette.run('View: Close Editor');
      await form.isReady();
      await page.keyboard.press('Control+S');
      await form.press('Update on staging');
      await statusBar.shows('"acme" on staging updated: 1 change');
      assert.match(service().group('acme')!.properties!, /"region": "EMEA", "tier": 1,/);
    });
  });
});

describe('A file that VS Code never writes', () => {
  const service = serviceForAllTests();
  const editor = editorForAllTests(() =>
    service().connectedAs('staging', {}, { 'files.readonlyInclude': { '**/acme.usergroup.json': true } }),
  );

  it('takes no input, sends what it has, and is written once the user says so, by keyboard', async () => {
    const { form, notifications, page, statusBar, textEditor, tree } = editor();
    // A form that stands shows that the editor has been idle once: before that it opens a file as text.
    await tree.show();
    await tree.pressTitleAction('New User Group…');
    await form.isReady();
    await textEditor.openFile('acme.usergroup.json');
    await form.follows('Acme Corporation');
    await form.name.press('End');
    await page.keyboard.type(' of no file');
    await page.keyboard.press('Control+Enter');
    await form.says("Read-only: VS Code doesn't save changes.");
    await notifications.shows(/what you typed was taken back/);
    await form.follows('Acme Corporation');
    assert.equal(await form.name.getAttribute('readonly'), '');
    assert.equal(service().exchanges.length, 0);
    await page.keyboard.press('Control+Enter');
    await statusBar.shows('"acme" on staging created');
    assert.equal(service().group('acme')!.name, 'Acme Corporation');
    await form.button('Make Writeable').press('Enter');
    await form.button('Make Writeable').waitFor({ state: 'detached' });
    await form.name.press('End');
    await page.keyboard.type(' now');
    await textEditor.dirtyTab('acme.usergroup.json').waitFor();
    await form.press('Update on staging');
    await statusBar.shows('"acme" on staging updated: 1 change');
    assert.equal(service().group('acme')!.name, 'Acme Corporation now');
  });
});

describe('The text of a form', () => {
  const editor = editorForAllTests(() => ({
    settings: { 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 60, 'editor.formatOnSave': true },
  }));

  it('may change underneath while it is typed into, by formatting at each automatic save, and nothing typed is lost', async () => {
    const { form, page } = editor();
    await openSample(editor(), /^Acme, acme/);
    const words = Array.from({ length: 20 }, (_, index) => `"k${index}":${index}`);
    await form.typeAfter(form.properties, '"trial"', '');
    for (const word of words) await page.keyboard.type(`,${word}`);
    await page.locator('.tab.active:not(.dirty)').waitFor();
    await form.press(/^Update on Sandbox/);
    await editor().statusBar.shows('"acme" on Sandbox updated');
    const { properties } = await groupInSandbox(editor(), 'acme');
    assert.deepEqual(JSON.parse(properties!), {
      plan: 'trial',
      ...Object.fromEntries(words.map((word, index) => [/k\d+/.exec(word)![0], index])),
    });
  });
});
