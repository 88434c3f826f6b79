// The pages for everybody: no violation that axe knows of, in the four kinds of theme, at a zoom of 200 % and on a
// phone, and nothing lost there.

import assert from 'node:assert/strict';
import { themes } from '../../scripts/editor/themes.ts';
import { violations, type Asked } from './support/axe.ts';
import type { Editor } from './support/editor.ts';
import { roomOf, widths } from './support/formRoom.ts';
import { openGroup, openSample } from './support/sampleGroup.ts';
import { editorForAllTests } from './support/sharedEditor.ts';

/** Beside the dark one of all tests, each with the class of its window. */
const THEMES = [
  ['light', 'vs'],
  ['hcDark', 'hc-black'],
  ['hcLight', 'hc-light'],
] as const;

/** Pixels that a page has at its usual size, of 1280 × 720 at 200 %, and on a phone. */
const SIZES = [
  [900, 720],
  [640, 360],
  [320, 720],
] as const;

/** Looks at a form while its menu is open. */
async function withMenu<T>({ form }: Editor, look: () => Promise<T>): Promise<T> {
  const item = form.frame.getByRole('menuitem', { name: 'Send Anyway' });
  await form.press('More Ways to Send');
  await item.waitFor();
  const seen = await look();
  await item.press('Escape');
  return seen;
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
  const problemsAndMenu = await withMenu(editor, () => violations(editor, asked));
  return { asTable, withoutMapping, history, problemsAndMenu };
}

const none = { asTable: [], withoutMapping: [], history: [], problemsAndMenu: [] };

describe('The pages for everybody', () => {
  describe('in the dark theme', () => {
    const editor = editorForAllTests();

    it('have no violation that axe knows of, in several states, and a form in several sizes', async () => {
      assert.deepEqual(await violationsOf(editor(), {}), none);
      for (const [width, height] of SIZES) {
        await roomOf(editor(), width, height);
        await withMenu(editor(), async () => {
          assert.deepEqual(await violations(editor()), [], `with problems and an open menu, ${width} pixels wide`);
          const [content, room] = await widths(editor());
          assert.ok(content <= room, `${content} pixels in ${room}: it scrolls in two directions`);
        });
      }
    });
  });

  for (const [theme, kind] of THEMES)
    describe(`in ${themes[theme]}`, () => {
      const editor = editorForAllTests(() => ({ settings: { 'workbench.colorTheme': themes[theme] } }));

      it('have colours that axe finds no fault with', async () => {
        await editor().page.locator(`.monaco-workbench.${kind}`).waitFor();
        assert.deepEqual(await violationsOf(editor(), { about: 'colours' }), none);
      });
    });
});
