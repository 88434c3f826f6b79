// The walkthrough in the editor: opened once, and completed step by step by what the user does.

import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { comesToBe } from '../support/comesToBe.ts';
import { ownEditor } from '../support/editor.ts';

const STEPS = [
  'Start the local sandbox',
  'Create a user group',
  'Edit its mapping and properties',
  'Send your change',
  'Rotate its token',
];

describe('The walkthrough', () => {
  const editor = ownEditor(() => ({
    settings: { 'workbench.welcomePage.walkthroughs.openOnInstall': true },
  }));
  const heading = (): Locator => editor().page.getByRole('heading', { name: 'Get Started with User Groups', level: 2 });

  async function press(step: string, button: string): Promise<void> {
    const { page } = editor();
    await page.getByRole('heading', { name: step }).click();
    await page.locator('.getting-started-step.expanded').getByText(button, { exact: true }).click();
  }

  /** Of its steps, the first `count` and no other. */
  async function hasCompleted(count: number): Promise<void> {
    const { palette, page } = editor();
    await palette.run('User Groups: Open Walkthrough');
    const checked = page.getByRole('checkbox', { checked: true, name: /: Completed$/ });
    const names = (): Promise<(string | null)[]> =>
      checked.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
    await comesToBe(
      names,
      STEPS.slice(0, count).map((step) => `${step}: Completed`),
    );
  }

  it('opens at the first start, and at no other but from the welcome view', async () => {
    const { tree, palette, page } = editor();
    await heading().waitFor();
    await palette.run('View: Close All Editors');
    await heading().waitFor({ state: 'detached' });
    await editor().reload();
    await tree.show();
    // By then the extension runs, and would have opened it.
    await palette.run('User Groups: Show Log');
    await comesToBe(() => heading().count(), 0);
    const welcome = page.locator('.part.sidebar .welcome-view-content');
    assert.equal(await welcome.locator('.monaco-button').count(), 1, 'one way to begin, and links beside it');
    await welcome.getByText('Open the walkthrough').click();
    await heading().waitFor();
  });

  it('completes each step by what was done, and none by what was cancelled', async () => {
    const { tree, form, palette, quickInput, dialog, page } = editor();
    await press('Start the local sandbox', 'Start Local Sandbox');
    await page.locator('.getting-started-step.expanded').getByText('New User Group…', { exact: true }).waitFor();
    await hasCompleted(1);

    await press('Create a user group', 'New User Group…');
    await form.isReady();
    await form.name.fill('Acme Europe');
    await form.id.fill('acme-eu');
    await page.keyboard.press('Control+Enter');
    await form.button('Update on Sandbox').waitFor();
    await hasCompleted(2);

    await tree.show();
    await tree.open(/^Acme Europe/);
    await page.getByRole('tab', { name: /^Welcome$/ }).waitFor();
    await form.isReady();
    await form.properties.fill('{\n  "region": "EU"\n}');
    await page.keyboard.press('Control+S');
    await tree.row(/Acme Europe.*Unsent changes/).waitFor();
    await hasCompleted(3);

    await tree.open(/^Acme Europe/);
    await form.isReady();
    await form.name.press('Control+Enter');
    await tree.row(/^Acme Europe, acme-eu$/).waitFor();
    await hasCompleted(4);

    for (const [answer, count] of [
      ['Cancel', 4],
      ['Rotate Token', 5],
    ] as const) {
      await palette.run('User Groups: Rotate User Group Token…');
      await quickInput.pick('Acme Europe');
      await dialog.answer('acme-eu', answer);
      await hasCompleted(count);
    }
  });
});
