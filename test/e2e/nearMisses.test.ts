// An id that was mistyped is caught before a group is made of it, and ids that look alike are pointed out.

import assert from 'node:assert/strict';
import { sentBefore, type PastSending } from './support/record.ts';
import { serviceForEachTest } from './support/service.ts';
import { editorForAllTests } from './support/sharedEditor.ts';

const at = new Date(2025, 2, 21);
const RECORD: readonly PastSending[] = [
  { userGroupId: 'acme-corp', at, operation: 'getOrCreate', outcome: 'created' },
  { userGroupId: 'lost', at, operation: 'getOrCreate', outcome: 'unknown' },
  { userGroupId: 'GLOBEX', at, operation: 'getOrCreate', outcome: 'created', name: 'Nothing like it' },
  { userGroupId: 'globex', at, operation: 'getOrCreate', outcome: 'created', name: 'Something else' },
  { userGroupId: 'initech', at, operation: 'getOrCreate', outcome: 'created', name: 'Globex Subsidiary' },
];

describe('An id that is not known', () => {
  const service = serviceForEachTest('Customer');
  const editor = editorForAllTests(() => ({
    ...service().connectedAs('production'),
    groupsOpenAs: 'text',
  }));

  const add = async (userGroupId: string, name: string): Promise<void> => {
    const { palette, quickInput } = editor();
    await palette.run('User Groups: Add Existing User Group…');
    await quickInput.pick('server-environment  production');
    await quickInput.answer('ID', userGroupId);
    await quickInput.answer('Display name', name);
  };

  it('on production asks what was meant, and says what adding it came to', async () => {
    const { dialog, notifications, tree } = editor();
    await sentBefore(editor(), 'production', service().baseUrl, RECORD);
    await tree.row(/^acme-corp/).waitFor();
    await add('acme-crop', '');
    await dialog.asks(
      `"acme-crop" is not in the list. If it doesn't exist, it is created and can't be deleted from here.`,
    );
    await dialog.asks('Did you mean "acme-corp"?');
    await dialog.answer('Add "acme-crop" on production?', 'Cancel');
    assert.deepEqual(service().groups(), []);

    await add('ACME-corp', '');
    await dialog.asks('The list has almost the same ID, with other case or spaces: "acme-corp".');
    assert.ok(!(await dialog.detail.innerText()).includes('Did you mean'));
    await dialog.answer('Add "ACME-corp" on production?', 'Add');
    await notifications.shows(`"ACME-corp" on production didn't exist and was created.`);
    assert.equal((await notifications.texts()).length, 1, 'one notice for one event');

    await add('ACME-corp', 'Acme');
    await dialog.answer('Add "ACME-corp" on production?', 'Add');
    await notifications.shows(/"ACME-corp" on production already exists\. Not applied, but kept as a draft: ./);
    await tree.show();

    await add('lost', '');
    await dialog.asks('An earlier request for "lost" got no response.');
    assert.ok(!(await dialog.detail.innerText()).includes('not in the list'));
  });
});

describe('An id that is typed', () => {
  const service = serviceForEachTest();
  const editor = editorForAllTests(() => ({
    ...service().connectedAs('staging'),
    groupsOpenAs: 'text',
  }));

  it('is looked at while it is typed, and an id spelled exactly so is gone to first', async () => {
    const { palette, quickInput, textEditor, tree, page } = editor();
    await sentBefore(editor(), 'staging', service().baseUrl, RECORD);
    await tree.row(/^acme-corp/).waitFor();
    await palette.run('User Groups: Add Existing User Group…');
    await quickInput.asks('ID');
    await quickInput.input.fill('acme-crop');
    await quickInput.message.filter({ hasText: 'Did you mean "acme-corp"?' }).waitFor();
    await quickInput.input.fill('acme-corp');
    await quickInput.message.filter({ hasText: 'Already in the list as "acme-corp"' }).waitFor();
    await page.keyboard.press('Escape');
    await palette.run('User Groups: Go to User Group…');
    await quickInput.input.fill('globex');
    await page.keyboard.press('Enter');
    await textEditor.tab('globex.usergroup.json').waitFor();
    await palette.run('User Groups: Go to User Group…');
    await quickInput.input.fill('globex');
    // Ids come first, and of these the one that is spelled so.
    await quickInput.lists('Something else', 'Nothing like it', 'Globex Subsidiary', 'filter  Show These in List');
  });
});
