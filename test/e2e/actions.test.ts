// The whole product without a mouse: from the list to everything that can be done with a group.

import assert from 'node:assert/strict';
import { comesToBe } from './support/comesToBe.ts';
import type { Editor } from './support/editor.ts';
import { editorForAllTests } from './support/sharedEditor.ts';

/** From a fresh editor: the sandbox runs, and the first group of its list is open. */
async function openAcmeByKeyboard({ palette, statusBar, textEditor, tree, page }: Editor): Promise<void> {
  await palette.run('User Groups: Start Local Sandbox');
  await statusBar.shows('Local sandbox runs at');
  await tree.show();
  // The last of the samples: a list that is drawn again loses a key.
  await tree.row(/^Harbour Logistics/).waitFor();
  await tree.walkTo(/^Acme, acme/);
  await page.keyboard.press('Enter');
  await textEditor.tab(/acme\.usergroup\.json/).waitFor();
}

describe('Show Group Actions…', () => {
  const editor = editorForAllTests(() => ({ groupsOpenAs: 'text' }));

  it('reaches everything for the row at hand, and a version can be restored', async () => {
    const { quickInput, statusBar, table, textEditor, tree, page } = editor();
    await openAcmeByKeyboard(editor());
    const first = await textEditor.text();
    await textEditor.replace(first.replace('"name": "Acme"', '"name": "Acme Ltd"'));
    await page.keyboard.press('Control+Enter');
    await statusBar.shows('"acme" on Sandbox updated: 1 change.');

    await tree.focus();
    await tree
      .row(/^Acme Ltd/)
      .and(page.locator('.selected, .focused'))
      .first()
      .waitFor();
    await tree.isStill(/^Acme Ltd/);
    await page.keyboard.press('Control+Alt+A');
    await quickInput.asks('Acme Ltd ("acme" on Sandbox)');
    await comesToBe(
      // As many as are in sight.
      async () => (await quickInput.entries()).slice(0, 15),
      [
        'Open User Group',
        'Update User Group…',
        'Copy User Group Token',
        'Check Why a Group Sees No Data…',
        'Rotate User Group Token…, Token',
        'Write Token to…',
        'Compare with Last Sent, Compare',
        'Compare with Service Response',
        'Compare with…',
        'Edit Multiple Groups…, Bulk',
        'Rotate Multiple Tokens…',
        'Save Groups to Folder…',
        'Open User Group as JSON, More',
        'Save to Workspace…',
        'Show History',
      ],
    );
    await quickInput.input.fill('show history');
    await page.keyboard.press('Enter');
    await table.shows('created');
    await table.findAtOnce('created');
    await table.press('Restore as Draft');
    await statusBar.shows('Version restored as a draft of "acme" on Sandbox');
    await tree.row(/^Acme Ltd, acme · Unsent changes/).waitFor();
    await textEditor.shows(first);
  });

  it('is about the row that arrow keys have reached, without opening or selecting it', async () => {
    const { quickInput, tree, page } = editor();
    await openAcmeByKeyboard(editor());
    await tree.focus();
    const asks = async (words: string): Promise<void> => {
      await tree.hasFocus();
      await page.keyboard.press('Control+Alt+A');
      await quickInput.asks(words);
      await page.keyboard.press('Escape');
      await quickInput.isGone();
    };
    await asks('("acme" on Sandbox)');
    await tree.walkTo(/^Beta Inc/);
    await asks('("beta-inc" on Sandbox)');
    await asks('("beta-inc" on Sandbox)');
    await tree.walkTo(/^Coral Health/);
    await asks('("coral-health" on Sandbox)');
    await tree.walkTo(/^Acme, acme/);
    await asks('("acme" on Sandbox)');
    assert.equal(await page.getByRole('tab', { name: /usergroup\.json/ }).count(), 1);
    assert.equal(await page.locator('.part.sidebar .monaco-list-row.selected').count(), 1);
  });
});
