// The history: found by date, outcome and change, of one group and of all, compared with what was applied before, and
// restored.

import type { Editor } from './support/editor.ts';
import { sentBefore, type PastSending } from './support/record.ts';
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

async function showHistory({ palette, textEditor }: Editor): Promise<void> {
  await palette.run('User Groups: Show History');
  await textEditor.tab('History: "acme" on staging').waitFor();
}

const UPDATED = '21 Mar 2025 14:02 | ~ region: "EU" → "US"(unknown outcome in between) | Updated';
const ASKED = '21 Mar 2025 14:02 | Fetched only | Existed';
const UNKNOWN = '21 Mar 2025 14:02 | ~ region: "EU" → "elsewhere" | Outcome unknown';
const CREATED = '21 Mar 2025 14:02 | First sent here | Created';

describe('Show History', () => {
  const service = serviceForAllTests();
  const editor = editorForAllTests(() => ({
    ...service().connectedAs('staging'),
    groupsOpenAs: 'text',
  }));
  beforeEach(() => sentBefore(editor(), 'staging', service().baseUrl, RECORD));

  it('lists what was sent to one group or to all and what it changed, and finds it by words', async () => {
    const { table, textEditor, tree, page } = editor();
    await openAcme(editor());
    await showHistory(editor());
    await table.lists(UPDATED, UNKNOWN, CREATED);
    for (const [words, ...expected] of [
      ['21 mar 2025', UPDATED, UNKNOWN, CREATED],
      ['14:02:40', UPDATED],
      ['friday unknown', UPDATED, UNKNOWN],
      ['region us', UPDATED],
      ['today'],
    ] as const) {
      await table.find(words);
      await table.lists(...expected);
    }
    await table.find('');
    await table.press(/^Fetches/);
    await table.lists(ASKED);
    await table.press(/Fetches/);
    await table.lists(UPDATED, UNKNOWN, CREATED);
    await table.press('All Groups');
    await textEditor.tab('History of All Groups').waitFor();
    await textEditor.tab('History: "acme" on staging').waitFor({ state: 'detached' });
    await table.find('globex created');
    await table.lists('22 Mar 2025 14:02 | "globex" on staging | First sent here | Created');

    // A row is selected and its document is open: the view's own entry is about all in any case.
    await page.keyboard.press('Control+1');
    await showHistory(editor());
    await tree.chooseInTitle('Show History of All Groups');
    await textEditor.tab('History of All Groups').waitFor();
  });

  it('compares versions beside the list by keyboard alone, and the list keeps the focus', async () => {
    const { form, page, table, textEditor } = editor();
    await openAcme(editor());
    await showHistory(editor());
    await table.lists(UPDATED, UNKNOWN, CREATED);
    await form.hasFocus(table.grid);
    await page.keyboard.press('Enter');
    const title =
      '"acme" on staging: sent 21 Mar 2025 14:02:10 ↔ sent 21 Mar 2025 14:02:40 (unknown outcome in between)';
    await textEditor.tab(title).waitFor();
    await page.locator('.monaco-diff-editor .editor.modified .view-line').filter({ hasText: 'US' }).first().waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await textEditor.tab('"acme" on staging: nothing sent before ↔ sent 21 Mar 2025 14:02').waitFor();
    await textEditor.tab(title).waitFor({ state: 'detached' });
    await textEditor.tab(/acme\.usergroup\.json/).waitFor();
  });
});
