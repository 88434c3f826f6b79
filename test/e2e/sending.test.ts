// What a person is shown when the service has something else than was expected.

import assert from 'node:assert/strict';
import { elsewhere } from '../support/elsewhere.ts';
import type { Editor } from './support/editor.ts';
import { serviceForAllTests } from './support/service.ts';
import { editorForAllTests } from './support/sharedEditor.ts';

const documentOf = (region: string): string =>
  `{ "user_group_id": "acme", "name": "Acme", "mapping": { "40": "213" }, "properties": { "region": "${region}" } }`;

/** Opens a new document, sends this text, and waits for what is said of it. */
async function sendNew({ tree, textEditor, page }: Editor, text: string): Promise<void> {
  await tree.show();
  await tree.pressTitleAction('New User Group…');
  await textEditor.offers('Get or Create User Group…');
  await textEditor.replace(text);
  await page.keyboard.press('Control+Enter');
}

describe('Sending', () => {
  const service = serviceForAllTests();
  const editor = editorForAllTests(() => ({
    groupsOpenAs: 'text',
    ...service().connectedAs('staging', {}, { 'userGroups.clipboardClearSeconds': 1 }),
  }));

  it('to a group that existed already says that nothing was applied, and updates when asked to', async () => {
    await elsewhere(service(), 'GET', { user_group_id: 'acme', name: 'Acme', properties: { region: 'US' } });
    await sendNew(editor(), documentOf('EU'));
    await editor().notifications.shows(
      '"acme" on staging already exists. Not applied, but kept as a draft: properties.region: "US" → "EU", mapping: unknown',
    );
    await editor()
      .tree.row(/Acme, acme · Existed already, not applied/)
      .waitFor();
    await editor().notifications.press('already exists', 'Update Now');
    // Its mapping is not known here: replacing it unseen is asked in every case.
    await editor().dialog.answer('The current mapping is unknown and will be replaced.', 'Update');
    await editor().statusBar.shows('"acme" on staging updated');
    assert.equal(service().group('acme')!.properties, '{ "region": "EU" }');
    await editor()
      .tree.row(/Acme, acme$/)
      .waitFor();
  });

  it('notices what was changed elsewhere before it overwrites it', async () => {
    const { textEditor, dialog, statusBar, page } = editor();
    await sendNew(editor(), documentOf('EU'));
    await statusBar.shows('"acme" on staging created');
    await textEditor.offers('Update User Group…');
    await elsewhere(service(), 'PUT', { user_group_id: 'acme', properties: { region: 'elsewhere' } });
    await textEditor.replace(documentOf('US'));
    await page.keyboard.press('Control+Enter');
    await dialog.asks('Overwrites a change made elsewhere: properties.region: "EU" → "elsewhere"');
    assert.equal(service().group('acme')!.properties, '{"region":"elsewhere"}');
    await dialog.answer('Update "acme" on staging?', 'Overwrite');
    await statusBar.shows('"acme" on staging updated');
    assert.equal(service().group('acme')!.properties, '{ "region": "US" }');
  });

  it('sends nothing when there is nothing to send, unless asked to', async () => {
    const { textEditor, dialog, statusBar, page } = editor();
    await sendNew(editor(), documentOf('EU'));
    await statusBar.shows('"acme" on staging created');
    await textEditor.offers('Update User Group…');
    const requests = service().exchanges.length;
    await page.keyboard.press('Control+Enter');
    await dialog.asks('Last sent today');
    assert.equal(service().exchanges.length, requests);
    await dialog.answer('"acme" on staging has no changes. Send it anyway?', 'Send Anyway');
    await statusBar.shows('"acme" on staging sent again');
  });

  it('that takes its time can be cancelled, and says what is not known then', async () => {
    service().misbehave('neverAnswers');
    await sendNew(editor(), documentOf('EU'));
    await editor().notifications.press('Getting or creating "acme" on staging', 'Cancel');
    await editor().notifications.shows('"acme" on staging may have been created. Canceled after the request was sent.');
    await editor()
      .tree.row(/acme, Get or create: outcome unknown/)
      .waitFor();
  });

  it('gives a token that leaves the clipboard again', async () => {
    await sendNew(editor(), documentOf('EU'));
    await editor().statusBar.shows('"acme" on staging created');
    await editor().tree.press(/^Acme, acme/, 'Copy User Group Token');
    await editor().statusBar.shows('Clipboard clears in 1 s.');
    await editor().page.waitForFunction(async () => (await navigator.clipboard.readText()) === '');
  });
});
