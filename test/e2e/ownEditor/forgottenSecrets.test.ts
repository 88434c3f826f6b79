// An editor that forgets secrets when its window is loaded again.

import assert from 'node:assert/strict';
import { editorForEachTest } from '../support/editor.ts';
import { groupInSandbox } from '../support/service.ts';

describe('Where the editor forgets secrets', () => {
  const editor = editorForEachTest(() => ({ groupsOpenAs: 'text', keepsSecrets: false }));

  it('says that a token is not readable here, and Fetch brings it back', async () => {
    const { palette, tree, statusBar, textEditor, clipboard, page } = editor();
    await palette.run('User Groups: Start Local Sandbox');
    await statusBar.shows('Local sandbox runs at');
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
