// Service descriptions as the user may type them: usable, or refused with the place that is wrong.

import assert from 'node:assert/strict';
import { readPlainManifest } from '../../../../scripts/package/manifest.ts';
import { CUSTOMER_API } from '../../../../src/contract/customerApi.ts';
import { USER_GROUP_API } from '../../../../src/contract/serviceApi.ts';
import { apiProblem, findApi } from '../../../../src/services/connections/serviceApis.ts';
import { assertApproved } from '../../../support/approved.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { describeService, documentOf, productStarter } from '../../../support/product.ts';
import { CUSTOMER_FACTS, OTHER_API, startOtherService, type OtherService } from '../../../support/otherService.ts';

const path = (typed: unknown): object => ({ operations: { update: { path: typed } } });
const header = (typed: unknown): object => ({ authentication: { header: typed } });

const HEADERS = ['Authorization', 'X-Api-Key', 'Private-Token', 'X-Client-Secret', 'x-auth'];
const OTHER_HEADERS =
  'Host Content-Length Content-Key Transfer-Encoding Connection Cookie Proxy-Authorization Sec-WebSocket-Key User-Agent'.split(
    ' ',
  );

describe('A service description', () => {
  for (const name of HEADERS)
    it(`may name the header ${name}`, () => {
      assert.equal(findApi('mine', { mine: header(name) }).problem, undefined);
    });

  it('is marked in the settings where its header is refused', () => {
    const [, pattern = ''] = /"header": \{\s+"type": "string",\s+"pattern": (".*")/.exec(readPlainManifest())!;
    const isMarked = (name: string): boolean => !new RegExp(JSON.parse(pattern) as string, 'u').test(name);
    assert.deepEqual(
      [HEADERS, OTHER_HEADERS, ['', 'X Key', 'X-Key: a']].map((names) => names.filter(isMarked)),
      [[], OTHER_HEADERS, ['', 'X Key', 'X-Key: a']],
    );
  });

  it('that leaves all out is the built-in one by another name', () => {
    assert.deepEqual(findApi('mine', { mine: {} }), { api: { ...USER_GROUP_API, name: 'mine' } });
  });

  it('is a built-in one by its name', () => {
    assert.deepEqual(findApi('user-group', {}), { api: USER_GROUP_API });
    assert.deepEqual(findApi('customer', {}), { api: CUSTOMER_API });
  });

  it('changes what it names, and nothing beside it', () => {
    const { api } = findApi('mine', { mine: path('/tenants/') }) as { api: typeof USER_GROUP_API };
    assert.deepEqual(api.operations, { ...USER_GROUP_API.operations, update: { method: 'PUT', path: '/tenants/' } });
  });

  it('may have each field that there is', () => {
    const operations = { ...OTHER_API.operations, delete: { method: 'DELETE', path: '/tenant/' } };
    const other = { ...OTHER_API, operations };
    assert.deepEqual(findApi('other', { other }), { api: { name: 'other', ...other } });
  });

  it('may call the mapping what a request calls it, and not as the ID', () => {
    const apiWith = (response: object) => findApi('mine', { mine: { response } });
    assert.equal('api' in apiWith({ mapping: 'mapping' }), true);
    assert.deepEqual(apiWith({ id: 'key', mapping: 'key' }), {
      problem: '"userGroups.apis.mine.response.mapping" is the same as "userGroups.apis.mine.response.id".',
      problemIn: 'userGroups.apis',
    });
    assert.match(String(apiWith({ mapping: 'properties' }).problem), /can't be "properties"/);
    assert.match(String(apiWith({ id: 'mapping' }).problem), /can't be "mapping"/);
  });

  const LIST = { path: '/all', groups: 'all' };
  const list = (fields: object) => ({ list: fields });
  const id = (typed: unknown) => ({ request: { id: typed } });
  const answered = (response: object) => ({ response });
  const refused: readonly unknown[] = [
    ...['text', [], { operation: {} }, { operations: { list: {} } }, { operations: null }],
    ...['DELETE', 'GET'].map((method) => ({ operations: { rotate: { method } } })),
    { operations: { update: { method: 'DELETE' } } },
    { operations: { update: { method: 'POST' } } },
    ...['', '1a', 'a-b', '__proto__', 'constructor', 1, 'name', 'mapping', 'properties', 'token', 'current_token'].map(
      id,
    ),
    ...['', 'api/user', '/', '//elsewhere.example.com/api', 'https://elsewhere.example.com/api'].map(path),
    ...['/\\elsewhere.example.com', '/../api', '/a/%2e%2e/b', '/a?b=1', '/a#b', '/a b', '/a\r\nHost: elsewhere'].map(
      path,
    ),
    ...['/a%2Fb', '/%5ca', '/ä', `/${'a'.repeat(500)}`].map(path),
    ...['', 'X Key', 'X-Key: a', 'X-Key`id`', 5, ...OTHER_HEADERS].map(header),
    { authentication: { scheme: 'Token $(id)' } },
    ...[list({ path: '/all' }), list({ groups: 'all' }), { list: [] }, list({ ...LIST, path: 'all' })],
    ...['', 'a.', '.a', 'a..b', 'a.b.c.d.e', '1', 5].map((groups) => list({ ...LIST, groups })),
    ...[{ total: 'a-b' }, { page: 'a&b' }, { pageSize: 'a&b' }, { pages: 'page' }].map((more) =>
      list({ ...LIST, ...more }),
    ),
    list({ ...LIST, total: 'all' }),
    list({ ...LIST, page: 'page', pageSize: 'page' }),
    list({ ...LIST, path: '/api/user' }),
    { updatesOnlyGiven: 'yes' },
    ...['token', 'success', 'name', 'team_id', 'constructor', '__proto__', ''].map((name) => answered({ id: name })),
    answered({ isNew: 'user_group' }),
  ];
  it('is refused with the place that is wrong', () => {
    assertApproved(
      'connections/refusedDescriptions',
      refused.map((description) => {
        const found = findApi('mine', { mine: description });
        assert.ok(!('api' in found) && found.problemIn === 'userGroups.apis');
        return [JSON.stringify(description).slice(0, 100), found.problem];
      }),
    );
  });

  it('has its mistake at the place where it is typed', () => {
    for (const [mine, at] of [
      [path('tenant'), ['operations', 'update', 'path']],
      [answered({ id: 'key', mapping: 'key' }), ['response', 'mapping']],
    ] as const)
      assert.deepEqual(apiProblem('mine', { mine })?.path, ['mine', ...at]);
  });

  it('that is nowhere is refused', () => {
    for (const apis of [{}, null, 'text', undefined, []])
      assert.deepEqual(findApi('mine', apis), { problem: '"api" is "mine", which "userGroups.apis" doesn\'t have.' });
    assert.notEqual(findApi('toString', {}).problem, undefined);
  });

  it('cannot have the name of the built-in one', () => {
    assert.deepEqual(findApi('user-group', { 'user-group': {} }), {
      problem: '"userGroups.apis.user-group" is built in. Choose another name.',
      problemIn: 'userGroups.apis',
    });
  });
});

describe('A service with a description of its own', () => {
  const start = productStarter();
  let other: OtherService | undefined;
  afterEach(() => other?.close());

  for (const [api, facts] of [
    ['described', OTHER_API],
    ['customer', CUSTOMER_FACTS],
  ] as const) {
    it(`gets or creates, updates, fetches and rotates, without a line of code: ${api}`, async () => {
      const product = await start({
        entry: { baseUrl: (other = await startOtherService(() => product.remote, facts)).baseUrl },
      });
      product.settings.describedApis = { described: OTHER_API };
      product.settings.edit([{ ...(product.settings.entries[0] as object), api }]);
      const { services, connection, remote, ref, record } = product;

      const created = await services.sending.getOrCreate(connection, documentOf({ properties: { region: 'EU' } }));
      assert.deepEqual([created.isNew, created.userGroup.providedId, created.notes], [true, 'acme', []]);
      await services.sending.update(connection, documentOf({ mapping: { 40: '213' }, properties: { region: 'US' } }));
      assert.deepEqual(JSON.parse(remote.group('acme')!.properties ?? ''), { region: 'US' });
      assert.deepEqual(JSON.parse(record('acme')?.answered?.mapping ?? ''), { 40: '213' });
      const before = remote.group('acme')!.token;
      await services.rotation.rotate(connection, 'acme');
      assert.notEqual(remote.group('acme')!.token, before);
      assert.equal(await services.tokens.require(connection, ref('acme')), remote.group('acme')!.token);
      assert.equal((await services.sending.fetch(connection, 'acme')).isNew, false);
      const { getOrCreate, update, rotate } = facts.operations;
      assert.deepEqual(
        other.asked,
        [getOrCreate, update, rotate, getOrCreate].map(({ method, path: at }) => `${method} ${at}`),
      );
    });
  }

  it('takes a document with its own name of the ID, and can be described otherwise later', async () => {
    const product = await start({
      entry: { baseUrl: (other = await startOtherService(() => product.remote)).baseUrl },
    });
    describeService(product, OTHER_API);
    const { services, connection, remote, ref } = product;

    await services.sending.getOrCreate(connection, '{ "tenant_key": "acme", "name": "A" }');
    await services.sending.update(connection, '{ "tenant_key": "acme", "name": "B" }');
    assert.equal(remote.group('acme')?.name, 'B');
    describeService(product, { ...OTHER_API, request: { id: 'user_id' } });
    assert.equal(
      services.groups.documentText(services.groups.find(ref('acme'))!),
      '{ "user_group_id": "acme", "name": "B" }',
    );
    assert.deepEqual(
      services.sending
        .planUpdate(product.connection, '{ "user_id": "acme", "name": "C" }')
        .changes.map(({ path }) => path),
      ['name'],
    );
  });

  it('is asked about a rotation under its own name of the ID', async () => {
    const product = await start({
      entry: { baseUrl: (other = await startOtherService(() => product.remote)).baseUrl },
    });
    describeService(product, OTHER_API);
    const { services, connection, remote } = product;
    await services.sending.getOrCreate(connection, documentOf());
    remote.misbehave('empty', { operation: 'rotate' });
    await assert.rejects(services.rotation.rotate(connection, 'acme'), { kind: 'outcomeUnknown' });
    remote.misbehave(undefined);
    assert.equal((await services.rotation.findOut(connection, 'acme', () => Promise.resolve(false))).kind, 'rotated');
  });

  it('is sent nothing while its description has a mistake', async () => {
    const product = await start();
    const { services, requests } = product;
    describeService(product, { operations: { rotate: { path: 'tenant' } } });
    const { kind, message } = await failureOf(services.sending.getOrCreate(product.connection, documentOf()));
    assert.deepEqual(
      [kind, message],
      [
        'invalid',
        `Couldn't get or create "acme" on staging. "userGroups.apis.described.operations.rotate.path" must be a plain path such as "/api/user". Correct "userGroups.apis" in the settings.`,
      ],
    );
    assert.equal(requests.length, 0);
  });

  it('keeps its locks, its environment and the name of its variable while its description has a mistake', async () => {
    const { services, settings } = await start();
    const entry = { ...(settings.entries[0] as object), locked: 'all', apiTokenEnv: 'TOKEN', api: 'tenants' };
    settings.describedApis = { tenants: [] };
    settings.edit([entry]);
    const { status, locked, environment, apiTokenEnv } = services.connections.named('staging');
    assert.deepEqual([status, locked, environment, apiTokenEnv], ['invalid', 'all', 'Testing', 'TOKEN']);
    const report = await services.connectionCheck.report(services.connections.named('staging'));
    assert.match(report, /^Base URL: http:.*\nAPI: tenants\nEnvironment: Testing\nLocked: all requests$/m);
  });
});
