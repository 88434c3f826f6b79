// A link to a group that is not in the list.

import assert from 'node:assert/strict';
import { serviceForEachTest } from './support/service.ts';
import { editorForAllTests, FOLLOW_LINK } from './support/sharedEditor.ts';

describe('A link to an unknown group', () => {
  const service = serviceForEachTest();
  const editor = editorForAllTests(() => service().connectedAs('staging'));

  it('fills "Add Existing…" and stops there, so that Esc leaves nothing behind', async () => {
    const { page, quickInput, tree } = editor();
    await tree.show();
    await page.keyboard.press(FOLLOW_LINK);
    await quickInput.asks('Add Existing User Group (staging): ID');
    assert.equal(await quickInput.input.inputValue(), 'acme');
    await quickInput.cancel();
    assert.deepEqual([await tree.row(/acme/).count(), service().exchanges], [0, []]);
  });
});
