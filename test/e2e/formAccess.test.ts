// The form for everybody: no violation that axe knows of, in the four kinds of theme, and nothing lost at the width of
// a phone.

import assert from 'node:assert/strict';
import type { Theme } from '../../scripts/editor/themes.ts';
import { violations } from './support/axe.ts';
import type { Editor } from './support/editor.ts';
import { openSample } from './support/sampleGroup.ts';
import { editorForAllTests } from './support/sharedEditor.ts';

/** As the editor's list of themes has them, and the class of its window. */
const THEMES: Record<Theme, readonly [label: string, kind: string]> = {
  dark: ['Dark Modern', 'vs-dark'],
  light: ['Light Modern', 'vs'],
  hcDark: ['Dark High Contrast', 'hc-black'],
  hcLight: ['Light High Contrast', 'hc-light'],
};

async function choose({ palette, quickInput, page }: Editor, [label, kind]: readonly [string, string]): Promise<void> {
  await palette.run('Preferences: Color Theme');
  await quickInput.asks('Select Color Theme');
  // Only entries in view can be picked.
  await quickInput.input.fill(label);
  await quickInput.pick(label);
  await quickInput.isGone();
  await page.locator(`.monaco-workbench.${kind}`).waitFor();
}

describe('The form for everybody', () => {
  const editor = editorForAllTests();

  for (const theme of Object.values(THEMES)) {
    it(`has no violation that axe knows of in ${theme[0]}: as JSON with problems, as a table, without a mapping`, async () => {
      const { form, tree } = editor();
      await choose(editor(), theme);
      await openSample(editor(), /^Acme, acme/);
      await form.showsMappingAs('JSON');
      await form.typeAfter(form.mapping, '"301"', ', "40": "302", "41": ');
      await form.problems.getByRole('listitem').first().waitFor();
      assert.deepEqual(await violations(editor()), []);
      await tree.open(/^Harbour Logistics/);
      // Until then the form in sight is the other one.
      await form.follows('Harbour Logistics');
      await form.frame.getByLabel('Schema ID, row 1').waitFor();
      assert.deepEqual(await violations(editor()), []);
      await tree.open(/^Giro Bikes/);
      await form.button('Add Mapping').waitFor();
      assert.deepEqual(await violations(editor()), []);
    });
  }

  it('scrolls in one direction alone at 320 pixels', async () => {
    const { form, page, palette } = editor();
    await openSample(editor(), /^Acme, acme/);
    await palette.run('View: Toggle Primary Side Bar Visibility');
    await page.setViewportSize({ width: 380, height: 700 });
    const body = form.frame.locator('body');
    await body.evaluate(() => new Promise(requestAnimationFrame));
    const [content, room] = await body.evaluate(({ ownerDocument: { documentElement } }) => [
      documentElement.scrollWidth,
      documentElement.clientWidth,
    ]);
    assert.ok(room <= 360, `${room} pixels wide`);
    assert.ok(content <= room, `${content} pixels in ${room}`);
  });
});
