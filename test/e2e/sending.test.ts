// What VS Code itself adds to sending: a notification that cancels it, and the clipboard.

import type { Editor } from './support/editor.ts';
import { serviceForAllTests } from './support/service.ts';
import { editorForAllTests } from './support/sharedEditor.ts';

const documentOf = (region: string): string =>
  `{ "user_group_id": "acme", "name": "Acme", "mapping": { "40": "213" }, "properties": { "region": "${region}" } }`;

/** Opens a new document, sends this text, and waits for what is said of it. */
async function sendNew({ tree, textEditor, page }: Editor, text: string): Promise<void> {
  await tree.show();
  await tree.pressTitleAction('New User Group…');
  await textEditor.offers('Get or Create User Group…');
  await textEditor.replace(text);
  await page.keyboard.press('Control+Enter');
}

describe('Sending', () => {
  const service = serviceForAllTests();
  const editor = editorForAllTests(() => ({
    groupsOpenAs: 'text',
    ...service().connectedAs('staging', {}, { 'userGroups.clipboardClearSeconds': 1 }),
  }));

  it('that takes its time can be cancelled, and says what is not known then', async () => {
    service().misbehave('neverAnswers');
    await sendNew(editor(), documentOf('EU'));
    await editor().notifications.press('Getting or creating "acme" on staging', 'Cancel');
    await editor().notifications.shows('"acme" on staging may have been created. Canceled after the request was sent.');
    await editor()
      .tree.row(/acme, Get or create: outcome unknown/)
      .waitFor();
  });

  it('gives a token that leaves the clipboard again', async () => {
    await sendNew(editor(), documentOf('EU'));
    await editor().statusBar.shows('"acme" on staging created');
    await editor().tree.press(/^Acme, acme/, 'Copy User Group Token');
    await editor().statusBar.shows('Clipboard clears in 1 s.');
    await editor().page.waitForFunction(async () => (await navigator.clipboard.readText()) === '');
  });
});
