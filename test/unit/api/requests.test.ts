import assert from 'node:assert/strict';
import { answers, succeeds } from '../../support/answeringServer.ts';
import { API_TOKEN, CALLS, failureOf, withServer } from '../../support/clientUnderTest.ts';
import { OTHER_API } from '../../support/otherService.ts';

describe('a request', () => {
  for (const [operation, method] of [
    ['getOrCreate', 'GET'],
    ['update', 'PUT'],
  ] as const) {
    it(`of ${operation} is exactly the contract's on the wire`, () =>
      withServer([succeeds()], async ({ client, target, server }) => {
        await client[operation](target, 'acme', '{"user_group_id":"acme"}');
        const [{ head } = assert.fail()] = server.requests;
        assert.deepEqual(head, [
          `${method} /api/user HTTP/1.1`,
          `host: ${server.host}`,
          'connection: keep-alive',
          `Authorization: Token ${API_TOKEN}`,
          'Content-Type: application/json',
          'content-length: 24',
        ]);
      }));
  }

  it('of a rotation is a POST that holds the current token and nothing else', () =>
    withServer([succeeds()], async ({ client, target, server }) => {
      await client.rotate(target, undefined, 'group-token-"0"');
      const [{ head, body } = assert.fail()] = server.requests;
      assert.deepEqual(head, [
        'POST /api/user HTTP/1.1',
        `host: ${server.host}`,
        'connection: keep-alive',
        `Authorization: Token ${API_TOKEN}`,
        'Content-Type: application/json',
        'content-length: 37',
      ]);
      assert.equal(body.toString(), '{"current_token":"group-token-\\"0\\""}');
    }));

  it('to a service with a description of its own is as that says', () =>
    withServer([answers(200, '{"success":1,"tenant":{"token":"t"}}')], async ({ client, target, server }) => {
      const api = {
        ...target.api,
        ...OTHER_API,
        authentication: { header: 'X-Authorization', scheme: 'Bearer' },
      };
      await client.update({ ...target, api }, 'acme', '{}');
      const [{ head } = assert.fail()] = server.requests;
      assert.deepEqual(head.slice(0, 1).concat(head.slice(3, 4)), [
        'PATCH /tenant/ HTTP/1.1',
        `X-Authorization: Bearer ${API_TOKEN}`,
      ]);
    }));

  it('whose answer names things otherwise is told without the new token in it', () =>
    withServer([answers(400, '{"tenant":{"token":"a-new-token"}}')], async ({ client, target }) => {
      const api = { ...target.api, ...OTHER_API };
      const { kind, message } = await failureOf(client.rotate({ ...target, api }, 'acme', 'group-token-0'));
      assert.equal(kind, 'outcomeUnknown');
      assert.ok(!message.includes('a-new-token'), message);
    }));

  it('carries an API token of a single character', () =>
    withServer([succeeds()], async (bench) => {
      await CALLS.update({ ...bench, target: { ...bench.target, apiToken: 'x' } });
      assert.ok(bench.server.requests[0]?.head.includes('Authorization: Token x'));
    }));

  for (const apiToken of ['', ' x', 'x ', 'x\r\nHost: elsewhere', 'x\u00E4'])
    it(`is refused with an API token that no header carries: ${JSON.stringify(apiToken)}`, () =>
      withServer([succeeds()], async (bench) => {
        const { kind, message } = await failureOf(CALLS.update({ ...bench, target: { ...bench.target, apiToken } }));
        assert.equal(kind, 'invalid');
        assert.match(
          message,
          /The API token is empty or contains a character that can't be sent, such as a line break\./,
        );
        assert.equal(bench.server.connections, 0);
      }));

  it('carries the body byte for byte', () =>
    withServer([succeeds()], async ({ client, target, server }) => {
      const body =
        '{ "user_group_id":"acme",\r\n"mapping":{"386":1e400,"40":1.0,"x":9007199254740993,"__proto__":{"a":null}},"ü":"😀\u2028\\ud800","properties":{}}';
      await client.update(target, 'acme', body);
      assert.deepEqual(server.requests[0]?.body, Buffer.from(body));
    }));

  it('goes below the path of the base URL', () =>
    withServer([succeeds()], async ({ client, target, server }) => {
      await client.update({ ...target, baseUrl: `${target.baseUrl}/eu/tenant 1/` }, 'acme', '{}');
      assert.equal(server.requests[0]?.head[0], 'PUT /eu/tenant%201/api/user HTTP/1.1');
    }));

  for (const [path, line] of [
    ['/eu/../../x', '/x/api/user'],
    ['/eu/%2e%2e/x', '/x/api/user'],
    ['//127.0.0.1:1/x', '//127.0.0.1:1/x/api/user'],
    ['/..;/x', '/..;/x/api/user'],
    ['/x%2f..%2f..', '/x%2f..%2f../api/user'],
  ] as const) {
    it(`stays at the host of the base URL, below its path, whatever that is: ${path}`, () =>
      withServer([succeeds()], async ({ client, target, server }) => {
        await client.update({ ...target, baseUrl: `${target.baseUrl}${path}` }, 'acme', '{}');
        assert.equal(server.requests[0]?.head[0], `PUT ${line} HTTP/1.1`);
      }));
  }

  for (const [what, apiToken] of [
    ['a line break', 'api\r\nX-Other: 1'],
    ['a letter outside ASCII', 'api-töken'],
    ['nothing at all', ''],
    ['a space at its end', 'api '],
  ] as const) {
    it(`does not leave when the API token holds ${what}`, () =>
      withServer([succeeds()], async ({ client, target, server }) => {
        const {
          failure: { kind, status },
        } = await failureOf(client.update({ ...target, apiToken }, 'acme', '{}'));
        assert.deepEqual([kind, status, server.connections], ['invalid', undefined, 0]);
      }));
  }

  it('does not leave when its text holds half a surrogate pair', () =>
    withServer([succeeds()], async ({ client, target, server }) => {
      const { kind } = await failureOf(client.update(target, 'acme', '{"name":"\ud800"}'));
      assert.deepEqual([kind, server.connections], ['invalid', 0]);
    }));

  it('does not leave when the base URL cannot be used', () =>
    withServer([succeeds()], async ({ client, target }) => {
      const { kind } = await failureOf(client.update({ ...target, baseUrl: 'ftp://example.com' }, 'acme', '{}'));
      assert.equal(kind, 'invalid');
    }));

  it('leaves one line in the log, without body or secret', () =>
    withServer([answers(200, '{"success":0}')], async (bench) => {
      await failureOf(CALLS.update(bench));
      const [{ durationMs, ...line } = assert.fail()] = bench.lines;
      assert.deepEqual(line, {
        operation: 'update',
        userGroupId: 'acme',
        connection: 'local',
        outcome: '200',
        sizeBytes: 13,
        attempt: 1,
      });
      assert.ok(Number.isInteger(durationMs));
      assert.equal(bench.lines.length, 1);
    }));
});
