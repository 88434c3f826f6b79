// What the sandbox lets in, and how it refuses everything else.

import assert from 'node:assert/strict';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { ask, groupBody, testSandbox, type Changes } from './ask.ts';

describe('the strictness of the sandbox', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ databasePath: ':memory:' });
  });
  after(() => sandbox.close());
  afterEach('nothing was created', () => assert.deepEqual(sandbox.groups(), []));

  const atTheDoor: readonly [what: string, status: number, method: string, changes: Changes][] = [
    ['another path', 404, 'GET', { path: '/api/users' }],
    ['a trailing slash', 404, 'GET', { path: '/api/user/' }],
    ['a query', 404, 'GET', { path: '/api/user?a=1' }],
    ['an absolute address as of a proxy', 404, 'GET', { path: 'http://127.0.0.1/api/user' }],
    ['a method of no operation', 405, 'DELETE', {}],
    ['a PATCH', 405, 'PATCH', {}],
    ['a preflight request', 405, 'OPTIONS', {}],
    ['a foreign Host (DNS rebinding)', 403, 'GET', { headers: { host: 'evil.example' } }],
    ['a Host without the port', 403, 'GET', { headers: { host: '127.0.0.1' } }],
    ['an Origin', 403, 'GET', { headers: { origin: 'https://evil.example' } }],
    ['the Origin null', 403, 'GET', { headers: { origin: 'null' } }],
    ['no Authorization', 401, 'GET', { headers: { authorization: undefined } }],
    ['another API token', 401, 'GET', { headers: { authorization: 'Token wrong' } }],
    ['another scheme word', 401, 'GET', { headers: { authorization: 'Bearer wrong' } }],
    ['no Content-Type', 415, 'GET', { headers: { 'content-type': undefined } }],
    ['another Content-Type', 415, 'GET', { headers: { 'content-type': 'text/plain' } }],
    ['another character set', 415, 'GET', { headers: { 'content-type': 'application/json; charset=latin1' } }],
  ];
  for (const [what, status, method, changes] of atTheDoor) {
    it(`refuses ${what} with ${status}`, async () =>
      assert.equal((await ask(sandbox, method, groupBody(), changes)).status, status));
  }

  const group = '"user_group_id":"acme","name":"Acme"';
  const inTheBody: readonly [what: string, method: string, body: string | Buffer, detail: RegExp][] = [
    ['no body', 'GET', '', /no body/],
    ['text that is no JSON', 'GET', '{"user_group_id":', /not JSON/],
    ['JSON with a comment', 'GET', `{${group}/* */}`, /not JSON/],
    ['a byte order mark', 'GET', `\uFEFF{${group}}`, /not JSON/],
    ['bytes that are no UTF-8', 'GET', Buffer.from(`{${group},"properties":{"a":"\u00E9"}}`, 'latin1'), /not UTF-8/],
    ['an array', 'GET', `[{${group}}]`, /not a JSON object/],
    ['null', 'GET', 'null', /not a JSON object/],
    [
      'an unknown field',
      'GET',
      `{${group},"colour":"green"}`,
      /\\"colour\\" is not one of user_group_id, name, mapping, properties/,
    ],
    ['a field named like a method of objects', 'GET', `{${group},"toString":"x"}`, /toString/],
    ['a field named __proto__', 'GET', `{${group},"__proto__":{}}`, /__proto__/],
    ['a field that is there twice', 'GET', `{${group},"name":"Acme"}`, /name occurs twice/],
    ['a number as id', 'GET', '{"user_group_id":6,"name":"Six"}', /user_group_id must be a string/],
    ['an empty id', 'GET', '{"user_group_id":"","name":"Nobody"}', /user_group_id is empty/],
    ['no id', 'GET', '{"name":"Acme"}', /user_group_id is missing/],
    ['an array as mapping', 'GET', `{${group},"mapping":[]}`, /mapping must be an object/],
    ['null as properties', 'GET', `{${group},"properties":null}`, /properties must be an object/],
    ['no id in an update', 'PUT', '{"name":"Acme"}', /user_group_id is missing/],
    ['a token in an update', 'PUT', `{${group},"current_token":"x"}`, /current_token/],
    ['no token in a rotation', 'POST', '{}', /current_token is missing/],
    ['a token of another type', 'POST', '{"current_token":1}', /current_token must be a string/],
    ['an id in a rotation', 'POST', '{"current_token":"x","user_group_id":"acme"}', /user_group_id/],
  ];
  for (const [what, method, body, detail] of inTheBody) {
    it(`refuses ${what} with 400 and the reason`, async () => {
      const { status, text } = await ask(sandbox, method, body);
      assert.equal(status, 400);
      assert.match(text, /^\{"success":0,"detail":"/);
      assert.match(text, detail);
    });
  }

  it('refuses a body over 1 MB with 413', async () => {
    const { status, text } = await ask(sandbox, 'GET', groupBody({ name: 'x'.repeat(5_000_000) }));
    assert.equal(status, 413);
    assert.match(text, /^\{"success":0,/);
  });

  it('answers a wrong API token as its framework would, and names its methods to any other', async () => {
    const { text } = await ask(sandbox, 'GET', groupBody(), { headers: { authorization: 'Token wrong' } });
    assert.equal(text, '{"detail":"Invalid token."}');
    assert.equal((await ask(sandbox, 'DELETE', '')).headers.allow, 'GET, PUT, POST');
  });

  it('lets no web page read anything', async () => {
    const { headers } = await ask(sandbox, 'GET', groupBody(), { headers: { origin: sandbox.baseUrl } });
    assert.ok(Object.keys(headers).every((name) => !name.startsWith('access-control-')));
  });
});

describe('what the sandbox lets in', () => {
  const sandbox = testSandbox({ apiToken: 'api-token-of-the-test' });

  it('is its own API token, localhost as Host, and a Content-Type that names UTF-8', async () => {
    const { status } = await ask(sandbox(), 'GET', groupBody(), {
      headers: {
        authorization: 'Token api-token-of-the-test',
        host: `localhost:${new URL(sandbox().baseUrl).port}`,
        'content-type': 'application/json; charset=utf-8',
      },
    });
    assert.equal(status, 200);
  });
});
