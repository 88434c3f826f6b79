// The list: what it shows of each group, that it stays as it was left, and that foreign text is text.

import assert from 'node:assert/strict';
import { comesToBe } from './support/comesToBe.ts';
import { serviceForAllTests } from './support/service.ts';
import { editorForAllTests } from './support/sharedEditor.ts';

const HOSTILE = '[Undo](command:workbench.action.quit) $(flame) <b>bold</b> \u202Eabc';

describe('The list of user groups', () => {
  const service = serviceForAllTests();
  const editor = editorForAllTests(() => ({ groupsOpenAs: 'text', ...service().connectedAs('staging') }));

  it('explains itself when it is empty', async () => {
    const { tree } = editor();
    await tree.show();
    await tree.row(/Add Existing User Group…/).waitFor();
    await editor()
      .page.locator('.part.sidebar')
      .getByText("The service can't list its groups. This list shows the ones you add.")
      .waitFor();
    await comesToBe(
      () => tree.outline(),
      ['staging  Testing', '  New User Group…', '  Add Existing User Group…'].join('\n'),
    );
  });

  it('shows mapping and properties, and stays expanded and selected when something changes', async () => {
    const { tree, textEditor, page, statusBar } = editor();
    await tree.show();
    await tree.click(/New User Group…/);
    await textEditor.tab(/1\.usergroup\.json/).waitFor();
    await textEditor.replace(
      '{ "user_group_id": "acme", "name": "Acme", "mapping": { "134": "386", "40": 213 }, "properties": { "region": "EU" } }',
    );
    await page.keyboard.press('Control+Enter');
    await statusBar.shows('"acme" on staging created');
    // What was just created is selected, though it has only just come into the list.
    await tree
      .row(/^Acme, acme$/)
      .and(page.locator('[aria-selected=true], .selected'))
      .first()
      .waitFor();
    await tree.expand(/^Acme/);
    await tree.expand(/^mapping/);
    await tree.click(/^properties/);
    await textEditor.replace(
      '{ "user_group_id": "acme", "name": "Acme", "mapping": { "134": "386", "40": 214 }, "properties": { "region": "EU" } }',
    );
    await textEditor.save();
    await tree.row(/^40, 214/).waitFor();
    await comesToBe(
      () => tree.outline(),
      [
        'staging  Testing · 1 group',
        '  Acme  acme · Unsent changes',
        '    mapping  2',
        '      134  "386"',
        '      40  214',
        '    properties  1',
        '      region  "EU"',
      ].join('\n'),
    );
    await tree
      .row(/^properties/)
      .and(page.locator('[aria-selected=true], .selected'))
      .first()
      .waitFor();
  });

  it('acts by key on the row that is highlighted because its document became active', async () => {
    const { tree, textEditor, palette, quickInput, statusBar, clipboard, dialog, page } = editor();
    await tree.show();
    for (const [id, name] of [
      ['acme', 'Acme'],
      ['beta', 'Beta'],
    ] as const) {
      await palette.run('User Groups: Add Existing User Group…');
      await quickInput.answer('ID', id);
      await quickInput.answer('Display name', name);
      await tree.row(new RegExp(`^${name}`)).waitFor();
      await statusBar.shows(/./);
    }
    await tree.walkTo(/^Acme/);
    await page.keyboard.press('Enter');
    await textEditor.tab(/acme\.usergroup\.json/).waitFor();
    await palette.run('User Groups: Go to User Group…');
    await quickInput.answer('ID, name, or a filter', 'beta');
    await textEditor.tab(/beta\.usergroup\.json/).waitFor();
    await tree.row(/^Beta/).and(page.locator('[aria-selected=true]')).waitFor();

    await tree.focus();
    await page.keyboard.press('Delete');
    await dialog.answer('Remove "beta" on staging from the list?', 'Cancel');
    await page.keyboard.press('Control+C');
    await comesToBe(() => clipboard.read(), 'beta');
    for (const id of ['acme', 'beta', 'acme', 'beta']) {
      await palette.run('User Groups: Go to User Group…');
      await quickInput.answer('ID, name, or a filter', id);
      await tree
        .row(new RegExp(`^${id}`, 'i'))
        .and(page.locator('[aria-selected=true]'))
        .waitFor();
      await tree.focus();
      await page.keyboard.press('Control+C');
      await comesToBe(() => clipboard.read(), id);
    }
    await tree.walkTo(/^Acme/);
    await page.keyboard.press('Control+C');
    await comesToBe(() => clipboard.read(), 'acme');
    await tree.row(/^Acme/).and(page.locator('[aria-selected=true]')).waitFor();
    await page.keyboard.press('Delete');
    await dialog.answer('Remove "acme" on staging from the list?', 'Remove');
    await tree.row(/^Acme/).waitFor({ state: 'hidden' });
  });

  it('shows names and ids from elsewhere as text, wherever they appear', async () => {
    const { tree, textEditor, notifications, statusBar, palette, quickInput, page } = editor();
    await tree.show();
    await tree.click(/New User Group…/);
    await textEditor.tab(/1\.usergroup\.json/).waitFor();
    await textEditor.replace(JSON.stringify({ user_group_id: HOSTILE, name: HOSTILE }));
    service().misbehave('successZero');
    await page.keyboard.press('Control+Enter');
    await notifications.shows("Couldn't get or create");
    assert.equal(await page.locator('.notification-list-item-message a').count(), 0);
    service().misbehave(undefined);
    await page.keyboard.press('Control+Enter');
    // From then on its tab takes the focus from nothing.
    await statusBar.shows('on staging created');
    // For a moment its unsent document has a row, too.
    await tree.row(/Undo.*abc, No mapping set/).waitFor();
    assert.match(
      await tree.outline(),
      /\[Undo\]\u200B\(command:workbench\.action\.quit\) \$\u200B\(flame\) <b>bold<\/b> \\u\{202E\}abc/,
    );
    assert.equal(
      await page.locator('.part.sidebar .codicon-flame, .part.sidebar b, .part.sidebar a[href^="command"]').count(),
      0,
    );
    await palette.run('User Groups: Go to User Group…');
    await quickInput.asks('ID, name, or a filter');
    assert.equal(await page.locator('.quick-input-widget .codicon-flame').count(), 0);
  });
});
