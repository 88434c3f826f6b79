// Which groups a command on many is about: those selected, those named, or those that match what is typed.

import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { readImport } from '../../../../src/bulk/readImport.ts';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import { pickFound } from '../../../../src/vscode/command/pickGroup.ts';
import { pickGroups, type PickedGroups } from '../../../../src/vscode/groups/pickGroups.ts';
import { type FakeList, nextBox, nextList } from '../../../support/editor/fakeVscode.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';

const REGIONS = { acme: 'EU', beta: 'EU', delta: 'US' };

/** With a second connection, `production`, that has two groups of its own. */
async function withGroups(start: () => Promise<Product>): Promise<Product> {
  const product = await start();
  product.settings.edit([
    ...product.settings.entries,
    { name: 'production', baseUrl: product.remote.baseUrl, environment: 'Customer' },
  ]);
  for (const [id, region] of Object.entries(REGIONS))
    await product.services.sending.getOrCreate(
      product.connection,
      documentOf({ user_group_id: id, name: id, properties: { region } }),
    );
  const { rows } = await readImport({ kind: 'csv', bytes: new TextEncoder().encode('user_group_id\nacme\nomega\n') });
  const production = product.services.connections.named('production');
  await product.services.importList.addListed(
    production,
    (await product.services.importPreview(production, rows)).rows,
  );
  return product;
}

function pick({ services }: Product, invocation: Partial<Invocation>, filter?: string): Promise<PickedGroups> {
  return pickGroups(
    { services, tree: { filter } },
    { origin: 'argument', input: {}, ...invocation },
    'Rotate Multiple Tokens',
  );
}

async function idsOf({ refs }: PickedGroups): Promise<string[]> {
  const ids: string[] = [];
  for await (const { userGroupId } of refs()) ids.push(userGroupId);
  return ids.sort();
}

const staging = { connection: 'staging' };

