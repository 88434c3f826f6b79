// What is in sight of the form at once, and the button that sends with its menu.

import assert from 'node:assert/strict';
import { comesToBe } from './support/comesToBe.ts';
import { roomOf, widths } from './support/formRoom.ts';
import { openSample } from './support/sampleGroup.ts';
import { serviceForAllTests } from './support/service.ts';
import { editorForAllTests } from './support/sharedEditor.ts';

describe('The form at a glance', () => {
  const service = serviceForAllTests();
  const editor = editorForAllTests(() => service().connectedAs('staging'));

  describe('The layout of the form', () => {
    it('has mapping and properties in sight at 1280 × 720, the mapping six Tab stops from the top', async () => {
      const { form, page, textEditor } = editor();
      await page.setViewportSize({ width: 1280, height: 720 });
      await openSample(editor(), /^Acme, acme/);
      await textEditor.tab(/^Acme/).waitFor();
      const mapping = (await form.frame.getByRole('region', { name: 'Mapping' }).boundingBox())!;
      const properties = (await form.frame.getByRole('region', { name: 'Properties' }).boundingBox())!;
      assert.ok(mapping.y < 200, `the mapping begins at ${mapping.y}`);
      assert.ok(properties.y + properties.height < 700, 'the properties end below the window');
      assert.equal(await form.problems.count(), 0);
      for (const [name, { x, width }] of [
        ['Mapping', mapping],
        ['Properties', properties],
      ] as const) {
        const tools = (await form.frame.getByRole('toolbar', { name }).boundingBox())!;
        assert.ok(
          Math.abs(tools.x + tools.width - (x + width)) <= 1,
          `the tools of ${name} end at ${tools.x + tools.width}`,
        );
        assert.ok(tools.height <= 26, `the tools of ${name} are ${tools.height} high`);
      }
      await form.name.focus();
      const isInTable = (): Promise<boolean> => form.frame.locator('#mapping-table :focus').isVisible();
      let stops = 1;
      for (; stops < 10 && !(await isInTable()); stops += 1) await page.keyboard.press('Tab');
      assert.ok(stops <= 6, `${stops} Tab stops`);
    });

    it('moves nothing and makes the sending button the primary one when something is changed', async () => {
      const { form } = editor();
      await openSample(editor(), /^Acme, acme/);
      const update = form.button(/^Update on Sandbox/);
      const places = (): Promise<unknown> =>
        Promise.all(
          [update, form.button('Open as JSON'), form.frame.getByText('Data source ID').first()].map((each) =>
            each.boundingBox(),
          ),
        );
      const colour = (): Promise<string> => update.evaluate((element) => getComputedStyle(element).backgroundColor);
      const [before, quiet] = [await places(), await colour()];
      assert.equal(await form.button(/^Compare$/).count(), 0);
      await form.name.fill('Acme Ltd');
      await form.says('Unsent changes');
      await form.button(/^Compare$/).waitFor();
      assert.notEqual(await colour(), quiet);
      assert.deepEqual(await places(), before);
      await form.name.fill('Acme');
      await form.press('Discard…');
      await editor().dialog.answer('Discard the draft of "acme" on Sandbox?', 'Discard Draft');
      await comesToBe(colour, quiet);
      await form.hasFocus(form.button('Open as JSON'));
    });

    it('has a row of the list in sight again when its name has moved it, and keeps the focus', async () => {
      const { form, page, tree, statusBar } = editor();
      await openSample(editor(), /^Acme, acme/);
      await page.setViewportSize({ width: 1280, height: 300 });
      await form.name.fill('Zulu');
      await page.keyboard.press('Control+Enter');
      await statusBar.shows('"acme" on Sandbox updated: 1 change');
      await tree.row(/^Zulu/).waitFor();
      await form.hasFocus(form.name);
    });

    it('moves nothing when something is to be said of what is typed, proposed or sent', async () => {
      const { form, page } = editor();
      await openSample(editor(), /^Harbour Logistics/);
      await form.frame.getByText('Data source ID', { exact: true }).waitFor();
      const cell = form.frame.getByLabel('Data source ID, row 1');
      const kept = [
        form.name,
        form.frame.getByLabel('Schema ID, row 3'),
        form.button('Add Row'),
        form.properties,
        form.button('Copy Token'),
        form.button('Open as JSON'),
        form.button('Update on Sandbox'),
      ];
      const places = async (): Promise<unknown> => {
        const boxes = await Promise.all(kept.map((each) => each.boundingBox()));
        return boxes.map((box) => [box?.x, box?.y]);
      };
      const before = await places();
      await cell.press('ArrowDown');
      await form.frame.getByRole('option').first().waitFor();
      assert.deepEqual(await places(), before, 'proposals');
      await cell.fill('301');
      await form.frame
        .getByText(/^Only "Acme" uses "301"/)
        .first()
        .waitFor();
      await form.button(/1 problem$/).waitFor();
      assert.deepEqual(await places(), before, 'a problem of a cell');
      await form.name.fill('Hаrbour\u00A0Logistics\u200B');
      await form.frame.getByText(/^Contains invisible characters/).waitFor();
      assert.deepEqual(await places(), before, 'a remark on the name');
      await page.keyboard.press('Control+Z');
      await form.press('Reveal');
      await form.button('Hide').waitFor();
      assert.deepEqual(await places(), before, 'the token');
    });

    it('has editors that grow with their text, up to three fifths of its height, and no room below them', async () => {
      const { form, page } = editor();
      await page.setViewportSize({ width: 1280, height: 720 });
      await openSample(editor(), /^Acme, acme/);
      const heights = (): Promise<{ window: number; editor: number; text: number }> =>
        form.properties.evaluate((content) => ({
          window: content.ownerDocument.documentElement.clientHeight,
          editor: content.closest('.cm-editor')!.getBoundingClientRect().height,
          text: content.getBoundingClientRect().height,
        }));
      const short = await heights();
      assert.ok(short.editor - short.text <= 2, `${short.editor} for ${short.text}`);
      const lines = Array.from({ length: 100 }, (_, index) => `  "key${index}": ${index}`);
      await form.properties.fill(`{\n${lines.join(',\n')}\n}`);
      await comesToBe(async () => (await heights()).text > 1000, true);
      const long = await heights();
      assert.ok(Math.abs(long.editor - 0.6 * long.window) <= 1, `${long.editor} of ${long.window}`);
    });
  });

  describe('A token that was rotated', () => {
    it('has its next step on one line until it is marked as deployed, and keys never lose their place', async () => {
      const { form, tree, dialog, statusBar, page, notifications } = editor();
      await page.setViewportSize({ width: 1280, height: 720 });
      await tree.show();
      await tree.pressTitleAction('New User Group…');
      await form.isReady();
      await form.name.fill('Acme');
      await form.id.fill('acme');
      await page.keyboard.press('Control+Enter');
      await statusBar.shows('"acme" on staging created');
      await form.button('Update on staging').waitFor();
      const rotate = form.button('Rotate Token');
      await rotate.press('Enter');
      await dialog.answer('Rotate the token of "acme" on staging?', 'Rotate Token');
      await form.hasFocus(rotate);
      await statusBar.shows('Token of "acme" on staging rotated and stored');
      assert.deepEqual(await notifications.texts(), []);
      const mark = form.button('Mark as Deployed…');
      const line = form.frame.getByRole('region', { name: 'Token' });
      await mark.waitFor();
      const [inLine, whole] = [(await mark.boundingBox())!, (await line.boundingBox())!];
      assert.ok(whole.height <= inLine.height + 4, `${whole.height} for one line of ${inLine.height}`);
      await form.press('Copy Token');
      await statusBar.shows('Token of "acme" on staging copied');
      await form.press('Copy Previous Token');
      await statusBar.shows('Previous token of "acme" on staging copied');
      await mark.press('Enter');
      await dialog.answer('Is the current token of "acme" on staging deployed everywhere?', 'Mark as Deployed');
      await form.frame.getByText('Previous token kept').waitFor({ state: 'detached' });
      await form.hasFocus(form.button('Copy Token'));
    });
  });

  describe('A long name', () => {
    const LONG = {
      'one word': 'x'.repeat(1000),
      'many words': 'A customer with a long name '.repeat(36).slice(0, 1000).trim(),
    };
    for (const [what, text] of Object.entries(LONG)) {
      it(`of ${what} breaks no layout, nor does such an ID, at any width`, async () => {
        const { form, page, tree, palette } = editor();
        await tree.show();
        await tree.pressTitleAction('New User Group…');
        await form.isReady();
        await form.name.fill(text);
        await form.id.fill(text.replace(' ', '-'));
        for (const state of ['new', 'sent']) {
          for (const width of [1280, 480, 320]) {
            await roomOf(editor(), width);
            const [content, room] = await widths(editor());
            assert.ok(content <= room, `${state}, ${width}: ${content} pixels in ${room}`);
            const heads = await form.frame.locator('header.bar').boundingBox();
            assert.ok(heads!.height <= 260, `${state}, ${width}: a header of ${heads!.height} pixels`);
          }
          await roomOf(editor(), 1280);
          if (state === 'sent') continue;
          await page.keyboard.press('Control+Enter');
          await form.button('Update on staging').waitFor();
        }
        await palette.run('View: Close All Editors');
      });
    }
  });
});
