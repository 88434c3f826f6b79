// Finding groups as a person types: what is understood, what is said, what is found, and the list that shows it.

import assert from 'node:assert/strict';
import { groupRef } from '../../../../src/core/groupKey.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { DAY, documentOf, productStarter, type Product } from '../../../support/product.ts';
import type { FindOptions } from '../../../../src/services/groups/groupFinder.ts';
import { filteredRootNodes, matchingChildren } from '../../../../src/vscode/groups/tree/nodes.ts';
import { describe as described } from '../../../../src/vscode/groups/tree/describe.ts';
import { filterText, listMessage } from '../../../../src/vscode/groups/tree/listMessage.ts';

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

  it('finds groups whose previous token is kept, until it is marked as deployed', async () => {
    const product = await withGroups();
    const { services, connection } = product;
    await services.rotation.rotate(connection, 'globex');
    assert.deepEqual(await idsOf(product, 'is:replaced'), ['globex']);
    services.tokens.dropReplaced(groupRef(connection, 'globex'));
    assert.deepEqual(await idsOf(product, 'is:replaced'), []);
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

  it('says how many of how many match, and when they were last answered', async () => {
    const product = await withGroups();
    const { matching, of, counts } = (await find(product.services, 'mapping:40', { limit: 1 }))!;
    assert.deepEqual([matching, of], [2, 4]);
    assert.deepEqual(
      counts.map(({ groups, answered, oldest, newest }) => [groups, answered, newest! - oldest!]),
      [[2, 2, 3 * DAY]],
    );
  });

  it('reports the groups before it has counted the others, and stops when nobody waits', async () => {
    const product = await withGroups();
    const reported: string[] = [];
    const found = await find(product.services, 'is:draft', {
      limit: 100,
      onGroups: (groups) => {
        reported.push(...groups.map(({ ref }) => ref.userGroupId));
      },
      isWanted: () => reported.length === 0,
    });
    assert.deepEqual([reported, found], [['typed'], undefined]);
  });

  it('finds nothing for what cannot be asked, and says why', async () => {
    const { services } = await start();
    const states =
      'States: is:draft, is:unknown, is:gone, is:deleted, is:absent, is:changed, is:not-applied, is:no-mapping, is:replaced, is:old.';
    for (const [typed, said] of [
      ['is:drafty', `"drafty" is not a state. ${states}`],
      ['is:', `"(empty)" is not a state. ${states}`],
      ['connection:prod', 'There is no connection named "prod". Connections: "staging".'],
      ['missing:', 'Which property is missing? Type missing:region, for example.'],
      ['mapping:', 'Which schema ID? Type mapping:40 or mapping:40=213, for example.'],
      ['source:', 'Which data source? Type source:213, for example.'],
    ] as const) {
      assert.deepEqual(services.finder.understand(`acme ${typed}`).problems, [said]);
      const error = await failureOf(find(services, `acme ${typed}`, { limit: 10 }));
      assert.deepEqual([error.kind, error.message], ['invalid', said]);
    }
  });

  it('finds nothing for more words than can be asked at once, such as a column of ids', async () => {
    const { services } = await start();
    const words = (count: number): string => Array.from({ length: count }, (_, index) => `id-${index}`).join('\n');
    assert.deepEqual((await find(services, `${words(99)} is:draft`, { limit: 10 }))?.groups, []);
    const said = 'Use at most 100 words and filters.';
    for (const typed of [`${words(100)} is:draft`, words(5_000)])
      assert.deepEqual(services.finder.understand(typed).problems, [said]);
    assert.equal((await failureOf(find(services, words(5_000), { limit: 10 }))).kind, 'invalid');
  });

  it('says what is odd about what can be asked', async () => {
    const {
      services: { finder },
    } = await withGroups();
    for (const [typed, ...said] of [
      [
        'conection:staging',
        '"conection:" is not a filter, so IDs and names are searched for it. Did you mean "connection:"?',
      ],
      ['urn:customer:7', '"urn:" is not a filter, so IDs and names are searched for it.'],
      ['regoin=EU', 'No group in the list has a property "regoin". Did you mean "region"?'],
      ['ergoin=EU', 'No group in the list has a property "ergoin". Did you mean "region"?'],
      ['missing:nothing-like-it', 'No group in the list has a property "nothing-like-it".'],
      ['mapping:99', 'No group in the list maps "99".'],
      ['mapping:40 region.of=EU acme is:draft'],
    ] as const)
      assert.deepEqual(finder.understand(typed).notes, said, typed);
  });

  it('offers what the part that is being typed may become', async () => {
    const {
      services: { finder },
    } = await withGroups();
    const offered = (part: string): string[] => finder.completed(part, 10).map(({ completed }) => completed);
    assert.deepEqual(offered('is:d'), ['is:draft', 'is:deleted']);
    assert.deepEqual(offered('conn'), ['connection:staging']);
    assert.deepEqual(offered('reg'), ['region=']);
    assert.deepEqual(offered('missing:'), ['missing:region', 'missing:tier']);
    assert.deepEqual(offered('mapping:'), ['mapping:40', 'mapping:41']);
    assert.deepEqual(offered('21'), ['source:213'], 'by a word that is in no ID');
    assert.deepEqual(offered('acme is:d'), ['acme is:draft', 'acme is:deleted']);
    assert.deepEqual(offered('is:draft'), []);
  });

  it('offers the filter of a state that is called by its words in the list', async () => {
    const {
      services: { finder },
    } = await withGroups();
    const offered = (text: string): string[] => finder.completed(text, 10).map(({ completed }) => completed);
    assert.deepEqual(offered('no mapping'), ['is:no-mapping', 'no mapping:40', 'no mapping:41']);
    assert.deepEqual(offered('Unsent changes'), ['is:draft']);
    assert.deepEqual(offered('previous tok'), ['is:replaced']);
    assert.deepEqual(offered('outcome unknown'), ['is:unknown']);
    assert.deepEqual(offered('no'), [], 'too short to mean one');
    assert.deepEqual(offered('acme'), []);
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
      listMessage(undefined, filterText(understood, found, clock.now), ''),
      'Filter: acme region= (1 of 5 groups matches · last service response 3 days ago)',
    );
  });
});
