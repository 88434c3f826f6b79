// Services that are asked otherwise: the one that calls a user group a customer, and one described in the settings.

import assert from 'node:assert/strict';
import { CUSTOMER_FACTS, OTHER_API, startOtherService, type OtherService } from '../support/otherService.ts';
import { elsewhere } from '../support/elsewhere.ts';
import { serviceForEachTest } from './support/service.ts';
import { editorForAllTests } from './support/sharedEditor.ts';

for (const [words, api, facts] of [
  ['that calls a user group a customer', 'customer', CUSTOMER_FACTS],
  ['with a description of its own', 'tenants', OTHER_API],
] as const) {
  describe(`A service ${words}`, () => {
    const service = serviceForEachTest();
    let other: OtherService;
    beforeEach(async () => {
      other = await startOtherService(service, facts);
    });
    afterEach(() => other.close());
    const editor = editorForAllTests(() =>
      service().connectedAs('staging', { baseUrl: other.baseUrl, api }, { 'userGroups.apis': { tenants: OTHER_API } }),
    );

    it('has its groups got or created, updated and rotated, and its own name of the ID in their text', async () => {
      const { tree, form, textEditor, statusBar, palette, dialog, page } = editor();
      const { getOrCreate, update, rotate } = facts.operations;
      await tree.show();
      await tree.pressTitleAction('New User Group…');
      await form.isReady();
      await form.name.fill('Acme');
      await form.id.fill('acme');
      await page.keyboard.press('Control+Enter');
      await statusBar.shows('"acme" on staging created');

      await form.press('Open as JSON');
      await textEditor.offers('Update User Group…');
      assert.deepEqual(Object.keys(JSON.parse(await textEditor.text()) as object), [
        facts.request.id,
        'name',
        'mapping',
        'properties',
      ]);
      await textEditor.replace(`{ "${facts.request.id}": "acme", "name": "Acme & Sons" }`);
      await page.keyboard.press('Control+Enter');
      await statusBar.shows('"acme" on staging updated');
      assert.equal(service().group('acme')!.name, 'Acme & Sons');

      const former = service().group('acme')!.token;
      await palette.run('User Groups: Rotate User Group Token…');
      await dialog.answer('Rotate the token of "acme" on staging?', 'Rotate Token');
      await tree.row(/Previous token kept/).waitFor();
      assert.notEqual(service().group('acme')!.token, former);
      assert.deepEqual(
        other.asked,
        [getOrCreate, getOrCreate, update, rotate].map(({ method, path }) => `${method} ${path}`),
      );
    });

    it('fills the list from the service, and shows what differs', async () => {
      const { tree, palette, statusBar } = editor();
      for (const [id, name] of [
        ['acme', 'Acme'],
        ['globex', 'Globex'],
      ])
        await elsewhere(service(), 'GET', { user_group_id: id, name });
      await tree.show();
      await palette.run('User Groups: Refresh List from Service');
      await statusBar.shows('List of "staging" refreshed · 2 groups · 2 new');
      await tree.row(/^Acme/).waitFor();
      await tree.row(/^Globex/).waitFor();
    });
  });
}

describe('A connection whose service has another API by now', () => {
  const service = serviceForEachTest();
  let other: OtherService;
  beforeEach(async () => {
    other = await startOtherService(service, CUSTOMER_FACTS);
  });
  afterEach(() => other.close());
  const editor = editorForAllTests(() =>
    service().connectedAs('staging', { baseUrl: other.baseUrl }, { 'userGroups.apis': { tenants: OTHER_API } }),
  );

  it('is moved to it after a comparison, and its list is filled', async () => {
    const { tree, palette, quickInput, dialog, statusBar } = editor();
    await elsewhere(service(), 'GET', { user_group_id: 'acme', name: 'Acme' });
    await tree.show();
    await palette.run('User Groups: Move Connection to Another API…');
    await quickInput.pick('customer');
    await dialog.answer('Move "staging" to the API "customer"?', 'Move');
    await statusBar.shows('Connection "staging" uses the API "customer".');
    await palette.run('User Groups: Refresh List from Service');
    await tree.row(/^Acme/).waitFor();
    assert.ok(other.asked.every((line) => line.startsWith('GET /v2/api/customers/')));
  });
});
