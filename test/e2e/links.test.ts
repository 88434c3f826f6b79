// A link to a group that is not in the list.

import assert from 'node:assert/strict';
import { editorForEachTest } from './support/editor.ts';
import { serviceForEachTest } from './support/service.ts';

const LINK = 'code-oss://embedded-dashboards.user-groups/open?connection=staging&id=acme';

describe('A link to an unknown group', () => {
  const service = serviceForEachTest();
  // The command by which the editor follows a link of its own scheme.
  const editor = editorForEachTest(() => ({
    ...service().connectedAs('staging'),
    keybindings: [{ key: 'ctrl+alt+shift+u', command: '_workbench.open', args: LINK }],
  }));

  it('fills "Add Existing…" and stops there, so that Esc leaves nothing behind', async () => {
    const { page, quickInput, tree } = editor();
    await tree.show();
    await page.keyboard.press('Control+Alt+Shift+KeyU');
    await quickInput.asks('Add Existing User Group (staging): ID');
    assert.equal(await quickInput.input.inputValue(), 'acme');
    await quickInput.cancel();
    assert.deepEqual([await tree.row(/acme/).count(), service().exchanges], [0, []]);
  });
});
