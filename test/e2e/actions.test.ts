// The whole product without a mouse: from the list to everything that can be done with a group.

import assert from 'node:assert/strict';
import { editorForEachTest } from './support/editor.ts';

describe('Actions…', () => {
  const editor = editorForEachTest();

  it('reaches everything for the row at hand, and a version can be restored', async () => {
    const { palette, quickInput, statusBar, textEditor, tree, page } = editor();
    await palette.run('User Groups: Start Local Sandbox');
    await statusBar.shows('Local sandbox runs at');
    await tree.show();
    await tree.row(/^Acme, acme/).waitFor();
    await palette.run('User Groups: Focus on User Groups View');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await textEditor.tab(/acme\.usergroup\.json/).waitFor();
    const first = await textEditor.text();
    await textEditor.replace(first.replace('"name": "Acme"', '"name": "Acme Ltd"'));
    await page.keyboard.press('Control+Enter');
    await statusBar.shows('acme on Sandbox updated: 1 change (name: "Acme" → "Acme Ltd")');

    await palette.run('User Groups: Focus on User Groups View');
    await tree.row(/^Acme Ltd/).and(page.locator('.selected, .focused')).first().waitFor();
    await page.keyboard.press('Control+Alt+A');
    await quickInput.asks('Acme Ltd (acme on Sandbox)');
    assert.deepEqual(await quickInput.entries(), [
      'Open User Group', 'Open User Group as JSON', 'Update User Group…', 'Fetch from Service…', 'Copy User Group Token', 'Rotate User Group Token…',
      'Compare with Last Sent', 'Compare with What the Service Answered', 'Show What Was Sent', 'Copy as cURL', "Remove from This Machine's List…",
    ]);
    await quickInput.input.fill('what was sent');
    await page.keyboard.press('Enter');
    await quickInput.asks('What Was Sent: acme on Sandbox');
    await quickInput.input.fill('created');
    await page.keyboard.press('Enter');
    await quickInput.input.fill('restore');
    await page.keyboard.press('Enter');
    await statusBar.shows('is the draft of acme on Sandbox now; nothing was sent');
    await tree.row(/^Acme Ltd, Draft, not sent/).waitFor();
    assert.equal(await textEditor.text(), first);
  });
});