describe('Groups for a command on many', () => {
  const start = productStarter();

  it('are all that match what is typed, beginning with what the list shows', async () => {
    const product = await withGroups(start);
    const picking = pick(product, { input: staging }, 'region=EU');
    const list = await nextList();
    assert.deepEqual([list.value, list.active, list.title], ['region=EU', '$(check-all) These 2 Groups', list.title]);
    assert.match(list.title, /^Rotate Multiple Tokens \(staging\): /);
    list.accept();
    const picked = await picking;
    assert.deepEqual(
      [await idsOf(picked), picked.count, picked.words, picked.connection.name],
      [['acme', 'beta'], 2, '2 groups on staging that match "region=EU"', 'staging'],
    );
    assert.deepEqual(await idsOf(picked), ['acme', 'beta'], 'they can be gone through again');
  });

  it('are what was typed last, although Enter came before it was found', async () => {
    const product = await withGroups(start);
    const picking = pick(product, { input: staging });
    const list = await nextList();
    assert.equal(list.active, '$(check-all) These 3 Groups');
    list.enter('region=US');
    const picked = await picking;
    assert.deepEqual([await idsOf(picked), picked.words], [['delta'], '1 group on staging that matches "region=US"']);
  });

  it('are found by what is typed, which is understood once for each keystroke, also where it cannot be asked', async () => {
    const product = await withGroups(start);
    const { finder } = product.services;
    const understood: string[] = [];
    const understand = finder.understand.bind(finder);
    finder.understand = (text) => {
      understood.push(text);
      return understand(text);
    };
    const picking = pickFound(product.services, { title: 'Go to User Group', query: 'acme', inList: 'last' });
    const list = await nextList();
    list.type('acme is:drafty missing:');
    assert.deepEqual(list.labels, [
      '$(filter) missing:region',
      '$(error) "drafty" is not a state.',
      '$(error) Which property is missing?',
    ]);
    list.enter('region=US');
    assert.deepEqual(
      [await picking, understood],
      [
        { target: { connection: product.connection, userGroupId: 'delta' } },
        ['acme', 'acme is:drafty missing:', 'region=US'],
      ],
    );
  });

  it('are the one whose ID is typed, although the cursor was on another one that matched so far', async () => {
    const product = await withGroups(start);
    await product.services.sending.getOrCreate(
      product.connection,
      documentOf({ user_group_id: 'ACME', name: 'Acme Holdings' }),
    );
    const picking = pickFound(product.services, { title: 'Go to User Group', query: 'acm' });
    const list = await nextList();
    list.activeItems = list.items.filter(({ label }) => label === 'Acme Holdings');
    assert.equal(list.active, 'Acme Holdings');
    list.enter('acme');
    const picked = await picking;
    assert.ok('target' in picked);
    assert.equal(picked.target.userGroupId, 'acme');
  });

  it('are those in the state whose words are typed, found by Enter', async () => {
    const product = await withGroups(start);
    const picking = pickFound(product.services, { title: 'Filter List', query: 'no mapping', inList: 'first' });
    const list = await nextList();
    assert.deepEqual(list.labels, ['$(filter) is:no-mapping', 'No matching groups']);
    assert.equal(list.active, '$(filter) is:no-mapping');
    list.accept();
    // The completed filter is searched first.
    await Promise.resolve();
    list.accept();
    assert.deepEqual([list.value, await picking], ['is:no-mapping', { filter: 'is:no-mapping', matching: 3 }]);
  });

  it('are all of the connection where nothing is typed, or a single one below', async () => {
    const product = await withGroups(start);
    for (const [label, ids, words] of [
      ['$(check-all) These 3 Groups', ['acme', 'beta', 'delta'], 'all 3 groups on staging'],
      ['beta', ['beta'], '"beta" on staging'],
    ] as const) {
      const picking = pick(product, { input: staging });
      (await nextList()).choose(label);
      const picked = await picking;
      assert.deepEqual([await idsOf(picked), picked.words], [ids, words]);
    }
  });

  it('cannot be chosen where none matches: Enter chooses nothing', async () => {
    const product = await withGroups(start);
    const picking = pick(product, { input: staging }, 'region=APAC');
    const list = await nextList();
    assert.deepEqual(list.labels, ['No matching groups']);
    list.accept();
    await list.cancel(picking);
  });

  it('are those selected, each once, of the connection that is chosen', async () => {
    const product = await withGroups(start);
    const selection = ['acme', 'delta', 'acme'].map((id) => ({ connection: 'staging', user_group_id: id }));
    const picked = await pick(product, { origin: 'item', selection });
    assert.deepEqual([await idsOf(picked), picked.words], [['acme', 'delta'], '2 groups on staging']);
    const picking = pick(product, {
      origin: 'item',
      selection: [...selection, { connection: 'production', user_group_id: 'omega' }],
    });
    const list = await nextList();
    assert.deepEqual(
      [list.title, list.labels],
      [
        'Rotate Multiple Tokens: Connection of the selected groups',
        ['$(server) staging', '$(server-environment) production'],
      ],
    );
    list.choose('$(server) staging');
    assert.deepEqual(await idsOf(await picking), ['acme', 'delta']);
  });

  it('are those that the call names, all of them in the list, or those that match its query', async () => {
    const product = await withGroups(start);
    const called = (input: object): Promise<PickedGroups> => pick(product, { input: { ...staging, ...input } });
    assert.deepEqual(await idsOf(await called({ user_group_ids: ['beta', 'acme', 'beta'] })), ['acme', 'beta']);
    assert.deepEqual(await idsOf(await called({ query: ' region=EU ' })), ['acme', 'beta']);
    await assert.rejects(called({ user_group_ids: ['one', 'two', 'three', 'four', 'five', 'acme'] }), {
      kind: 'notFound',
      message: `"one", "two", "three" and 2 more on staging are not in the list. Use "Import Groups from File…" or "Add Existing User Group…".`,
    });
    await assert.rejects(called({ user_group_ids: [] }), { kind: 'notFound' });
    await assert.rejects(called({ query: 'region=APAC' }), {
      kind: 'notFound',
      message: 'No group of staging in the list matches "region=APAC".',
    });
    await assert.rejects(called({ query: 'is:nonsense' }), { kind: 'invalid' });
  });

  it('are found by filters that are saved by a name, chosen again in any window, and removed there', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf({ properties: { region: 'EU' } }));
    const found = ({ services }: Product, query = '', inList: 'first' | 'no' = 'first'): ReturnType<typeof pickFound> =>
      pickFound(services, { title: 'Filter List', query, inList });
    const saving = found(product, 'region=EU');
    (await nextList()).press('Save Filter…');
    const box = await nextBox();
    box.enter('Europe');
    (await nextList()).choose('$(filter) Show These in List');
    assert.deepEqual(await saving, { filter: 'region=EU', matching: 1 }, 'it goes on where it was');

    const other = product.anotherWindow();
    const opened = async (inList: 'first' | 'no', look: (list: FakeList) => unknown): Promise<void> => {
      const choosing = found(other, '', inList);
      const list = await nextList();
      await look(list);
      await list.cancel(choosing);
    };
    const { savedFilters } = other.services;
    await opened('no', ({ labels }) => {
      assert.ok(!labels.includes('$(bookmark) Europe'));
    });
    await opened('first', async (list) => {
      list.choose('$(bookmark) Europe');
      await setImmediate();
      assert.equal(list.value, 'region=EU');
    });
    await opened('first', (list) => {
      list.pressOn('$(bookmark) Europe', 'Remove Saved Filter');
      assert.deepEqual(savedFilters.list(), []);
    });
  });
});
