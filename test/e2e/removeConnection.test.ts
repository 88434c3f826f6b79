// A connection is removed and comes back: by the button of its notification, with its groups, tokens, drafts and
// history.

import assert from 'node:assert/strict';
import { sentBefore } from './support/record.ts';
import { serviceForEachTest } from './support/service.ts';
import { editorForAllTests } from './support/sharedEditor.ts';

const MARCH = new Date(2025, 2, 21, 14, 2);

describe('A connection that is removed', () => {
  const service = serviceForEachTest();
  const editor = editorForAllTests(() => ({ groupsOpenAs: 'text', ...service().connectedAs('staging') }));

  it('says what goes, and comes back with tokens, drafts and history by the button Undo', async () => {
    const { palette, quickInput, dialog, statusBar, table, tree, textEditor, notifications, clipboard } = editor();
    await palette.run('User Groups: Add Existing User Group…');
    await quickInput.answer('ID', 'acme');
    await quickInput.answer('Display name', 'Acme');
    await tree.show();
    await tree.open(/^Acme/);
    await textEditor.offers('Update User Group…');
    await textEditor.replace('{ "user_group_id": "acme", "name": "Typed" }');
    await textEditor.save();
    await tree.row(/^Acme.*Unsent changes/).waitFor();

    await tree.choose(/^staging/, 'Remove Connection…');
    for (const line of ['• 1 group', '• 1 token', '• 1 draft', '• 1 version', 'Nothing is deleted on the service.'])
      await dialog.asks(line);
    await dialog.answer('Remove connection "staging"?', 'Remove');
    await tree.row(/^staging/).waitFor({ state: 'hidden' });
    await notifications.press('Connection "staging" removed', 'Undo');
    await statusBar.shows('Connection "staging" restored');

    await tree.row(/^Acme.*Unsent changes/).waitFor();
    await palette.run('User Groups: Copy User Group Token');
    await statusBar.shows('Token of "acme" on staging copied');
    assert.equal(await clipboard.read(), service().group('acme')!.token);
    await palette.run('User Groups: Show History of All Groups');
    await table.shows('First sent here', 'created');
  });
});

describe('A connection to production that is removed', () => {
  const service = serviceForEachTest('Customer');
  const editor = editorForAllTests(() => service().connectedAs('production'));

  it('wants its name typed: Enter alone exports and removes nothing', async () => {
    const { quickInput, dialog, tree, palette, page, statusBar } = editor();
    await sentBefore(editor(), 'production', service().baseUrl, [
      { userGroupId: 'acme', at: MARCH, operation: 'getOrCreate', outcome: 'created' },
    ]);
    await tree.row(/^acme/).waitFor();
    await tree.choose(/^production/, 'Remove Connection…');
    await dialog.asks('Remove connection "production"?');
    await page.keyboard.press('Enter');
    await quickInput.asks('Export List');
    await quickInput.cancel();
    await dialog.answer('Remove connection "production"?', 'Remove');
    await quickInput.asks('Type "production" to confirm.');
    await quickInput.input.fill('prod');
    await page.keyboard.press('Enter');
    await quickInput.message.filter({ hasText: 'Type "production" exactly' }).waitFor();
    await tree.row(/^production/).waitFor();
    await quickInput.answer('Type "production" exactly', 'production');
    await tree.row(/^production/).waitFor({ state: 'hidden' });

    await palette.run('User Groups: Undo Remove Connection…');
    await quickInput.pick('production');
    await statusBar.shows('Connection "production" restored');
    await tree.row(/^production/).waitFor();
  });
});
