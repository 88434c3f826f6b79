// The list of a service that has one, as it comes into the list here.

import assert from 'node:assert/strict';
import { renamedTo } from '../../../../src/services/sending/idChangeService.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import { WorkSlices } from '../../../../src/core/workSlices.ts';
import { answeredBase } from '../../../../src/services/groups/answeredDocument.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { elsewhere, elsewhereAsCustomer } from '../../../support/elsewhere.ts';
import { CUSTOMER_FACTS, OTHER_API, startOtherService, type OtherService } from '../../../support/otherService.ts';
import { DAY, describeService, documentOf, productStarter, type Product } from '../../../support/product.ts';

/** A page of the one that has pages. */
const listOf = (total: number, ...listed: readonly string[]) => ({
  status: 200,
  body: JSON.stringify({
    total_count: total,
    results: {
      customers: listed.map((id, index) => ({ provided_id: id, token: `listed-${index}`, name: 'Listed' })),
    },
  }),
});

/** As a list file has it. */
const sentElsewhere = (userGroupId: string) => ({
  userGroupId,
  base: {
    text: documentOf({ user_group_id: userGroupId }),
    from: 'sent' as const,
    at: 1,
    mappingKnown: false,
    entries: {},
  },
  versions: [],
});

describe('The list of a service', () => {
  const start = productStarter();
  let other: OtherService | undefined;
  afterEach(async () => {
    mock.restoreAll();
    await other?.close();
  });

  /** The one that has pages of three. */
  async function customers(): Promise<Product> {
    const product = await start({
      entry: {
        baseUrl: (other = await startOtherService(() => product.remote, CUSTOMER_FACTS)).baseUrl,
        api: 'customer',
      },
    });
    return product;
  }
  /** The one that gives all at once, or as this says. */
  async function tenants(list: object = {}, entry: object = {}): Promise<Product> {
    const product = await start({
      entry: { baseUrl: (other = await startOtherService(() => product.remote)).baseUrl, ...entry },
    });
    describeService(product, { ...OTHER_API, list: { ...OTHER_API.list, ...list } });
    return product;
  }
  const refresh = (product: Product) => product.services.serviceList.refresh(product.connection);
  const create = ({ remote }: Product, id: string, more: object = {}) =>
    elsewhere(remote, 'GET', { user_group_id: id, name: id, ...more });
  const ids = ({ store, ref }: Product): string[] =>
    store.groups.page(ref('').connectionId, undefined, 100).map((group) => group.ref.userGroupId);
  const listings = (product: Product): (string | undefined)[] => ids(product).map((id) => product.record(id)?.listing);

  it('brings all groups, page by page, with what the service says of them', async () => {
    const product = await customers();
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await create(product, id, { mapping: { 40: id } });
    const progress: unknown[] = [];
    const refreshed = await product.services.serviceList.refresh(product.connection, {
      onProgress: (listed, total) => progress.push([listed, total]),
    });
    assert.deepEqual(refreshed, { listed: 7, added: 7, changed: 0, absent: 0 });
    assert.deepEqual(progress, [
      [3, 7],
      [6, 7],
      [7, 7],
    ]);
    assert.deepEqual(ids(product), ['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    assert.deepEqual(JSON.parse(product.record('b')?.base?.text ?? ''), {
      user_group_id: 'b',
      name: 'b',
      mapping: { 40: 'b' },
    });
    assert.deepEqual(
      other?.asked.filter((line) => line.startsWith('GET')),
      // The last one is empty.
      [1, 2, 3, 4].map((page) => `GET /v2/api/customers/?pageSize=100&page=${page}`),
    );
  });

  it('shows what is new, changed elsewhere or not there any more, until the service answers for it again', async () => {
    const product = await customers();
    const { services, connection, words } = product;
    for (const id of ['changed', 'lost', 'same'])
      await services.sending.getOrCreate(connection, documentOf({ user_group_id: id, name: id }));
    await elsewhere(product.remote, 'PUT', { user_group_id: 'changed', name: 'changed too' });
    product.loseOnService('lost');
    await create(product, 'fresh');
    assert.deepEqual(await refresh(product), { listed: 3, added: 1, changed: 1, absent: 1 });
    assert.deepEqual(
      [ids(product), listings(product)],
      [
        ['changed', 'fresh', 'lost', 'same'],
        ['changed', undefined, 'absent', undefined],
      ],
    );
    assert.deepEqual((await words('changed'))?.[0], 'Changed elsewhere');
    assert.deepEqual((await words('lost'))?.[0], "Not in the service's list");
    assert.deepEqual(await refresh(product), { listed: 3, added: 0, changed: 1, absent: 1 });
    await services.sending.fetch(connection, 'changed');
    await services.sending.fetch(connection, 'lost');
    assert.deepEqual(listings(product), [undefined, undefined, undefined, undefined]);
  });

  it('leaves what a draft was made from, so that it reverts nothing that was changed elsewhere since', async () => {
    const product = await start({ entry: { api: 'customer' } });
    const { services, connection, remote, record, requests, words } = product;
    const acme = { provided_id: 'acme', name: 'Acme', mapping: { 40: 'good' }, emails: ['a@x'] };
    await elsewhereAsCustomer(remote, '/api/create_customer/', acme);
    await refresh(product);
    const { text } = record('acme')!.base!;
    services.groups.saveDraft(connection, 'acme', text.replace('"Acme"', '"New"'));
    await elsewhereAsCustomer(remote, '/api/update_customer/', {
      provided_id: 'acme',
      name: 'Other',
      mapping: { 40: 'better' },
      emails: ['b@x'],
    });
    assert.equal((await refresh(product)).changed, 1);
    assert.deepEqual([record('acme')?.base?.text, record('acme')?.listing], [text, 'changed']);
    assert.deepEqual((await words('acme'))?.slice(0, 2), ['Changed elsewhere', 'Unsent changes']);
    const draft = record('acme')!.draft!.text;
    const { affectedFields, overwrites } = services.sending.planUpdate(connection, draft);
    assert.deepEqual([affectedFields, overwrites], [['name'], [{ path: 'name', before: '"Other"', after: '"New"' }]]);
    await services.sending.update(connection, draft);
    assert.equal(requests.at(-1)?.requestBody, '{"provided_id":"acme","name":"New"}');
    assert.deepEqual(JSON.parse(remote.group('acme')!.mapping!), { 40: 'better' });
    assert.deepEqual((JSON.parse(record('acme')!.base!.text) as typeof acme).emails, ['b@x']);
  });

  it('replaces what a draft was made from once that is discarded', async () => {
    const product = await start({ entry: { api: 'customer' } });
    const { services, connection, remote, record } = product;
    await elsewhereAsCustomer(remote, '/api/create_customer/', { provided_id: 'acme', name: 'Acme' });
    await refresh(product);
    services.groups.saveDraft(connection, 'acme', record('acme')!.base!.text.replace('"Acme"', '"New"'));
    await elsewhereAsCustomer(remote, '/api/update_customer/', { provided_id: 'acme', name: 'Other' });
    await refresh(product);
    services.groups.discardDraft(connection, 'acme');
    await refresh(product);
    assert.match(record('acme')!.base!.text, /"Other"/);
    assert.equal(record('acme')?.listing, undefined);
  });

  it('keeps the tokens of groups in use here, and those of the others only where the user wants it', async () => {
    const product = await customers();
    const { services, connection, remote, ref, settings } = product;
    await services.sending.getOrCreate(connection, documentOf());
    await create(product, 'other');
    await refresh(product);
    assert.deepEqual(
      [await services.tokens.find(ref('acme')), await services.tokens.find(ref('other'))],
      [remote.group('acme')?.token, undefined],
    );
    settings.keepsTokensFromList = true;
    await refresh(product);
    assert.equal(await services.tokens.find(ref('other')), remote.group('other')?.token);
  });

  for (const [words, meets] of [
    ['whose token is stored', ({ store, ref }) => store.groups.discardDraft(ref('acme'))],
    [
      'that has a draft',
      ({ services, connection }) =>
        void services.groups.saveDraft(connection, 'draft', documentOf({ user_group_id: 'draft' })),
    ],
    [
      'that was sent from another machine',
      ({ store, connection }) =>
        void store.groups.put(
          connection.id,
          [
            {
              userGroupId: 'sent',
              base: {
                text: documentOf({ user_group_id: 'sent' }),
                from: 'sent',
                at: 1,
                mappingKnown: false,
                entries: {},
              },
              versions: [],
            },
          ],
          'stay',
        ),
    ],
  ] as readonly (readonly [string, (product: Product) => void])[])
    it(`keeps the token of a group ${words}`, async () => {
      const product = await customers();
      const { services, connection, remote, ref } = product;
      await create(product, 'acme');
      await services.sending.getOrCreate(connection, '{"user_group_id":"acme"}');
      await elsewhere(remote, 'POST', { current_token: remote.group('acme')?.token });
      for (const id of ['draft', 'sent', 'unused']) await create(product, id);
      meets(product);
      await refresh(product);
      const kept = await Promise.all(['acme', 'draft', 'sent', 'unused'].map((id) => services.tokens.find(ref(id))));
      assert.deepEqual(
        kept,
        ['acme', 'draft', 'sent', 'unused'].map((id) =>
          id === 'acme' || words.includes(id) ? remote.group(id)?.token : undefined,
        ),
      );
    });

  it('keeps the former token beside one that was rotated elsewhere', async () => {
    const product = await customers();
    const { services, connection, remote, ref } = product;
    await services.sending.getOrCreate(connection, documentOf());
    const former = remote.group('acme')?.token;
    await elsewhere(remote, 'POST', { current_token: former });
    await refresh(product);
    assert.equal(await services.tokens.find(ref('acme')), remote.group('acme')?.token);
    assert.deepEqual(
      (await services.tokens.replaced(ref('acme'))).map(({ token }) => token),
      [former],
    );
  });

  it('says of no group that it is absent where it has none of those that are known here', async () => {
    const product = await customers();
    const { services, connection } = product;
    await services.sending.getOrCreate(connection, documentOf());
    product.loseOnService('acme');
    assert.equal((await refresh(product)).absent, undefined);
    await create(product, 'other');
    assert.equal((await refresh(product)).absent, undefined);
    assert.equal(product.record('acme')?.listing, undefined);
  });

  it('says of no group that it is absent where groups came or went while it was read', async () => {
    const product = await customers();
    const { services, connection } = product;
    for (const id of ['a', 'b', 'c', 'd'])
      await services.sending.getOrCreate(connection, documentOf({ user_group_id: id }));
    const refreshing = services.serviceList.refresh(connection, {
      onProgress: () => {
        product.loseOnService('a');
      },
    });
    // The fourth has moved to the first page meanwhile.
    assert.deepEqual(await refreshing, { listed: 3, added: 0, changed: 0, absent: undefined });
  });

  it('ends where the service answers the same for each page, and nobody can tell whether that is all', async () => {
    const product = await tenants({ page: 'page' });
    for (const id of ['a', 'b']) await create(product, id);
    await refresh(product);
    product.loseOnService('a');
    assert.deepEqual(await refresh(product), { listed: 1, added: 0, changed: 0, absent: undefined });
  });

  it('says of no group that it is absent where one went and one came between two pages, as many as before', async () => {
    const product = await customers();
    for (const id of ['a', 'b', 'c', 'd']) await create(product, id);
    await refresh(product);
    const { services, connection } = product;
    let page = 0;
    const refreshing = services.serviceList.refresh(connection, {
      onProgress: () => {
        if ((page += 1) === 1) product.loseOnService('a');
        other!.nextLists.push(...(page === 1 ? [listOf(4, 'e')] : []));
      },
    });
    // The fourth was among the first three by then.
    assert.equal((await refreshing).absent, undefined);
    assert.equal(product.record('d')?.listing, undefined);
  });

  /** A page whose rows are odd: a string is the ID of a group, anything else a row. */
  const oddList = (total: unknown, ...rows: readonly (string | object)[]) => ({
    status: 200,
    body: JSON.stringify({
      total_count: total,
      results: { customers: rows.map((row) => (typeof row === 'string' ? { provided_id: row, token: row } : row)) },
    }),
  });
  const odd = (id: string): object => ({ provided_id: id, token: id, name: null });
  const ofItem = (number: number, reason: string): string => `Item ${number} of "results.customers": ${reason}`;
  const why = (id: string, number: number): string =>
    `"${id}": ${ofItem(number, '"name" of the response is not a string.')}`;

  for (const [words, lists, absent, omitted] of [
    ['it is not in it, nor in it once more', [listOf(1, 'a'), listOf(1), listOf(1, 'a'), listOf(1)], 1],
    ['it is in it once more', [listOf(1, 'a'), listOf(1), listOf(1, 'b'), listOf(1)], 0],
    ['it is not whole once more', [listOf(1, 'a'), listOf(1), listOf(2, 'a'), listOf(2)], undefined],
    ['its total changes', [listOf(1, 'a'), listOf(2)], undefined],
    ['its total is more than came', [listOf(2, 'a'), listOf(2)], undefined],
    ['its total is less than came', [listOf(1, 'a', 'c'), listOf(1)], undefined],
    ['its total is that of each page', [listOf(1, 'a'), listOf(1, 'c'), listOf(0)], undefined],
    ['all is there', [listOf(2, 'a', 'b'), listOf(2)], 0],
    ['it cannot be read', [oddList(2, odd('b'), 'a'), oddList(2)], 0, why('b', 1)],
    [
      'a row has no ID',
      [oddList(1, 'a', { token: 't' }), oddList(1)],
      undefined,
      ofItem(2, 'The response has no "provided_id".'),
    ],
    [
      'the total is odd',
      [oddList('2', 'a'), oddList('2')],
      undefined,
      '"total_count" of the response is not a number.',
    ],
  ] as readonly (readonly [string, readonly ReturnType<typeof listOf>[], number | undefined, string?])[])
    it(`says of a group whether it is absent, or that nobody can tell, where ${words}`, async () => {
      const product = await customers();
      await Promise.all(['a', 'b'].map((id) => create(product, id)));
      await refresh(product);
      const { groups } = product.services;
      groups.saveDraft(product.connection, 'draft', documentOf({ user_group_id: 'draft' }));
      other!.nextLists.push(...lists);
      const refreshed = await refresh(product);
      assert.deepEqual([refreshed.absent, refreshed.omitted], [absent, omitted && [omitted]]);
      assert.deepEqual(product.record('b')?.listing, absent === 1 ? 'absent' : undefined);
      assert.deepEqual(other!.nextLists, []);
    });

  it('goes on behind a page on which nothing can be read', async () => {
    const product = await customers();
    other!.nextLists.push(oddList(3, 'a'), oddList(3, odd('b')), oddList(3, 'c'), oddList(3));
    const { listed, omitted } = await refresh(product);
    assert.deepEqual([listed, omitted, ids(product)], [2, [why('b', 1)], ['a', 'c']]);
  });

  it('keeps a group that has much to say by itself, and many others at once', async () => {
    const product = await customers();
    const { journal } = product.store;
    const keep = journal.keepListed.bind(journal);
    const kept: number[] = [];
    journal.keepListed = (asked, records) => {
      kept.push(records.length);
      return keep(asked, records);
    };
    const long = (id: string): object => ({ provided_id: id, token: id, properties: { a: 'x'.repeat(10_000) } });
    other!.nextLists.push(oddList(5, 'a', 'b', 'c'), oddList(5, long('d'), long('e')), oddList(5));
    assert.equal((await refresh(product)).listed, 5);
    assert.deepEqual(kept, [3, 1, 1]);
  });

  it('lets others have their turn at each step of a group that has much to say', async () => {
    const product = await customers();
    let pauses = 0;
    mock.method(WorkSlices.prototype, 'pause', () => {
      pauses += 1;
      return Promise.resolve();
    });
    const paused = async (...rows: readonly string[]): Promise<number> => {
      pauses = 0;
      other!.nextLists.push(oddList(rows.length, ...rows), oddList(rows.length));
      await refresh(product);
      return pauses;
    };
    // It is decoded, redacted, validated, held, compared, written as a document and read for what it is found by.
    const ofOne = await paused('a');
    assert.equal((await paused('a', 'b')) - ofOne, 7);
  });

  it('that has no total is whole where an empty page ends it, and read once where it has no pages', async () => {
    for (const [page, requests] of [
      ['page', 4],
      [undefined, 1],
    ] as const) {
      const product = await tenants({ page });
      await Promise.all(['a', 'b'].map((id) => create(product, id)));
      const answer = (...keys: readonly string[]) => ({
        status: 200,
        body: JSON.stringify({ tenants: keys.map((key) => ({ key, token: key })) }),
      });
      other!.nextLists.push(answer('a', 'b'), answer());
      await refresh(product);
      other!.nextLists.length = 0;
      other!.asked.length = 0;
      other!.nextLists.push(answer('a'), answer(), answer('a'), answer());
      assert.equal((await refresh(product)).absent, 1);
      assert.equal(other!.asked.length, requests);
      await other!.close();
    }
  });

  it('ends where there is no further page, as some services say it', async () => {
    const product = await customers();
    await create(product, 'a');
    other!.nextLists.push(listOf(1, 'a'), { status: 404, body: '{"detail":"Invalid page."}' });
    assert.deepEqual(await refresh(product), { listed: 1, added: 1, changed: 0, absent: 0 });
    other!.nextLists.push({ status: 404, body: '{}' });
    assert.equal((await failureOf(refresh(product))).kind, 'notFound');
    other!.nextLists.push(listOf(2, 'a'), { status: 500, body: '{}' });
    assert.equal((await failureOf(refresh(product))).kind, 'unavailable');
  });

  it('has each group once, with the token that comes first', async () => {
    const product = await customers();
    product.settings.keepsTokensFromList = true;
    other!.nextLists.push(listOf(2, 'a', 'a'));
    assert.equal((await refresh(product)).listed, 1);
    assert.equal(product.services.tokens.countReplaced(product.ref('a')), 0);
  });

  it('says nothing of an update from here that may be the difference', async () => {
    const product = await customers();
    const { services, connection, remote, words } = product;
    await services.sending.getOrCreate(connection, documentOf());
    remote.misbehave('neverAnswers', { operation: 'update' });
    const abort = new AbortController();
    const updating = failureOf(
      services.sending.update(connection, documentOf({ name: 'Sent' }), { signal: abort.signal }),
    );
    while (!product.requests.some(({ operation }) => operation === 'update')) await turn();
    abort.abort();
    await updating;
    remote.misbehave(undefined);
    await elsewhere(remote, 'PUT', { user_group_id: 'acme', name: 'Sent' });
    assert.equal((await refresh(product)).changed, 0);
    assert.doesNotMatch(String(await words('acme')), /elsewhere/);
  });

  it('still says that a group is changed elsewhere after a rotation, after it was absent, and first of one from a list file', async () => {
    const product = await customers();
    const { services, connection, remote, store } = product;
    await services.sending.getOrCreate(connection, documentOf());
    await elsewhere(remote, 'PUT', { user_group_id: 'acme', name: 'Other' });
    await refresh(product);
    await services.rotation.rotate(connection, 'acme');
    assert.deepEqual(listings(product), ['changed']);
    store.groups.put(connection.id, [sentElsewhere('filed')], 'stay');
    await create(product, 'filed', { name: 'Not as filed' });
    assert.equal((await refresh(product)).changed, 2);
    other!.nextLists.push(listOf(1, 'filed'), listOf(1), listOf(1, 'filed'), listOf(1));
    assert.equal((await refresh(product)).absent, 1);
    assert.equal((await refresh(product)).changed, 2);
  });

  it('proves no API token, and is no alarm where a listed group was recreated elsewhere', async () => {
    const product = await tenants();
    await create(product, 'a');
    await refresh(product);
    product.loseOnService('a');
    await create(product, 'a');
    await refresh(product);
    assert.equal(product.connection.mismatch, undefined);
    const { id } = product.store.apiTokens.find(product.connection.id)!;
    assert.equal(product.store.apiTokens.wasAnsweredBefore(product.ref('a'), id), false);
  });

  it('can be cancelled between its groups, and says how far it is', async () => {
    const product = await tenants();
    for (let number = 0; number < 60; number += 1) await create(product, `g${number}`);
    const abort = new AbortController();
    const progress: unknown[] = [];
    const refreshing = product.services.serviceList.refresh(product.connection, {
      signal: abort.signal,
      onProgress: (listed, total) => {
        progress.push([listed, total]);
        if (listed === 50) abort.abort();
      },
    });
    assert.equal((await failureOf(refreshing)).kind, 'cancelled');
    assert.deepEqual(progress, [
      [25, undefined],
      [50, undefined],
    ]);
    assert.equal(ids(product).length, 50);
  });

  it('is read no further once the connection is locked or removed', async () => {
    const product = await customers();
    for (const id of ['a', 'b', 'c', 'd']) await create(product, id);
    const lock = (): void => {
      product.settings.edit([{ ...(product.settings.entries[0] as object), locked: 'all' }]);
    };
    const locking = product.services.serviceList.refresh(product.connection, { onProgress: lock });
    assert.match((await failureOf(locking)).message, /locked for all requests/);
    assert.equal(other!.asked.filter((line) => line.startsWith('GET')).length, 1);
    assert.deepEqual(ids(product), ['a', 'b', 'c']);
  });

  for (const [words, happens] of [
    ['has another API token', ({ services, connection }) => services.apiTokens.set(connection, 'another-token')],
    [
      'is asked by another API',
      ({ settings }) => settings.edit([{ ...(settings.entries[0] as object), api: 'user-group' }]),
    ],
    ['is gone from this machine', ({ store, connection }) => store.connections.remove(connection.id)],
  ] as readonly (readonly [string, (product: Product) => unknown])[])
    it(`is read no further once the connection ${words}`, async () => {
      const product = await customers();
      for (const id of ['a', 'b', 'c', 'd']) await create(product, id);
      const { connection } = product;
      let done: unknown;
      other!.nextLists.push(listOf(4, 'a', 'b', 'c'));
      const refreshing = product.services.serviceList.refresh(connection, {
        onProgress: () => {
          done = happens(product);
        },
      });
      const failure = await failureOf(refreshing);
      await done;
      assert.deepEqual([failure.kind, other!.asked.filter((line) => line.startsWith('GET')).length], ['conflict', 1]);
    });

  /** Pages of one customer each. */
  const pagesOf = (...listed: readonly object[]): void => {
    for (const customer of listed) other!.nextLists.push(oddList(listed.length, customer));
  };

  it('keeps nothing in clear that a later page shows to be a token', async () => {
    const product = await customers();
    const saying = 'says second token';
    pagesOf(
      { provided_id: 'a', token: 'first token', name: saying, properties: { saying, region: 'EU' } },
      { provided_id: 'second token', token: 'another token' },
      { provided_id: 'b', token: 'second token', name: 'B' },
    );
    const { notes } = await refresh(product);
    assert.deepEqual(notes, ['"provided_id" of the response contains a token.']);
    assert.deepEqual(
      [ids(product).sort(), JSON.parse(product.record('a')?.base?.text ?? '')],
      [['a', 'b'], { user_group_id: 'a' }],
    );
    for (const file of ['user-groups.db', 'user-groups.db-wal'])
      assert.equal(readFileSync(join(product.folder, file)).includes('second token'), false, file);
  });

  const ANOTHER_GROUP = 'The service returned team_id 99 instead of 1, so this is another group than before.';
  const sharedWith = (id: string): string => `The service returned a token that another group has, too: "${id}".`;
  const SHARED = { one: sharedWith('two'), two: sharedWith('one') };
  for (const [words, listed, concerns] of [
    ['two groups have swapped theirs', (one, two) => [{ token: two }, { token: one }], SHARED],
    ['two groups have the same new one', () => [{ token: 'shared' }, { token: 'shared' }], SHARED],
    [
      'one has changed to another group',
      (_one, two) => [{ token: 'new token', team_id: 99 }, { token: two }],
      { one: ANOTHER_GROUP },
    ],
    [
      'one has changed to another group, with the same token',
      (one, two) => [{ token: one, team_id: 99 }, { token: two }],
      { one: ANOTHER_GROUP },
    ],
    [
      'one has the API token',
      (_one, two, apiToken) => [{ token: apiToken }, { token: two }],
      { one: "The service returned the API token as the group's token." },
    ],
  ] as readonly (readonly [string, (...tokens: string[]) => object[], Readonly<Record<string, string>>])[])
    it(`replaces no token, and says why, where ${words}`, async () => {
      const product = await customers();
      const { services, connection, remote, ref } = product;
      const both = ['one', 'two'];
      for (const id of both) await services.sending.getOrCreate(connection, documentOf({ user_group_id: id }));
      const tokens = both.map((id) => remote.group(id)!.token);
      const [one = {}, two = {}] = listed(...tokens, remote.apiToken);
      pagesOf({ provided_id: 'one', ...one }, { provided_id: 'two', ...two });
      const { notes } = await refresh(product);
      assert.deepEqual(await Promise.all(both.map((id) => services.tokens.find(ref(id)))), tokens);
      const kept = (id: string): string => `"${id}" keeps its stored token until it is fetched.`;
      assert.deepEqual(
        notes,
        Object.entries(concerns).map(([id, concern]) => `${kept(id)} ${concern}`),
      );
    });

  it('says nothing of another group where no token is stored that it could replace', async () => {
    const product = await customers();
    for (const team_id of [1, 99]) {
      pagesOf({ provided_id: 'a', token: 'a token', team_id });
      assert.equal((await refresh(product)).notes, undefined);
    }
    assert.equal(product.record('a')?.answered?.teamId, '99');
  });

  it('stores no token that is the API token, or that another group has, of a group that has none here', async () => {
    const product = await customers();
    const { services, connection, remote, ref } = product;
    await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'known' }));
    const token = remote.group('known')!.token;
    pagesOf(
      { provided_id: 'known', token },
      { provided_id: 'same', token },
      { provided_id: 'api', token: remote.apiToken },
      { provided_id: 'good', token: 'its own token' },
    );
    product.settings.keepsTokensFromList = true;
    const { notes, listed } = await refresh(product);
    assert.equal(listed, 4);
    assert.deepEqual(await Promise.all(['known', 'same', 'api', 'good'].map((id) => services.tokens.find(ref(id)))), [
      token,
      undefined,
      undefined,
      'its own token',
    ]);
    assert.deepEqual(notes, [
      '"same" has no stored token until it is fetched. The service returned a token that another group has, too: "known".',
      `"api" has no stored token until it is fetched. The service returned the API token as the group's token.`,
    ]);
  });

  it('is read once at a time', async () => {
    const product = await customers();
    await create(product, 'a');
    const first = refresh(product);
    assert.deepEqual(
      [(await failureOf(refresh(product))).message, (await first).listed],
      ["Couldn't refresh the list of staging. It is being refreshed. Wait until it is refreshed.", 1],
    );
    assert.equal((await refresh(product)).listed, 1);
  });

  it('leaves a group whose token is only in the memory of this window', async () => {
    const product = await customers();
    const { services, connection, remote, sealing, meanwhile, ref } = product;
    await services.sending.getOrCreate(connection, documentOf());
    meanwhile.happens = () => {
      sealing.failure = new UserGroupsError('unavailable', 'The editor keeps no secrets.');
    };
    await failureOf(services.rotation.rotate(connection, 'acme'));
    sealing.failure = undefined;
    const issued = remote.group('acme')?.token;
    await elsewhere(remote, 'POST', { current_token: issued });
    await elsewhere(remote, 'PUT', { user_group_id: 'acme', name: 'Other' });
    assert.deepEqual(await refresh(product), { listed: 1, added: 0, changed: 0, absent: 0 });
    assert.equal(await services.tokens.find(ref('acme')), issued);
    assert.equal(product.record('acme')?.answered?.name, 'Acme');
  });

  it('is not believed where it contradicts the API token, and repeats no concern once the user keeps that', async () => {
    const product = await start({
      entry: {
        baseUrl: (other = await startOtherService(() => product.remote)).baseUrl,
        environment: 'Customer',
      },
    });
    describeService(product, OTHER_API);
    await create(product, 'a');
    const { kind, failure } = await failureOf(refresh(product));
    assert.deepEqual(
      [kind, failure.remedy, product.connection.mismatch?.about],
      ['conflict', 'reviewApiToken', 'environment'],
    );
    assert.deepEqual(ids(product), []);
    const { services, connection } = product;
    services.trust.keep(connection, connection.mismatch!);
    await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'a' }));
    await services.sending.update(connection, documentOf({ user_group_id: 'a', name: 'New' }));
    assert.equal((await refresh(product)).notes, undefined);
  });

  it('has no part in what was sent since it was asked for', async () => {
    const product = await customers();
    const { services, connection, record, ref } = product;
    await services.sending.getOrCreate(connection, documentOf());
    const former = await services.tokens.find(ref('acme'));
    const asked = product.store.journal.askForList(connection.id);
    await services.rotation.rotate(connection, 'acme');
    const listed = {
      userGroupId: 'acme',
      at: product.clock.now + DAY,
      answer: { providedId: 'acme', name: 'Old' },
      base: answeredBase('acme', { name: 'Old' }),
      isChanged: true,
      token: await services.tokens.seal(ref('acme'), former ?? ''),
    };
    assert.deepEqual(await product.store.journal.keepListed(asked, [listed]), []);
    assert.deepEqual(await product.store.journal.markAbsent(asked, ['acme'], renamedTo), []);
    assert.deepEqual([record('acme')?.answered?.name, record('acme')?.listing], ['Acme', undefined]);
    assert.notEqual(await services.tokens.find(ref('acme')), former);
  });

  it('is refused by a connection whose service has none, or that is locked', async () => {
    const product = await start();
    const failure = await failureOf(refresh(product));
    assert.deepEqual([failure.kind, failure.failure.about], ['invalid', { connection: 'staging' }]);
    assert.equal(
      failure.message,
      'Couldn\'t refresh the list of staging. Its service has no list. Use "Add Existing User Group…" or "Import Groups from File…".',
    );
    product.settings.edit([{ name: 'staging', baseUrl: 'https://moved.example.com', environment: 'Testing' }]);
    assert.match((await failureOf(refresh(product))).message, /Couldn't refresh the list of staging\. .*Resolve/);
    const locked = await customers();
    locked.settings.edit([{ ...(locked.settings.entries[0] as object), locked: 'all' }]);
    assert.match((await failureOf(refresh(locked))).message, /locked for all requests/);
    assert.deepEqual(other?.asked, []);
  });
});
