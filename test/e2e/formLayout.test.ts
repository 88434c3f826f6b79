// What is in sight of the form at once, and the button that sends with its menu.

import assert from 'node:assert/strict';
import { comesToBe } from './support/comesToBe.ts';
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

    it('sends what has not changed by its menu, which has the keys of menus', async () => {
      const { form, page, statusBar } = editor();
      await openSample(editor(), /^Acme, acme/);
      const button = form.button('More Ways to Send');
      const item = (name: string) => form.frame.getByRole('menuitem', { name });
      await form.button(/^Update on Sandbox/).focus();
      await page.keyboard.press('ArrowRight');
      await form.hasFocus(button);
      await page.keyboard.press('ArrowDown');
      await form.hasFocus(item('Send Even If Unchanged'));
      await page.keyboard.press('End');
      await form.hasFocus(item('Copy as cURL'));
      await page.keyboard.press('ArrowDown');
      await form.hasFocus(item('Send Even If Unchanged'));
      await page.keyboard.press('Escape');
      await item('Send Even If Unchanged').waitFor({ state: 'hidden' });
      await form.hasFocus(button);
      await form.press(button);
      await form.press(item('Send Even If Unchanged'));
      await statusBar.shows('"acme" on Sandbox sent again');
    });
  });

  describe('A token that was rotated', () => {
    it('has its next step in the form until it is marked as deployed, and keys never lose their place', async () => {
      const { form, tree, dialog, statusBar, page, notifications } = editor();
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
      await form.press('Copy Token');
      await statusBar.shows('Token of "acme" on staging copied');
      await form.press('Copy Previous Token');
      await statusBar.shows('Previous token of "acme" on staging copied');
      await form.button('Mark as Deployed').press('Enter');
      await dialog.answer('Is the current token of "acme" on staging deployed everywhere?', 'Mark as Deployed');
      await form.frame.getByText('Previous token kept').waitFor({ state: 'detached' });
      await form.hasFocus(form.button('Copy Token'));
    });
  });
});
