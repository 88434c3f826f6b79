// The pages for everybody: no violation that axe knows of, in the four kinds of theme, at a zoom of 200 % and on a
// phone, and nothing lost there.

import assert from 'node:assert/strict';
import { violations, type Asked } from './support/axe.ts';
import type { Editor } from './support/editor.ts';
import { roomOf, widths } from './support/formRoom.ts';
import { openGroup, openSample } from './support/sampleGroup.ts';
import { editorForAllTests } from './support/sharedEditor.ts';

/** Beside the dark one of all tests: as the editor's list of themes has them, and the class of its window. */
const THEMES = [
  ['Light Modern', 'vs'],
  ['Dark High Contrast', 'hc-black'],
  ['Light High Contrast', 'hc-light'],
] as const;

/** Pixels that a page has at its usual size, of 1280 × 720 at 200 %, and on a phone. */
const SIZES = [
  [900, 720],
  [640, 360],
  [320, 720],
] as const;

async function choose({ palette, quickInput, page }: Editor, [label, kind]: readonly [string, string]): Promise<void> {
  await palette.run('Preferences: Color Theme');
  await quickInput.asks('Select Color Theme');
  // Only entries in view can be picked.
  await quickInput.input.fill(label);
  await quickInput.pick(label);
  await quickInput.isGone();
  await page.locator(`.monaco-workbench.${kind}`).waitFor();
}

/** Resolves with the violations of each page in this state. */
async function violationsOf(editor: Editor, asked: Asked): Promise<Record<string, string[]>> {
  const { form, tree, palette, table } = editor;
  await openSample(editor, /^Harbour Logistics/);
  await form.frame.getByLabel('Schema ID, row 1').waitFor();
  const asTable = await violations(editor, asked);
  await tree.open(/^Giro Bikes/);
  // Until then the form in sight is the other one.
  await form.button('Add Mapping').waitFor();
  const withoutMapping = await violations(editor, asked);
  await palette.run('User Groups: Show History');
  await table.grid.waitFor();
  const history = await violations(editor, { ...asked, page: 'last' });
  await palette.run('View: Close All Editors');
  await openGroup(editor, /^Acme, acme/);
  await form.showsMappingAs('JSON');
  await form.typeAfter(form.mapping, '"301"', ', "40": "302", "41": ');
  await form.problems.getByRole('listitem').first().waitFor();
  await form.press('More Ways to Send');
  await form.frame.getByRole('menuitem', { name: 'Send Anyway' }).waitFor();
  const problemsAndMenu = await violations(editor, asked);
  await form.frame.getByRole('menuitem', { name: 'Send Anyway' }).press('Escape');
  return { asTable, withoutMapping, history, problemsAndMenu };
}

const none = { asTable: [], withoutMapping: [], history: [], problemsAndMenu: [] };

describe('The pages for everybody', () => {
  const editor = editorForAllTests();

  it('have no violation that axe knows of, in several states, and a form in several sizes', async () => {
    const { form } = editor();
    assert.deepEqual(await violationsOf(editor(), {}), none);
    for (const [width, height] of SIZES) {
      await roomOf(editor(), width, height);
      await form.press('More Ways to Send');
      await form.frame.getByRole('menuitem', { name: 'Send Anyway' }).waitFor();
      assert.deepEqual(await violations(editor()), [], `with problems and an open menu, ${width} pixels wide`);
      const [content, room] = await widths(editor());
      assert.ok(content <= room, `${content} pixels in ${room}: it scrolls in two directions`);
      await form.frame.getByRole('menuitem', { name: 'Send Anyway' }).press('Escape');
    }
  });

  for (const theme of THEMES) {
    it(`have colours that axe finds no fault with in ${theme[0]}`, async () => {
      await choose(editor(), theme);
      assert.deepEqual(await violationsOf(editor(), { about: 'colours' }), none);
    });
  }
});
