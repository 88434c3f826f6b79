// A database that cannot be read when the editor starts, and an editor that forgets secrets when its window is loaded
// again.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownEditor } from '../support/editor.ts';
import { groupInSandbox } from '../support/service.ts';

describe('What is stored', () => {
  const editor = ownEditor(() => ({
    groupsOpenAs: 'text',
    keepsSecrets: false,
    beforeStart: (storage) => {
      mkdirSync(storage, { recursive: true });
      writeFileSync(join(storage, 'user-groups.db'), 'this is no database'.repeat(500));
    },
  }));

  it('is set aside where it is damaged, which is said once, and the extension goes on', async () => {
    const { tree, notifications, palette } = editor();
    await tree.show();
    await notifications.shows('The list on this machine was damaged and set aside as');
    await palette.run('User Groups: Start Local Sandbox');
    await tree.row(/Harbour Logistics/).waitFor();
  });

  it('where the editor forgets secrets are tokens that are not readable, and Fetch brings them back', async () => {
    const { tree, statusBar, textEditor, clipboard, palette, page } = editor();
    await tree.show();
    await tree.pressTitleAction('New User Group…');
    await textEditor.tab(/1\.usergroup\.json/).waitFor();
    await textEditor.replace('{ "user_group_id": "acme-eu", "name": "Acme Europe", "mapping": { "40": "213" } }');
    await page.keyboard.press('Control+Enter');
    await statusBar.shows('"acme-eu" on Sandbox created');

    await editor().reload();
    await tree.show();
    await tree.row(/Acme Europe.*Token not readable here/).waitFor();
    await tree.choose(/Acme Europe/, 'More', 'Fetch from Service…');
    await statusBar.shows('"acme-eu" on Sandbox fetched');
    await tree.row(/^Acme Europe, acme-eu · Previous token kept$/).waitFor();
    await palette.run('User Groups: Copy User Group Token');
    await statusBar.shows('Token of "acme-eu" on Sandbox copied');
    const { token } = await groupInSandbox(editor(), 'acme-eu');
    assert.ok((await clipboard.read()) === token, 'the copied token is not the one that the service has');
  });
});
