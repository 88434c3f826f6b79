// Finding groups as the user types: how the words are parsed, what is reported, what is found, and the list that shows
// it.

import assert from 'node:assert/strict';
import { DAY, documentOf, productStarter, type Product } from '../../../support/product.ts';
import type { FindOptions } from '../../../../src/services/groups/groupFinder.ts';
import { filteredRootNodes, matchingChildren } from '../../../../src/vscode/groups/tree/nodes.ts';
import { describe as described } from '../../../../src/vscode/groups/tree/describe.ts';
import { filterText } from '../../../../src/vscode/groups/tree/listRoots.ts';

describe('Finding groups', () => {
  const start = productStarter();

  async function withGroups(): Promise<Product> {
    const product = await start();
    const send = async (fields: Readonly<Record<string, unknown>>): Promise<unknown> =>
      product.services.sending.getOrCreate(product.connection, documentOf(fields));
    await send({ user_group_id: 'acme', name: 'Acme', mapping: { 40: '213' }, properties: { region: 'EU' } });
    product.clock.now += 3 * DAY;
    await send({ user_group_id: 'globex', name: 'Globex', mapping: { 40: '386' }, properties: { region: 'US' } });
    await send({ user_group_id: 'acme-2', name: 'Another', mapping: { 41: '213' }, properties: { tier: 'gold' } });
    product.services.groups.saveDraft(
      product.connection,
      'typed',
      documentOf({ user_group_id: 'typed', properties: { region: 'EU' } }),
    );
    return product;
  }

  const find = (
    { finder }: Product['services'],
    text: string,
    options: FindOptions,
  ): ReturnType<Product['services']['finder']['find']> => finder.find(finder.understand(text), options);

  const idsOf = async ({ services }: Product, text: string): Promise<string[]> =>
    (await find(services, text, { limit: 100 }))!.groups.map(({ ref }) => ref.userGroupId);

  it('combines words and filters, and ignores drafts', async () => {
    const product = await withGroups();
    assert.deepEqual(await idsOf(product, 'region=EU'), ['acme']);
    assert.deepEqual(await idsOf(product, 'acme missing:region'), ['acme-2']);
    assert.deepEqual(await idsOf(product, 'connection:STAGING mapping:40'), ['acme', 'globex']);
    assert.deepEqual(await idsOf(product, 'is:draft'), ['typed']);
    assert.deepEqual(await idsOf(product, 'source:213'), ['acme', 'acme-2']);
    assert.deepEqual(await idsOf(product, 'acme'), ['acme', 'acme-2'], 'an id that is typed whole comes first');
  });

  it('finds groups by how long ago their tokens were received, the setting included', async () => {
    const product = await withGroups();
    const { services, connection, settings, clock } = product;
    settings.oldAfterDays = 3;
    assert.deepEqual([await idsOf(product, 'older:2d'), await idsOf(product, 'is:old')], [['acme'], []]);
    clock.now += 1;
    assert.deepEqual(await idsOf(product, 'is:old'), ['acme']);
    assert.deepEqual(
      await idsOf(product, 'older:0d'),
      ['acme', 'acme-2', 'globex'],
      'a group without a token has no age',
    );
    await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'acme', name: 'Acme' }));
    assert.deepEqual(await idsOf(product, 'is:old'), ['acme'], 'the same token is received again');
    await services.rotation.rotate(connection, 'acme');
    assert.deepEqual(await idsOf(product, 'is:old'), []);
  });

  it('finds nothing for what cannot be asked, and says why', async () => {
    const { services } = await start();
    const said = 'There is no connection named "prod". Connections: "staging".';
    assert.deepEqual(services.finder.understand('acme connection:prod').problems, [said]);
    await assert.rejects(find(services, 'acme connection:prod', { limit: 10 }), { kind: 'invalid', message: said });
  });

  it('has the list show what matches, of each connection, and say so', async () => {
    const product = await withGroups();
    const { services, settings, clock } = product;
    settings.edit([
      ...settings.entries,
      { name: 'other', baseUrl: 'https://other.example.com', environment: 'Testing' },
    ]);
    services.groups.saveDraft(services.connections.named('other'), 'acme', documentOf());
    const query = 'acme region=';
    const understood = services.finder.understand(query);
    const found = (await services.finder.find(understood, { limit: 0 }))!;
    const roots = filteredRootNodes(services, found);
    const rows = await Promise.all(
      roots.map(async (root) => [
        described(root, clock.now).description,
        ...(root.kind === 'connection'
          ? (await matchingChildren(services, root, 1, query)).map((node) => described(node, clock.now).label)
          : []),
      ]),
    );
    assert.deepEqual(rows, [
      ['Testing · 1 of 4', 'Acme'],
      ['Testing · 0 of 1', 'No group matches'],
    ]);
    assert.equal(
      filterText(understood, found, clock.now),
      'Filter: acme region= (1 of 5 groups matches · last service response 3 days ago)',
    );
  });
});
