// The pages for everybody: no violation that axe knows of, in the four kinds of theme, at a zoom of 200 % and on a
// phone, and nothing lost there.

import assert from 'node:assert/strict';
import type { Theme } from '../../scripts/editor/themes.ts';
import { violations } from './support/axe.ts';
import type { Editor } from './support/editor.ts';
import { roomOf, widths } from './support/formRoom.ts';
import { openGroup, openSample } from './support/sampleGroup.ts';
import { editorForAllTests } from './support/sharedEditor.ts';

/** As the editor's list of themes has them, and the class of its window. */
const THEMES: Record<Theme, readonly [label: string, kind: string]> = {
  dark: ['Dark Modern', 'vs-dark'],
  light: ['Light Modern', 'vs'],
  hcDark: ['Dark High Contrast', 'hc-black'],
  hcLight: ['Light High Contrast', 'hc-light'],
};

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

describe('The pages for everybody', () => {
  const editor = editorForAllTests();

  for (const theme of Object.values(THEMES)) {
    it(`have no violation that axe knows of in ${theme[0]}: a form in several states and sizes, and a table`, async () => {
      const { form, tree, palette, table } = editor();
      await choose(editor(), theme);
      await openSample(editor(), /^Harbour Logistics/);
      await form.frame.getByLabel('Schema ID, row 1').waitFor();
      assert.deepEqual(await violations(editor()), [], 'as a table');
      await tree.open(/^Giro Bikes/);
      // Until then the form in sight is the other one.
      await form.button('Add Mapping').waitFor();
      assert.deepEqual(await violations(editor()), [], 'without a mapping');
      await palette.run('User Groups: Show History');
      await table.grid.waitFor();
      assert.deepEqual(await violations(editor(), 'last'), [], 'a history');
      await palette.run('View: Close All Editors');
      await openGroup(editor(), /^Acme, acme/);
      await form.showsMappingAs('JSON');
      await form.typeAfter(form.mapping, '"301"', ', "40": "302", "41": ');
      await form.problems.getByRole('listitem').first().waitFor();
      for (const [width, height] of SIZES) {
        await roomOf(editor(), width, height);
        await form.press('More Ways to Send');
        await form.frame.getByRole('menuitem', { name: 'Send Anyway' }).waitFor();
        assert.deepEqual(
          await violations(editor()),
          [],
          `as JSON with problems and an open menu, ${width} pixels wide`,
        );
        const [content, room] = await widths(editor());
        assert.ok(content <= room, `${content} pixels in ${room}: it scrolls in two directions`);
        await form.frame.getByRole('menuitem', { name: 'Send Anyway' }).press('Escape');
      }
    });
  }
});
