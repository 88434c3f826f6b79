// The prompts: what is typed is checked while it is typed, can be gone back to, and survives an accidental Escape.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { serviceForEachTest } from './support/service.ts';
import { editorForAllTests } from './support/sharedEditor.ts';

describe('Adding a connection', () => {
  const service = serviceForEachTest();
  const editor = editorForAllTests();

  it('checks while typing, goes back, loses nothing by Escape, and keeps the API token secret', async () => {
    const { palette, quickInput, statusBar, tree, page } = editor();
    await palette.run('User Groups: Add Connection…');
    await quickInput.asks('Add Connection: Name');
    await quickInput.input.fill('sandbox');
    await quickInput.message.filter({ hasText: 'The name "Sandbox" is reserved for the local sandbox' }).waitFor();
    await quickInput.answer('Add Connection: Name', 'staging');
    await quickInput.asks('Add Connection: Base URL');
    await quickInput.input.fill('http://dashboards.example.com');
    await quickInput.message.filter({ hasText: 'Plain http is allowed to this machine only' }).waitFor();
    await quickInput.input.fill(`${service().baseUrl}/api/user/`);
    await quickInput.message.filter({ hasText: `Requests go to ${service().baseUrl}/api/user` }).waitFor();
    await quickInput.back();
    await quickInput.asks('Add Connection: Name');
    assert.equal(await quickInput.input.inputValue(), 'staging');
    await page.keyboard.press('Enter');
    await quickInput.asks('Add Connection: Base URL');
    await quickInput.input.fill(`${service().baseUrl}/`);
    await page.keyboard.press('Escape');
    await quickInput.isGone();

    await palette.run('User Groups: Add Connection…');
    await quickInput.asks('Add Connection: Name');
    assert.equal(await quickInput.input.inputValue(), 'staging');
    await page.keyboard.press('Enter');
    await quickInput.asks('Add Connection: Base URL');
    assert.equal(await quickInput.input.inputValue(), `${service().baseUrl}/`);
    await page.keyboard.press('Enter');
    await quickInput.asks('Environment type');
    await page.keyboard.press('Enter');
    await quickInput.pick('Testing');
    await quickInput.asks('Set API Token: staging (Testing)');
    assert.equal(await quickInput.input.getAttribute('type'), 'password');
    await quickInput.answer('Set API Token', service().apiToken);
    await statusBar.shows('API token of "staging" set');

    await palette.run('User Groups: Add Existing User Group…');
    await quickInput.answer('ID', 'acme');
    await quickInput.answer('Display name', '');
    await editor().notifications.shows(`"acme" on staging didn't exist and was created.`);
    await tree.show();
    await tree.row(/^acme, No mapping set$/).waitFor();
    assert.ok(!readFileSync(editor().settingsFile, 'utf8').includes(service().apiToken));
  });
});

/** Typed without a pause after an answer, faster than anybody types. */
const TYPED_ON = '\nan answer that comes early';

describe('What is typed between two questions', () => {
  const service = serviceForEachTest('Customer');
  const editor = editorForAllTests(() => ({ groupsOpenAs: 'text', ...service().connectedAs('production') }));

  it('is in no open document: of a new connection, whose settings are written meanwhile', async () => {
    const { palette, quickInput, statusBar, textEditor, page } = editor();
    await textEditor.openFile('README.md');
    const before = await textEditor.text();
    await palette.run('User Groups: Add Connection…');
    for (const [question, answer] of [
      ['Add Connection: Name', 'staging'],
      ['Add Connection: Base URL', `${service().baseUrl}/`],
      ['Environment type', 'Testing'],
    ] as const) {
      await quickInput.asks(question);
      await quickInput.input.fill(answer);
      await page.keyboard.type(TYPED_ON);
    }
    await quickInput.answer('Set API Token: staging (Testing)', 'a-new-api-token');
    await statusBar.shows('API token of "staging" set');
    await quickInput.isGone();
    assert.equal(await textEditor.text(), before);
    assert.equal(await textEditor.dirtyTab('README.md').count(), 0);
  });
});
