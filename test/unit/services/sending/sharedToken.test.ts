// A token that may not be the group's: every request that brings it says so.

import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';

const NOTE = 'The service returned a token that another group has, too: "other".';

describe('A token that another group has', () => {
  const start = productStarter();
  let product: Product;

  /** On the service, `acme` has what was the token of `other`, which has another one now. */
  beforeEach(async () => {
    product = await start();
    const { services, connection, remote } = product;
    for (const id of ['acme', 'other'])
      await services.sending.getOrCreate(connection, documentOf({ user_group_id: id, mapping: {} }));
    const { token } = remote.group('other')!;
    give('other', 'the token of the other group');
    give('acme', token);
  });

  const give = (userGroupId: string, token: string): void => {
    const database = new DatabaseSync(join(product.folder, 'remote.db'));
    const set = database.prepare('UPDATE user_group SET token = ? WHERE user_group_id = ?');
    set.run(JSON.stringify(token), JSON.stringify(userGroupId));
    database.close();
  };

  const renamed = documentOf({ name: 'Acme Inc', mapping: {} });
  for (const [what, notes] of [
    ['a fetch', async ({ services, connection }) => (await services.sending.fetch(connection, 'acme')).notes],
    ['an update', async ({ services, connection }) => (await services.sending.update(connection, renamed)).notes],
    [
      'a get-or-create of what is not in the list',
      async ({ services, connection, ref }) => {
        services.groups.remove(ref('acme'));
        return (await services.sending.getOrCreate(connection, documentOf({ mapping: {} }))).notes;
      },
    ],
    [
      'the check before an update',
      async ({ services, connection }) => (await services.sending.checkBeforeUpdate(connection, 'acme')).concerns,
    ],
  ] as readonly (readonly [string, (of: Product) => Promise<readonly string[] | undefined>])[])
    it(`is noted by ${what}`, async () => {
      assert.deepEqual(await notes(product), [NOTE]);
      assert.deepEqual((await product.services.sending.fetch(product.connection, 'acme')).notes, []);
    });

  it('is no concern where that is a group of another connection, or the group itself had it before', async () => {
    const { services, connection, settings, remote } = product;
    const notes = async (of: typeof connection) =>
      (await services.sending.getOrCreate(of, documentOf({ mapping: {} }))).notes;
    settings.edit([...settings.entries, { name: 'twin', baseUrl: remote.baseUrl, environment: 'Testing' }]);
    const twin = services.connections.named('twin');
    await services.apiTokens.set(twin, remote.apiToken);
    assert.deepEqual(await notes(twin), []);
    const former = (await services.tokens.find(product.ref('acme')))!;
    await notes(connection);
    give('acme', former);
    assert.deepEqual(await notes(connection), []);
  });

  it('keeps a bulk operation from the group', async () => {
    const { services, connection, ref } = product;
    const change = { action: 'set', field: 'mapping', key: '40', value: '214' } as const;
    assert.deepEqual(await services.changes.prepare(connection, ref('acme'), change), {
      kind: 'skipped',
      reason: NOTE,
    });
  });
});

describe('The API token in place of that of a group', () => {
  const start = productStarter();

  it('is noted', async () => {
    const { services, connection, remote, folder } = await start();
    await services.sending.getOrCreate(connection, documentOf());
    const database = new DatabaseSync(join(folder, 'remote.db'));
    database.prepare('UPDATE user_group SET token = ?').run(JSON.stringify(remote.apiToken));
    database.close();
    const { notes } = await services.sending.fetch(connection, 'acme');
    assert.deepEqual(notes, ["The service returned the API token as the group's token."]);
  });
});
