// Finding groups by filters, as the user types them, until the list shows what matches; and checking one of them.

import { comesToBe } from './support/comesToBe.ts';
import { editorForAllTests } from './support/sharedEditor.ts';

describe('Groups found by filters', () => {
  const editor = editorForAllTests();

  it('are completed while typing, shown by the list until the filter is cleared, and checked', async () => {
    const { palette, quickInput, statusBar, tree, page } = editor();
    await palette.run('User Groups: Start Local Sandbox');
    await statusBar.shows('Local sandbox runs at');
    await tree.show();
    await tree.row(/^Acme, acme/).waitFor();
    await palette.run('User Groups: Go to User Group…');
    await quickInput.input.fill('is:unk');
    await quickInput.lists('filter  is:unknown', 'error  "unk" is not a state.');
    await page.keyboard.press('Enter');
    await quickInput.lists('No matching groups');
    await quickInput.input.fill('plan=trial');
    await quickInput.lists('Acme', 'Giro Bikes', 'filter  Show These in List');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await tree.row(/^Beta Inc/).waitFor({ state: 'detached' });
    await comesToBe(
      () => tree.outline(),
      'Sandbox  local · 2 of 8\n  Acme  acme\n  Giro Bikes  giro-bikes · No mapping set',
    );
    await page
      .locator('.part.sidebar')
      .getByText(/Filter: plan=trial \(2 of 8 groups match · last service response today\)/)
      .waitFor();
    await tree.choose(/^Acme/, 'Check Why a Group Sees No Data…');
    await editor()
      .textEditor.tab(/Check of "acme" on Sandbox/)
      .waitFor();
    await page.locator('.monaco-editor').getByText('From local data, without a request.').first().waitFor();
    await page.locator('.codelens-decoration').getByText('Paste the Token They Use…').click();
    await quickInput.asks('Check "acme" on Sandbox: Token That Viewers Use');
    await page.keyboard.press('Escape');
    await tree.pressTitleAction('Clear Filter');
    await tree.row(/^Beta Inc/).waitFor();
  });
});
