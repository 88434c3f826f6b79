// Documents in the form that are not simply a group of the list: new ones, files of the workspace, those that are saved
// by themselves, those of production.

import assert from 'node:assert/strict';
import { comesToBe } from './support/comesToBe.ts';
import { openSample } from './support/sampleGroup.ts';
import { groupInSandbox, serviceForAllTests, serviceForEachTest } from './support/service.ts';
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

    it('begins with the text of another, without its ID: one is proposed, and a known one noticed', async () => {
      const { dialog, form, palette, statusBar, textEditor } = editor();
      await openSample(editor(), /^Acme, acme/);
      await palette.run('User Groups: Duplicate Group…');
      await form.follows('Acme copy');
      await form.hasFocus(form.id);
      await form.id.pressSequentially('acme');
      await form.says('ID in use');
      await form.id.fill('');
      await form.button('Use "acme-copy"').waitFor();
      await form.id.press('Enter');
      await form.hasFocus(form.id);
      await comesToBe(() => form.id.inputValue(), 'acme-copy');
      await form.press('Get or Create on Sandbox');
      await dialog.answer('Only "Acme" uses the data source "301"', 'Get or Create');
      await statusBar.shows('"acme-copy" on Sandbox created');
      await textEditor.tab(/^Acme copy/).waitFor();
      await palette.run('User Groups: Copy to Connection…');
      await form.button('Get or Create on staging').waitFor();
      await comesToBe(() => form.id.inputValue(), 'acme-copy');
      assert.equal(service().exchanges.length, 0);
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

    it('says in words why it cannot be sent, and nothing that was typed is lost', async () => {
      const { form, tree, notifications, page } = editor();
      await tree.show();
      await tree.pressTitleAction('New User Group…');
      await form.isReady();
      await form.says('Not sent');
      assert.equal(await form.problems.count(), 0);
      await form.name.fill('Acme');
      await form.says('Unsent changes');
      await page.keyboard.press('Control+Enter');
      await form.hasFocus(form.id);
      await form.frame.getByText('Enter an ID.').waitFor();
      assert.equal(await form.id.getAttribute('aria-invalid'), 'true');
      assert.deepEqual([await notifications.texts(), service().exchanges], [[], []]);
      await form.button('Use "acme"').press('Enter');
      await comesToBe(() => form.id.inputValue(), 'acme');
      assert.equal(await form.id.getAttribute('aria-invalid'), null);
      service().misbehave('status403');
      await page.keyboard.press('Control+Enter');
      await notifications.shows(/Couldn't get or create "acme" on staging/);
      assert.equal(await form.name.inputValue(), 'Acme');
      assert.equal(await form.id.inputValue(), 'acme');
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

    it('is what Save to Workspace… makes of a group', async () => {
      const { form, palette, quickInput, statusBar, textEditor, tree, page } = editor();
      await tree.show();
      await tree.pressTitleAction('New User Group…');
      await form.isReady();
      await form.id.fill('retail/50% off & more');
      await page.keyboard.press('Control+Enter');
      await statusBar.shows('"retail/50% off & more" on staging created');
      await textEditor.pressTitleAction('Save to Workspace…');
      await quickInput.asks('Save "retail/50% off & more" on staging to the workspace');
      await quickInput.input.press('Enter');
      await textEditor.tab('retail-50% off & more.usergroup.json').waitFor();
      await form.isReady();
      await comesToBe(() => form.id.inputValue(), 'retail/50% off & more');
      await form.button('Update on staging').waitFor();
      await palette.run('View: Close Editor');
      await page.getByRole('tab', { name: /retail-50%/ }).waitFor({ state: 'detached' });
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

describe('A form of production', () => {
  const service = serviceForEachTest('Customer');
  const editor = editorForAllTests(() => service().connectedAs('production'));

  it('cannot be mistaken for anything else, on the page and on its tab, and asks before it sends, but not at its own Copy Token', async () => {
    const { form, palette, quickInput, dialog, statusBar, textEditor, tree, clipboard, page } = editor();
    await palette.run('User Groups: New User Group…');
    await quickInput.pick('server-environment  production');
    await form.isReady();
    await form.frame.getByText('PRODUCTION').first().waitFor();
    assert.match(await textEditor.badge(/^New User Group/), /P$/);
    await form.id.fill('acme');
    await form.name.fill('Acme');
    await page.keyboard.press('Control+Enter');
    await dialog.answer('Get or create "acme" on production?', 'Get or Create');
    await statusBar.shows('"acme" on production (PRODUCTION) created');
    await form.button('Update on production').waitFor();
    await tree.show();
    await tree.row(/^Acme, acme/).waitFor();
    await form.press('Copy Token');
    await statusBar.shows('Token of "acme" on production (PRODUCTION) copied');
    assert.ok(
      (await clipboard.read()) === service().group('acme')!.token,
      'the copied token is not the one that the service has',
    );
  });
});
