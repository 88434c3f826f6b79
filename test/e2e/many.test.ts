// Many groups at once, as the user handles them: imported from a file, looked at, sent, and several selected for more.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { elsewhere } from '../support/elsewhere.ts';
import { violations } from './support/axe.ts';
import { comesToBe } from './support/comesToBe.ts';
import { serviceForEachTest } from './support/service.ts';
import { editorForAllTests, IMPORT, importedFile } from './support/sharedEditor.ts';

const CUSTOMERS =
  'user_group_id;name;region;mapping.40\n007;Bond;UK;1\nacme;Acme;EU;2\nbeta;Beta;US;3\nbeta ;Beta again;US;4\n1.2E+15;Broken;EU;5\n';

describe('Many groups', () => {
  const service = serviceForEachTest();
  const editor = editorForAllTests(() => service().connectedAs('staging'));

  it('are looked at before anything is sent, got or created, and several of them are selected', async () => {
    const { table, dialog, tree, form, textEditor, palette, page } = editor();
    await elsewhere(service(), 'GET', { user_group_id: 'acme', name: 'Acme', properties: { region: 'US' } });
    await tree.show();
    writeFileSync(importedFile(), CUSTOMERS);
    await page.keyboard.press(IMPORT);
    await table.shows('line 2', '007', 'Not in the list');
    await table.shows('1.2E+15', 'Invalid');
    assert.deepEqual(await violations(editor()), []);
    assert.equal(service().exchanges.length, 1);
    await table.grid.press('ArrowDown');
    await table.grid.press('Enter');
    await textEditor.tab(/not in the list ↔ customers\.csv/).waitFor();
    await palette.run('View: Close Editor');
    await table.grid.press('Control+Enter');
    await dialog.answer('Get or create 4 groups on staging?', 'Get or Create');
    await table.shows('007', 'Created');
    await table.shows('acme', /Existed/);
    assert.deepEqual(await violations(editor()), []);
    // What the table shows of two of them says nothing yet of the others.
    const regions = (): unknown[] =>
      ['007', 'acme', 'beta', 'beta '].map((id): unknown => JSON.parse(service().group(id)?.properties ?? 'null'));
    await comesToBe(regions, [{ region: 'UK' }, { region: 'US' }, { region: 'US' }, { region: 'US' }]);
    assert.equal(service().group('1.2E+15'), undefined);

    // The weekly file: one group changes, one is new.
    writeFileSync(importedFile(), 'user_group_id;name;region\n007;Bond;DE\nbeta;Beta;US\nnew;New;EU\n');
    await page.keyboard.press(IMPORT);
    await table.shows('line 2', '007', 'To update', /"UK" → "DE"/);
    await table.shows('line 3', 'beta', 'Unchanged');
    assert.deepEqual(await violations(editor()), []);
    await table.grid.press('Control+Enter');
    await dialog.answer('Send 2 groups to staging?', 'Send');
    await table.shows('007', 'Updated');
    await table.shows('new', 'Created');
    await comesToBe(regions, [{ region: 'DE' }, { region: 'US' }, { region: 'US' }, { region: 'US' }]);
    assert.notEqual(service().group('new'), undefined);

    await tree.click(/^Bond/);
    // A form that is just opening would close the menu.
    await form.isReady();
    await tree.click(/^Acme/, ['Control']);
    await tree.choose(/^Acme/, 'Bulk', 'Rotate Multiple Tokens…');
    await dialog.asks('Has the API token been replaced?');
    await page.keyboard.press('Escape');
  });
});
