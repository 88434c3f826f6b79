// The form for everybody: no violation that axe knows of, in the four kinds of theme, and nothing lost at the width of
// a phone.

import assert from 'node:assert/strict';
import { themes, type Theme } from '../../scripts/editor/themes.ts';
import { violations } from './support/axe.ts';
import { editorForEachTest } from './support/editor.ts';
import { openSample } from './support/sampleGroup.ts';

for (const theme of Object.keys(themes) as Theme[]) {
  describe(`The form in the theme ${themes[theme]}`, () => {
    const editor = editorForEachTest(() => ({ theme }));

    it('has no violation that axe knows of: as JSON with problems, as a table, without a mapping', async () => {
      const { form, tree } = editor();
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
      await tree.open(/^Café/);
      await form.button('Add Mapping').waitFor();
      assert.deepEqual(await violations(editor()), []);
    });
  });
}

describe('The form in little room', () => {
  const editor = editorForEachTest();

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
