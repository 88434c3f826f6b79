// The sandbox as the present API of the family, by its public facts, which are typed by hand here.

import assert from 'node:assert/strict';
import { ask, testSandbox, type Changes } from './ask.ts';

const CREATE = 'POST /api/create_customer/';
const UPDATE = 'POST /api/update_customer/';
const ROTATE = 'POST /api/refresh_customer_token/';
const DELETE = 'DELETE /api/delete_customer/';

describe('The sandbox as the API of customers', () => {
  const sandbox = testSandbox();

  async function asked(line: string, body: object | string, headers: Changes['headers'] = {}) {
    const [method = '', path = ''] = line.split(' ');
    const reply = await ask(sandbox(), method, typeof body === 'string' ? body : JSON.stringify(body), {
      path,
      headers: { authorization: undefined, 'explo-authorization': `Token ${sandbox().apiToken}`, ...headers },
    });
    return { ...reply, answer: reply.text.startsWith('{') ? (JSON.parse(reply.text) as Record<string, unknown>) : {} };
  }
  const create = (id: string, more: object = {}) => asked(CREATE, { provided_id: id, ...more });
  const token = (id: string): string => sandbox().group(id)!.token;

  it('creates one, and gets it the next time, with its mapping', async () => {
    const sent = { name: 'Acme', mapping: { 40: '213' }, emails: ['a@acme.example'], is_demo_group: true };
    const { status, answer } = await create('acme', sent);
    const customer = {
      token: token('acme'),
      provided_id: 'acme',
      name: 'Acme',
      parent_schema_datasource_mapping: { 40: '213' },
      computed_parent_schema_datasource_mapping: { 40: '213' },
      computed_properties: {},
      access_group: 'Development',
      emails: ['a@acme.example'],
      is_demo_group: true,
    };
    assert.deepEqual([status, answer], [200, { success: 1, new_customer: true, customer }]);
    assert.deepEqual((await create('acme', { name: 'Other' })).answer, { success: 1, new_customer: false, customer });
  });

  it('updates the fields that are given alone, and gives another ID', async () => {
    await create('acme', { name: 'Acme', properties: { tier: 'gold' } });
    await create('child', { parent_provided_id: 'acme' });
    const { answer } = await asked(UPDATE, { provided_id: 'acme', name: 'New', new_provided_id: 'acme-2' });
    const { provided_id: id, name, properties } = answer.customer as Record<string, unknown>;
    assert.deepEqual([id, name, properties], ['acme-2', 'New', { tier: 'gold' }]);
    assert.equal(sandbox().group('acme'), undefined);
    assert.equal((await asked(DELETE, { current_token: token('acme-2') })).status, 400);
    await create('beta');
    const ofTaken = await asked(UPDATE, { provided_id: 'beta', new_provided_id: 'acme-2' });
    assert.deepEqual(
      [ofTaken.status, ofTaken.answer.detail],
      [400, 'There is another customer with this new_provided_id.'],
    );
    assert.equal((await asked(UPDATE, { provided_id: 'nobody' })).status, 404);
  });

  it('adds what a parent has', async () => {
    await create('acme', { mapping: { 40: '213', 41: '1' }, properties: { tier: 'gold' } });
    const { answer } = await create('child', { mapping: { 41: '2' }, parent_provided_id: 'acme' });
    const customer = answer.customer as Record<string, unknown>;
    assert.deepEqual(customer.parent_schema_datasource_mapping, { 41: '2' });
    assert.deepEqual(customer.computed_parent_schema_datasource_mapping, { 40: '213', 41: '2' });
    assert.deepEqual([customer.properties, customer.computed_properties], [undefined, { tier: 'gold' }]);
    assert.equal((await create('other', { parent_provided_id: 'nobody' })).status, 400);
    // Nothing of it is applied.
    assert.equal((await create('child', { parent_provided_id: 'nobody' })).status, 200);
    assert.equal((await asked(UPDATE, { provided_id: 'child', parent_provided_id: 'nobody' })).status, 400);
  });

  it('rotates a token', async () => {
    await create('acme');
    const former = token('acme');
    const { answer } = await asked(ROTATE, { current_token: former });
    assert.equal((answer.customer as Record<string, unknown>).token, token('acme'));
    assert.notEqual(token('acme'), former);
    assert.equal((await asked(ROTATE, { current_token: former })).status, 404);
  });

  it('deletes one, unless it has children', async () => {
    await create('acme');
    await create('child', { parent_provided_id: 'acme' });
    const refused = await asked(DELETE, { current_token: token('acme') });
    assert.deepEqual([refused.status, refused.answer], [400, { success: 0, detail: 'The customer has children.' }]);
    const former = token('child');
    for (const id of ['child', 'acme'])
      assert.deepEqual((await asked(DELETE, { current_token: token(id) })).answer, { success: 1 });
    assert.deepEqual(sandbox().groups(), []);
    assert.equal((await asked(DELETE, { current_token: former })).status, 404);
    await create('acme');
  });

  it('lists them in pages, with their tokens', async () => {
    for (const id of ['a', 'b', 'c']) await create(id);
    const page = async (query: string): Promise<unknown[]> => {
      const { status, answer } = await asked(`GET /v2/api/customers/${query}`, '');
      const { customers = [] } = (answer.results ?? {}) as { readonly customers?: readonly Record<string, unknown>[] };
      assert.ok(customers.every(({ token: its, new_customer: isNew }) => typeof its === 'string' && isNew === false));
      return [status, answer.total_count, customers.map(({ provided_id: id }) => id)];
    };
    assert.deepEqual(await page('?pageSize=2&page=1'), [200, 3, ['a', 'b']]);
    assert.deepEqual(await page('?pageSize=2&page=2'), [200, 3, ['c']]);
    assert.deepEqual(await page('?pageSize=2&page=3'), [200, 3, []]);
    assert.deepEqual(await page(''), [200, 3, ['a', 'b', 'c']]);
    assert.deepEqual(await page('?page=0'), [400, undefined, []]);
  });

  it('lists all of them in one answer, more than a page has', async () => {
    const ids = Array.from({ length: 101 }, (_, index) => `customer-${index}`);
    for (const id of ids) await create(id);
    const { status, answer } = await asked('GET /api/customers/', '');
    const listed = answer.customers as readonly Record<string, unknown>[];
    assert.deepEqual([status, Object.keys(answer), listed.map(({ provided_id: id }) => id)], [200, ['customers'], ids]);
    const [first] = listed;
    assert.deepEqual([first?.token, first?.new_customer], [token('customer-0'), false]);
    assert.equal(first?.parent_schema_datasource_mapping, null);
  });

  for (const [what, line, body, headers, status] of [
    ['for a page of all', 'GET /api/customers/?page=1', '', {}, 404],
    ['for all by another method', 'POST /api/customers/', {}, {}, 405],
    ['without its header', CREATE, {}, { 'explo-authorization': undefined }, 401],
    [
      'with the header of the contract',
      CREATE,
      {},
      { 'explo-authorization': undefined, authorization: 'Token x' },
      401,
    ],
    ['without the slash at the end', 'POST /api/create_customer', {}, {}, 301],
    ['by another method', 'GET /api/create_customer/', '', {}, 405],
    ['with a query', 'POST /api/create_customer/?page=1', {}, {}, 404],
    ['at a path that it has not', 'POST /api/customer/', {}, {}, 404],
    ['with the ID of a user group', CREATE, { user_group_id: 'acme' }, {}, 400],
    ['with an empty ID', CREATE, { provided_id: '' }, {}, 400],
    ['with a field of another type', CREATE, { provided_id: 'acme', emails: 'a' }, {}, 400],
    ['with a list of other things', CREATE, { provided_id: 'acme', group_tags: [1] }, {}, 400],
    ['with a flag that is none', CREATE, { provided_id: 'acme', is_demo_group: 1 }, {}, 400],
  ] as const)
    it(`refuses what is asked ${what}`, async () => {
      assert.equal((await asked(line, body, headers)).status, status);
      assert.deepEqual(sandbox().groups(), []);
    });
});
