// The main job, as the user does it from a fresh profile: once by keyboard alone, once by mouse.

import assert from 'node:assert/strict';
import type { Editor } from './support/editor.ts';
import { groupInSandbox } from './support/service.ts';
import { editorForAllTests } from './support/sharedEditor.ts';

const FIRST =
  '{\n  "user_group_id": "acme-eu",\n  "name": "Acme Europe",\n  "mapping": {\n    "134": "1386",\n    "40": 1213\n  },\n  "properties": {\n    "region": "EU"\n  }\n}\n';
const SECOND = FIRST.replace('"region": "EU"', '"region": "EU",\n    "limit": 12345678901234567890');

/** The token that the service holds for the group now. */
async function currentToken(editor: Editor): Promise<string> {
  const { token } = await groupInSandbox(editor, 'acme-eu');
  return token;
}

async function copiedToken(editor: Editor): Promise<string> {
  await editor.clipboard.write('nothing copied yet');
  await editor.palette.run('User Groups: Copy User Group Token');
  await editor.statusBar.shows('Token of "acme-eu" on Sandbox copied');
  return editor.clipboard.read();
}

describe('The main job', () => {
  const editor = editorForAllTests(() => ({ groupsOpenAs: 'text' }));

  it('is done by keyboard alone, and all of it is there after a reload', async () => {
    const { palette, table, textEditor, tree, statusBar, dialog, notifications, page } = editor();
    await palette.run('User Groups: Start Local Sandbox');
    await statusBar.shows('Local sandbox runs at');
    await palette.run('User Groups: New User Group…');
    await textEditor.tab(/1\.usergroup\.json/).waitFor();
    await textEditor.replace(FIRST);
    await page.keyboard.press('Control+Enter');
    await statusBar.shows('"acme-eu" on Sandbox created');
    await textEditor.offers('Update User Group…');

    await textEditor.replace(SECOND);
    await textEditor.save();
    await tree.show();
    await tree.row(/Acme Europe.*Unsent changes/).waitFor();
    await page.keyboard.press('Control+1');
    await page.keyboard.press('Control+Enter');
    await statusBar.shows('"acme-eu" on Sandbox updated: 1 change');
    await tree.row(/^Acme Europe, acme-eu$/).waitFor();

    const before = await currentToken(editor());
    await palette.run('User Groups: Rotate User Group Token…');
    await dialog.asks('Rotate the token of "acme-eu" on Sandbox?');
    await page.keyboard.press('Enter');
    await notifications.shows('Token of "acme-eu" on Sandbox rotated and stored');
    const current = await currentToken(editor());
    assert.notEqual(current, before);
    assert.equal(await copiedToken(editor()), current);

    await editor().reload();
    await tree.show();
    await tree.row(/^Acme Europe, acme-eu · Previous token kept$/).waitFor();
    await textEditor.shows(SECOND);
    assert.equal(await copiedToken(editor()), current);
    await palette.run('User Groups: Show History');
    for (const row of ['Token rotated', '+ limit', 'First sent here']) await table.shows('today', row);

    const stored = await groupInSandbox(editor(), 'acme-eu');
    assert.equal(stored.mapping, '{\n    "134": "1386",\n    "40": 1213\n  }');
    assert.equal(stored.properties, '{\n    "region": "EU",\n    "limit": 12345678901234567890\n  }');
  });

  it('is done by mouse', async () => {
    const { tree, textEditor, statusBar, dialog, notifications, page, clipboard } = editor();
    await tree.show();
    await tree.welcome.getByRole('button', { name: 'Start Local Sandbox' }).click();
    await tree.row(/Harbour Logistics/).waitFor();
    await tree.pressTitleAction('New User Group…');
    await textEditor.tab(/1\.usergroup\.json/).waitFor();
    await textEditor.replace(FIRST);
    await page.locator('.editor-actions .action-label[aria-label^="Get or Create User Group…"]').click();
    await statusBar.shows('"acme-eu" on Sandbox created');
    await textEditor.offers('Update User Group…');

    await textEditor.replace(SECOND);
    await textEditor.save();
    await tree.press(/Acme Europe/, 'Update User Group…');
    await statusBar.shows('"acme-eu" on Sandbox updated: 1 change');
    await tree.choose(/Acme Europe/, 'Token', 'Rotate User Group Token…');
    await dialog.answer('Rotate the token of "acme-eu" on Sandbox?', 'Rotate Token');
    await notifications.press('rotated and stored', 'Copy New Token');
    await statusBar.shows('Token of "acme-eu" on Sandbox copied');
    assert.equal(await clipboard.read(), await currentToken(editor()));
  });
});
