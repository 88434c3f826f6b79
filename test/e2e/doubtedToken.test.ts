// An API token of the wrong environment: seen in the list, refused, and decided about by keyboard.

import assert from 'node:assert/strict';
import { serviceForEachTest } from './support/service.ts';
import { editorForAllTests } from './support/sharedEditor.ts';

const documentOf = (region: string): string =>
  `{ "user_group_id": "acme", "name": "Acme", "mapping": {}, "properties": { "region": "${region}" } }`;

describe('An API token', () => {
  const service = serviceForEachTest('Customer');
  const editor = editorForAllTests(() => ({
    groupsOpenAs: 'text',
    ...service().connectedAs('staging', { environment: 'Testing' }),
  }));

  it('that brings answers of another environment sends nothing more until the person has decided', async () => {
    const { palette, tree, textEditor, notifications, dialog, statusBar, page } = editor();
    await tree.show();
    await tree.pressTitleAction('New User Group…');
    await textEditor.offers('Get or Create User Group…');
    await textEditor.replace(documentOf('EU'));
    await page.keyboard.press('Control+Enter');
    await statusBar.shows('"acme" on staging created');
    await textEditor.offers('Update User Group…');
    await textEditor.replace(documentOf('US'));
    await page.keyboard.press('Control+Enter');
    await notifications.shows(
      'The service returned the environment Customer for "acme", but the connection "staging" is declared Testing',
    );
    await tree.row(/^staging, API token unverified · Testing/).waitFor();

    const requests = service().exchanges.length;
    await page.keyboard.press('Control+Enter');
    await notifications.shows('Use "Review API Token…" before anything is sent.');
    assert.equal(service().exchanges.length, requests);

    await palette.run('User Groups: Review API Token…');
    await dialog.asks('Is this the API token of "staging"?');
    await page.keyboard.press('Enter');
    await statusBar.shows('API token of "staging" kept');
    await tree.row(/^staging, Testing/).waitFor();
  });
});
