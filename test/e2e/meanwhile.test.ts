// What a person does while something else is still going on.

import assert from 'node:assert/strict';
import { serviceForAllTests } from './support/service.ts';
import { editorForAllTests } from './support/sharedEditor.ts';

const documentOf = (id: string, region: string): string =>
  `{ "user_group_id": "${id}", "name": "Acme", "mapping": {}, "properties": { "region": "${region}" } }`;

describe('Meanwhile', () => {
  const service = serviceForAllTests();
  const editor = editorForAllTests(() => ({
    groupsOpenAs: 'text',
    ...service().connectedAs('staging', {}, { 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 50 }),
  }));

  it('what is typed during the first sending becomes the draft of the group, and a second key press sends nothing', async () => {
    const { tree, textEditor, notifications, statusBar, page } = editor();
    service().misbehave('slow', { seconds: 8 });
    await tree.show();
    await tree.pressTitleAction('New User Group…');
    await textEditor.offers('Get or Create User Group…');
    await textEditor.replace(documentOf('acme', 'sent'));
    await page.keyboard.press('Control+Enter');
    await notifications.shows('Getting or creating "acme" on staging');
    await page.keyboard.press('Control+Enter');
    await statusBar.shows('This group is already being sent');
    await textEditor.replace(documentOf('acme', 'typed meanwhile'));
    await statusBar.shows('"acme" on staging created');
    await tree.row(/^Acme, acme · Unsent changes/).waitFor();
    await textEditor.shows(documentOf('acme', 'typed meanwhile'));
    assert.equal(service().group('acme')!.properties, '{ "region": "sent" }');
    assert.equal(service().exchanges.length, 1);
  });

  it('Try Now sends what failed, whatever document is in front by then', async () => {
    const { tree, textEditor, notifications, statusBar, page } = editor();
    await tree.show();
    for (const id of ['acme', 'beta']) {
      await tree.pressTitleAction('New User Group…');
      await textEditor.offers('Get or Create User Group…');
      await textEditor.replace(documentOf(id, 'EU'));
      await page.keyboard.press('Control+Enter');
      await statusBar.shows(`"${id}" on staging created`);
      await textEditor.offers('Update User Group…');
    }
    await textEditor.replace(documentOf('beta', 'changed'));
    service().misbehave('status429Plain', { times: 3 });
    await page.keyboard.press('Control+Enter');
    await notifications.shows(/Couldn't update "beta"/);
    await tree.open(/acme/);
    await textEditor.tab('acme.usergroup.json').and(page.locator('[aria-selected=true]')).waitFor();
    await notifications.press(/Couldn't update "beta"/, 'Try Now');
    await statusBar.shows('"beta" on staging updated');
    assert.equal(service().group('beta')!.properties, '{ "region": "changed" }');
    assert.equal(service().group('acme')!.properties, '{ "region": "EU" }');
  });
});
