// The form as others meet it: on production, in little room, and in other themes.

import type { Editor } from '../editor.ts';
import { Keys } from '../keys.ts';
import type { Step } from './mainJob.ts';
import { narrow, wide, withRoom } from './room.ts';

/** A change of many groups, without its questions. */
export const keys = new Keys({
  editMany: {
    command: 'editMany',
    args: {
      connection: 'staging',
      query: 'plan=team',
      change: { action: 'set', property: 'plan', value: 'business' },
      on_failure: 'stop',
    },
  },
});

/** Works on an editor that knows a guarded connection `production`, and `keys`. */
export async function showGallery(editor: Editor, step: Step): Promise<void> {
  await showTable(editor, step);
  await find(editor, step);
  await check(editor, step);
  await editMany(editor, step);
  await createOnProduction(editor, step);
  await withRoom(editor, narrow, () => step('The same in little room.', 'narrow'));
  await showTheme(editor, 'Light Modern');
  await withRoom(editor, wide, () => step('A light theme, followed at once.', 'production-light'));
  await showTheme(editor, 'Light High Contrast');
  await step('High contrast, light.', 'high-contrast-light');
  await showTheme(editor, 'Dark High Contrast');
  await withRoom(editor, wide, () => step('High contrast, dark.', 'high-contrast'));
}

async function showTable(editor: Editor, step: Step): Promise<void> {
  const { tree, form, palette } = editor;
  await palette.run('View: Close All Editors');
  await tree.open(/^Acme Europe/);
  await form.isReady();
  await form.showsMappingAs('Table');
  await form.frame.getByTitle('warehouse-eu').waitFor();
  await withRoom(editor, wide, () =>
    step(
      'The mapping as a table over the same text. The names beside the IDs come from a schema of the workspace.',
      'table',
    ),
  );
}

async function find({ palette, quickInput }: Editor, step: Step): Promise<void> {
  await palette.run('User Groups: Go to User Group…');
  await quickInput.input.fill('region=EU missing:limit');
  await quickInput.lists('Coral Health', 'Delta Foods', 'filter  Show These in List');
  await step('Groups are found by words and filters.', 'find');
  await quickInput.cancel();
}

async function check(editor: Editor, step: Step): Promise<void> {
  const { tree, palette, textEditor } = editor;
  await palette.run('View: Close All Editors');
  await tree.choose(/^Acme Europe/, 'Check Why a Group Sees No Data…');
  await textEditor.tab(/Check of "acme-eu" on staging/).waitFor();
  await withRoom(editor, wide, () =>
    step('Why a group sees no data: the likely causes, each with what to do, without a request.', 'check'),
  );
}

async function editMany(editor: Editor, step: Step): Promise<void> {
  await keys.press(editor, 'editMany');
  await editor.table.shows('Fjord Energy', 'plan');
  await step('Editing many groups begins with a preview of what changes in each.', 'bulk');
}

async function createOnProduction({ tree, form, palette, dialog, statusBar, page }: Editor, step: Step): Promise<void> {
  await palette.run('View: Close All Editors');
  await tree.press(/^production/, 'New User Group…');
  await form.isReady();
  await form.name.fill('Acme Corporation');
  await form.id.fill('acme');
  await form.showsMappingAs('JSON');
  await form.mapping.fill('{\n  "40": "213",\n  "134": "386"\n}');
  await form.properties.fill('{\n  "region": "EMEA"\n}');
  await page.keyboard.press('Control+Enter');
  await dialog.asks('Get or create "acme" on production?');
  await step('On production, whatever is sent asks first.', 'production-question');

  await dialog.answer('Get or create "acme" on production?', 'Get or Create');
  await statusBar.shows('"acme" on production (PRODUCTION) created');
  await form.button('Update on production').waitFor();
  await form.says('Sent today');
  await step('Production cannot be mistaken for anything else.', 'production');
}

/** `name`: as the editor's own list of themes has it. */
async function showTheme({ form, palette, quickInput }: Editor, name: string): Promise<void> {
  await palette.run('Preferences: Color Theme');
  await quickInput.answer('Select Color Theme', name);
  await quickInput.isGone();
  await form.frame.locator(`body[data-vscode-theme-name=${JSON.stringify(name)}]`).waitFor();
}
