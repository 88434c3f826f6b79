// The main job as the user does it, step by step: new group, get or create, edit, update, rotate, copy.

import assert from 'node:assert/strict';
import type { Editor } from '../editor.ts';
import type { Service } from '../service.ts';
import { wide, withRoom } from './room.ts';

export type Step = (what: string, picture: string) => Promise<void>;

const MAPPING = '{\n  "134": "386",\n  "40": 213,\n  "41": "214"\n}';
const PROPERTIES = '{\n  "region": "EU",\n  "plan": "team"\n}';
const LONGER = '{\n  "region": "EU",\n  "plan": "team",\n  "limit": 12345678901234567890\n}';

/**
 * Works on an editor that knows `service` as staging, and another one beside it. Throws where the product does not do
 * what the step says.
 */
export async function doMainJob(editor: Editor, service: Service, step: Step): Promise<void> {
  await begin(editor, step);
  await create(editor, service, step);
  await chooseDataSource(editor, step);
  await mend(editor, step);
  await change(editor, service, step);
  await rotate(editor, service, step);
  await copy(editor, service, step);
}

async function begin({ tree, form }: Editor, step: Step): Promise<void> {
  await tree.show();
  await tree.row(/^staging, Testing/).waitFor();
  await tree.row(/^Fjord Energy/).waitFor();
  await step(
    'The list shows the connection staging, a stand-in for the service on this machine, and what was sent to it days ago.',
    'list',
  );

  await tree.pressTitleAction('New User Group…');
  await form.isReady();
  await form.button('Get or Create on staging').waitFor();
  await form.button('Connection: staging').waitFor();
  await form.name.fill('Acme Europe');
  await step('New User Group… opens a form that asks for a name first.', 'new-name');
  await form.id.fill('acme-eu');
  await form.showsMappingAs('JSON');
  await form.mapping.fill(MAPPING);
  await form.properties.fill(PROPERTIES);
  await form.properties.blur();
  await form.hasNoProblems();
  await step(
    'New User Group… opens a form, with the connection chosen in it. It is a document: the body of its request.',
    'new',
  );

  await form.showsMappingAs('Table');
  await form.frame.getByLabel('Schema ID, row 2').waitFor();
  await step('The same mapping as a table. The names beside the IDs come from a schema of the workspace.', 'new-table');
}

async function create(
  { tree, form, statusBar, textEditor, page }: Editor,
  service: Service,
  step: Step,
): Promise<void> {
  await form.name.focus();
  await page.keyboard.press('Control+Enter');
  await statusBar.shows('"acme-eu" on staging created');
  await textEditor.tab(/^Acme Europe/).waitFor();
  await form.button('Update on staging').waitFor();
  await tree.row(/^Acme Europe, acme-eu$/).waitFor();
  assert.equal(service.group('acme-eu')?.mapping, MAPPING.replaceAll('\n', '\n  '));
  await step(
    "Ctrl+Enter sends it: get or create. The tab becomes the group's, and its token is stored, encrypted.",
    'created',
  );
}

async function chooseDataSource({ form }: Editor, step: Step): Promise<void> {
  const cell = form.frame.getByLabel('Data source ID, row 2');
  await form.showsMappingAs('Table');
  await cell.press('ArrowDown');
  await form.frame.getByRole('option', { name: /510 used by Beta Inc only/ }).waitFor();
  await cell.fill('510');
  await cell.press('Tab');
  await form.frame.getByRole('row').filter({ hasText: 'Only "Beta Inc" uses "510".' }).waitFor();
  await step(
    "A data source that only one other group uses is marked at once: nobody shall see another customer's data.",
    'otherCustomer',
  );

  await cell.fill('213');
  await form.showsMappingAs('JSON');
  await form.mapping.waitFor();
}

async function mend(editor: Editor, step: Step): Promise<void> {
  const { form } = editor;
  await form.mapping.fill(MAPPING.replace('"386"', '"386x"'));
  await form.properties.fill(PROPERTIES.replace('region', 'regoin'));
  await form.problems.getByRole('listitem').filter({ hasText: 'consists of digits' }).waitFor();
  await form.problems.getByRole('listitem').filter({ hasText: 'Did you mean "region" instead of' }).waitFor();
  await form.properties.blur();
  await withRoom(editor, wide, () =>
    step(
      'Problems stand in the gutter and in a list: what the schema says, and what the other groups have.',
      'problems',
    ),
  );

  await form.mapping.fill(MAPPING);
  await form.properties.fill(PROPERTIES);
  await form.hasNoProblems();
}

async function change(editor: Editor, service: Service, step: Step): Promise<void> {
  const { palette, tree, form, textEditor, statusBar, page } = editor;
  const sent = service.exchanges.length;
  await form.properties.fill(LONGER);
  await textEditor.dirtyTab(/^Acme Europe/).waitFor();
  await page.keyboard.press('Control+S');
  await tree.row(/Acme Europe.*Unsent changes/).waitFor();
  await form.says('Unsent changes');
  await form.properties.blur();
  assert.equal(service.exchanges.length, sent, 'saving sent something');
  await step('A property more, saved: saving keeps a draft and sends nothing.', 'overview');

  await form.press(/^Compare$/);
  await textEditor.tab(/"acme-eu" on staging: sent today .* ↔ draft/).waitFor();
  await page.locator('.monaco-diff-editor .line-insert').first().waitFor();
  await withRoom(editor, wide, () => step("What the draft changes, in VS Code's own comparison.", 'difference'));

  await palette.run('View: Close Editor');
  await form.isReady();
  await form.press('Update on staging');
  await statusBar.shows('"acme-eu" on staging updated: 1 change');
  await tree.row(/^Acme Europe, acme-eu$/).waitFor();
  assert.equal(service.group('acme-eu')?.properties, LONGER.replaceAll('\n', '\n  '));
  await step(
    'The button sends the draft: first a look at what the service has, then the update, digit by digit.',
    'updated',
  );
}

async function rotate({ dialog, form, statusBar }: Editor, service: Service, step: Step): Promise<void> {
  const before = service.group('acme-eu')?.token;
  await form.press('Rotate Token');
  await dialog.asks('Rotate the token of "acme-eu" on staging?');
  await step('Rotating the token asks first.', 'rotation-question');

  await dialog.answer('Rotate the token of "acme-eu" on staging?', 'Rotate Token');
  await statusBar.shows('Token of "acme-eu" on staging rotated and stored');
  assert.notEqual(service.group('acme-eu')?.token, before, 'the service still has the same token');
  await form.frame.getByText('Previous token kept').waitFor();
  await step('It is rotated: the new token is stored, and the previous one kept.', 'rotated');
}

async function copy(
  { form, palette, statusBar, table, clipboard, textEditor }: Editor,
  service: Service,
  step: Step,
): Promise<void> {
  await clipboard.write('nothing copied yet');
  await form.press('Copy Token');
  await statusBar.shows('Token of "acme-eu" on staging copied');
  // Never by assert.equal, whose message would show both.
  assert.ok(
    (await clipboard.read()) === service.group('acme-eu')?.token,
    'the copied token is not the one that the service has',
  );
  await step('The copied token is the one that the service has now.', 'copied');

  await textEditor.pressTitleAction('Show History');
  await table.shows('First sent here');
  await step('All that was sent is remembered, with what it changed.', 'history');
  await palette.run('View: Close Editor');
}
