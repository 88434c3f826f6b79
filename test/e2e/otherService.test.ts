// A service that is asked otherwise: it calls a user group a customer.

import assert from 'node:assert/strict';
import { elsewhereAsCustomer } from '../support/elsewhere.ts';
import { violations } from './support/axe.ts';
import { comesToBe } from './support/comesToBe.ts';
import { serviceForEachTest } from './support/service.ts';
import { editorForAllTests } from './support/sharedEditor.ts';

describe('A service that calls a user group a customer', () => {
  const service = serviceForEachTest();
  const editor = editorForAllTests(() => service().connectedAs('staging', { api: 'customer' }));
  const asked = (): string[] => service().exchanges.map(({ method, path }) => `${method} ${path}`);

  it('has its customers created, updated by what changed alone, given another ID, rotated and deleted', async () => {
    const { tree, form, textEditor, statusBar, palette, quickInput, dialog, notifications, page } = editor();
    await tree.show();
    await tree.pressTitleAction('New User Group…');
    await form.isReady();
    await form.name.fill('Acme');
    await form.id.fill('acme');
    await page.keyboard.press('Control+Enter');
    await statusBar.shows('"acme" on staging created');

    await form.press('Open as JSON');
    await textEditor.offers('Update User Group…');
    await textEditor.replace('{ "provided_id": "acme", "name": "Acme", "mapping": { "40": "213" } }');
    await page.keyboard.press('Control+Enter');
    await statusBar.shows('"acme" on staging updated');
    assert.equal(service().group('acme')!.mapping, '{ "40": "213" }');
    assert.equal(service().exchanges.at(-1)!.requestBody, '{"provided_id":"acme","mapping":{ "40": "213" }}');

    await tree.choose(/^Acme/, 'Change ID…');
    await quickInput.answer('New ID', 'acme-2');
    await dialog.answer('Change the ID of "acme" on staging to "acme-2"?', 'Change ID');
    await notifications.press('"acme" on staging now has the ID "acme-2".', 'Remove from List…');
    await dialog.answer('Remove "acme" on staging from the list?', 'Remove');
    const tabs = page.getByRole('tab', { name: /\.usergroup\.json/ });
    await comesToBe(
      async () => (await tabs.allInnerTexts()).map((text) => text.replaceAll(/\s/g, '')),
      Array(2).fill('acme-2.usergroup.json'),
    );
    const former = service().group('acme-2')!.token;

    await palette.run('User Groups: Rotate User Group Token…');
    await dialog.answer('Rotate the token of "acme-2" on staging?', 'Rotate Token');
    await tree.row(/Previous token kept/).waitFor();
    assert.notEqual(service().group('acme-2')!.token, former);

    await tree.choose(/acme-2/, 'Delete from Service…');
    await dialog.answer('Delete "acme-2" on staging from the service?', 'Delete');
    await notifications.shows('"acme-2" on staging was deleted from the service. It stays in the list.');
    await tree.row(/^Acme.*Deleted/).waitFor();
    assert.equal(service().group('acme-2'), undefined);
    assert.deepEqual(asked().slice(-2), ['POST /api/refresh_customer_token/', 'DELETE /api/delete_customer/']);
    await tree.open(/^Acme/);
    await form.button(/^Get or Create/).waitFor();
  });

  it('fills the list, and shows what customers have and inherit, of which only what changed is sent', async () => {
    const { tree, form, dialog, statusBar, page } = editor();
    const create = (customer: object): Promise<void> =>
      elsewhereAsCustomer(service(), '/api/create_customer/', { mapping: { 40: '213' }, ...customer });
    await create({ provided_id: 'globex', name: 'Globex', properties: { region: 'EU' } });
    await create({ provided_id: 'acme', name: 'Acme', parent_provided_id: 'globex' });
    await tree.show();
    await tree.open('Refresh List from Service');
    await statusBar.shows('List of "staging" refreshed · 2 groups · 2 new');
    await tree.row(/^Globex/).waitFor();
    await tree.open(/^Acme/);
    await form.isReady();
    await comesToBe(() => form.frame.getByLabel('Data source ID, row 1').inputValue(), '213');
    await form.frame.getByText('Computed properties').click();
    assert.equal(await form.frame.getByLabel('Computed properties').textContent(), '{\n  "region": "EU"\n}');
    await form.frame.getByLabel('emails').fill('ada@acme.example');
    await page.keyboard.press('Enter');
    await form.frame.getByRole('listitem').filter({ hasText: 'ada@acme.example' }).waitFor();
    await form.frame.getByRole('checkbox', { name: 'is_demo_group' }).check();
    assert.deepEqual(await violations(editor()), []);
    await page.keyboard.press('Control+Enter');
    await statusBar.shows('"acme" on staging updated');
    assert.deepEqual(JSON.parse(service().exchanges.at(-1)!.requestBody), {
      provided_id: 'acme',
      emails: ['ada@acme.example'],
      is_demo_group: true,
    });

    await elsewhereAsCustomer(service(), '/api/update_customer/', { provided_id: 'acme', group_tags: ['vip'] });
    await form.frame.getByLabel('group_tags').fill('gold');
    await page.keyboard.press('Enter');
    await form.frame.getByRole('listitem').filter({ hasText: 'gold' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await dialog.answer('Overwrites a change made elsewhere: group_tags[0]: added "vip"', 'Overwrite');
    await statusBar.shows('"acme" on staging updated: 1 change.');
    assert.equal(service().exchanges.at(-1)!.requestBody, '{"provided_id":"acme","group_tags":["gold"]}');
  });
});
