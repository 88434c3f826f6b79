// What was sent: found by date and outcome, of one group and of all, compared with what was applied before, and
// restored.

import assert from 'node:assert/strict';
import type { Editor } from './support/editor.ts';
import { withRecord, type PastSending } from './support/record.ts';
import { serviceForAllTests } from './support/service.ts';
import { editorForAllTests } from './support/sharedEditor.ts';

const acme = (region: string): string => `{ "user_group_id": "acme", "properties": { "region": "${region}" } }`;
const march = (day: number, second: number): Date => new Date(2025, 2, day, 14, 2, second);

const RECORD: readonly PastSending[] = [
  { userGroupId: 'acme', at: march(21, 10), operation: 'getOrCreate', outcome: 'created', text: acme('EU') },
  { userGroupId: 'acme', at: march(21, 20), operation: 'update', outcome: 'unknown', text: acme('elsewhere') },
  { userGroupId: 'acme', at: march(21, 30), operation: 'getOrCreate', outcome: 'existed', text: acme('EU') },
  { userGroupId: 'acme', at: march(21, 40), operation: 'update', outcome: 'updated', text: acme('US') },
  { userGroupId: 'globex', at: march(22, 0), operation: 'getOrCreate', outcome: 'created' },
];

/** Waits until the document has the focus: until then it would close the palette. */
async function openAcme({ tree, textEditor }: Editor): Promise<void> {
  await tree.show();
  await tree.open(/^acme/);
  await textEditor.offers('Update User Group…');
}

async function findInHistory({ palette, quickInput }: Editor, words: string): Promise<void> {
  await palette.run('User Groups: Show History');
  await quickInput.asks('History: "acme" on staging');
  await quickInput.input.fill(words);
}

async function restore(editor: Editor, words: string): Promise<void> {
  await findInHistory(editor, words);
  await editor.page.locator('.quick-input-widget').getByRole('button', { name: 'Restore as Draft' }).click();
  await editor.quickInput.isGone();
}

describe('Show History', () => {
  const service = serviceForAllTests();
  const editor = editorForAllTests(() => ({
    ...service().connectedAs('staging'),
    groupsOpenAs: 'text',
  }));
  beforeEach(async () => {
    await editor().tree.show();
    await editor()
      .tree.row(/^staging/)
      .waitFor();
    withRecord('staging', service().baseUrl, RECORD)(editor().storage);
  });

  it('lists one group or all, newest first, and finds by date, time, operation, outcome and group', async () => {
    const { palette, quickInput, tree, page } = editor();
    const at = (second: number): string => `21 Mar 2025 14:02:${second}`;
    const ofGlobex = '22 Mar 2025 14:02:00';
    const finds = async (words: string, ...expected: string[]): Promise<void> => {
      await quickInput.input.fill(words);
      await quickInput.lists(...expected);
    };
    await openAcme(editor());
    await palette.run('User Groups: Show History');
    await quickInput.asks('History: "acme" on staging');
    const all = 'list-flat  All Groups';
    await finds('', at(40), at(30), at(20), at(10), all);
    await finds('21 mar 2025', at(40), at(30), at(20), at(10), all);
    await finds('2025 updated', at(40), all);
    await finds('asked', at(30), all);
    await finds('friday unknown', at(20), all);
    await finds('today', 'No matching requests', all);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await quickInput.asks('group, or outcome');
    await finds('', ofGlobex, at(40), at(30), at(20), at(10));
    await finds('globex created', ofGlobex);
    await page.keyboard.press('Escape');

    // A row is selected and its document is open: the view's own entry is about all in any case.
    await tree.chooseInTitle('Show History of All Groups');
    await quickInput.asks('group, or outcome');
    await quickInput.lists(ofGlobex, at(40), at(30), at(20), at(10));
  });

  it('shows what a version changed, beside what was applied before it, and stays open', async () => {
    const { page, quickInput, textEditor } = editor();
    await openAcme(editor());
    await findInHistory(editor(), '14:02:40');
    await page.keyboard.press('Enter');
    const title =
      '"acme" on staging: sent 21 Mar 2025 14:02:10 ↔ sent 21 Mar 2025 14:02:40 (unknown outcome in between)';
    await textEditor.tab(title).waitFor();
    await page.locator('.monaco-diff-editor .editor.original .view-line').filter({ hasText: 'EU' }).waitFor();
    await page.locator('.monaco-diff-editor .editor.modified .view-line').filter({ hasText: 'US' }).waitFor();
    await quickInput.input.fill('14:02:10');
    await page.keyboard.press('Enter');
    await textEditor.tab('"acme" on staging: nothing sent before ↔ sent 21 Mar 2025 14:02').waitFor();
  });

  it('asks before a restored version replaces what was typed, saved or not', async () => {
    const { dialog, statusBar, textEditor } = editor();
    await openAcme(editor());
    await textEditor.replace(acme('typed'));
    await textEditor.dirtyTab(/acme\.usergroup\.json/).waitFor();
    await restore(editor(), '14:02:10');
    await dialog.answer('Replace the draft of "acme" on staging?', 'Cancel');
    await textEditor.shows(acme('typed'));
    await restore(editor(), '14:02:10');
    await dialog.answer('Replace the draft of "acme" on staging?', 'Replace Draft');
    await statusBar.shows(
      'Version of 21 Mar 2025 14:02:10 restored as a draft of "acme" on staging. Nothing was sent.',
    );
    await textEditor.shows(acme('EU'));
    assert.equal(service().exchanges.length, 0);
  });
});
