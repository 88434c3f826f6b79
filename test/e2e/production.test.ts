// Production cannot be mistaken, chosen by accident, or changed without being asked.

import assert from 'node:assert/strict';
import { serviceForEachTest } from './support/service.ts';
import { editorForAllTests } from './support/sharedEditor.ts';

describe('A connection to production', () => {
  const service = serviceForEachTest('Customer');
  const editor = editorForAllTests(() => ({
    groupsOpenAs: 'text',
    ...service().connectedAs('production'),
  }));

  it('is named, never preselected, and asks before it sends, rotates and copies', async () => {
    const { palette, quickInput, dialog, statusBar, tree, textEditor, notifications, clipboard, page } = editor();
    await tree.show();
    await tree.row(/^production, PRODUCTION/).waitFor();

    await palette.run('User Groups: Add Existing User Group…');
    await quickInput.asks('Select a connection');
    await page.keyboard.press('Enter');
    await quickInput.asks('Select a connection');
    await quickInput.pick('server-environment  production');
    await quickInput.answer('ID', 'acme');
    await quickInput.answer('Display name', 'Acme');
    await dialog.asks('Environment: PRODUCTION.');
    await dialog.asks(`"acme" is not in the list. If it doesn't exist, it is created and can't be deleted from here.`);
    assert.deepEqual(service().groups(), []);
    await dialog.answer('Add "acme" on production?', 'Add');
    await notifications.shows(`"acme" on production didn't exist and was created.`);

    await tree.open(/^acme|^Acme/);
    await textEditor.tab(/acme\.usergroup\.json/).waitFor();
    assert.equal(await textEditor.badge(/acme\.usergroup\.json/), 'P');
    await textEditor.replace('{ "user_group_id": "acme", "name": "Acme Ltd" }');
    await page.keyboard.press('Control+Enter');
    await dialog.asks('name: "Acme" → "Acme Ltd"');
    await dialog.asks('The mapping is not sent. The service may keep or clear it.');
    await dialog.asks('The properties are not sent. The service may keep or clear them.');
    await dialog.answer('Update "acme" on production?', 'Cancel');
    assert.equal(service().group('acme')!.name, 'Acme');

    const { token } = service().group('acme')!;
    await palette.run('User Groups: Rotate User Group Token…');
    await dialog.answer('Rotate the token of "acme" on production?', 'Rotate Token');
    await quickInput.asks('Type "production" to confirm.');
    await quickInput.input.fill('prod');
    await page.keyboard.press('Enter');
    await quickInput.message.filter({ hasText: 'Type "production" exactly' }).waitFor();
    assert.equal(service().group('acme')!.token, token);
    await quickInput.answer('Type "production" exactly', 'production');
    await notifications.press('rotated and stored', 'Copy New Token');
    await dialog.answer('Copy the token of "acme" on production to the clipboard?', 'Cancel');
    assert.notEqual(service().group('acme')!.token, token);

    await clipboard.write('of before');
    await tree.choose(/^acme|^Acme/, 'Copy User Group Token');
    await dialog.asks('Environment: PRODUCTION.');
    assert.equal(await clipboard.read(), 'of before');
    await dialog.answer('Copy the token of "acme" on production to the clipboard?', 'Copy');
    await statusBar.shows('Token of "acme" on production (PRODUCTION) copied');
    assert.ok(
      (await clipboard.read()) === service().group('acme')!.token,
      'the copied token is not the one that the service has',
    );
  });
});
