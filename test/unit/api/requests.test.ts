import assert from 'node:assert/strict';
import { answers, succeeds } from '../../support/answeringServer.ts';
import { API_TOKEN, CALLS, failureOf, withServer } from '../../support/clientUnderTest.ts';
import { OTHER_API } from '../../support/otherService.ts';

describe('a request', () => {
  for (const [operation, method, sent] of [
    ['getOrCreate', 'GET', '{"user_group_id":"acme"}'],
    ['update', 'PUT', '{"user_group_id":"acme"}'],
    ['rotate', 'POST', '{"current_token":"group-token-0"}'],
  ] as const) {
    it(`of ${operation} is exactly the contract's on the wire`, () =>
      withServer([succeeds()], async (bench) => {
        await CALLS[operation](bench);
        const [{ head, body } = assert.fail()] = bench.server.requests;
        assert.deepEqual(head, [
          `${method} /api/user HTTP/1.1`,
          `host: ${bench.server.host}`,
          'connection: keep-alive',
          `Authorization: Token ${API_TOKEN}`,
          'Content-Type: application/json',
          `content-length: ${sent.length}`,
        ]);
        assert.equal(body.toString(), sent);
      }));
  }

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

  it('does not leave with an API token that no header carries', () =>
    withServer([succeeds()], async (bench) => {
      for (const apiToken of ['', ' x', 'x ', 'x\r\nHost: elsewhere', 'x\u00E4']) {
        const { kind, failure } = await failureOf(CALLS.update({ ...bench, target: { ...bench.target, apiToken } }));
        assert.deepEqual([kind, failure.status], ['invalid', undefined]);
        assert.match(failure.happened, /^The API token is empty or contains a character that can't be sent/);
      }
      assert.equal(bench.server.connections, 0);
    }));

  it('carries the body byte for byte', () =>
    withServer([succeeds()], async ({ client, target, server }) => {
      const body =
        '{ "user_group_id":"acme",\r\n"mapping":{"386":1e400,"40":1.0,"x":9007199254740993,"__proto__":{"a":null}},"ü":"😀\u2028\\ud800","properties":{}}';
      await client.update(target, 'acme', body);
      assert.deepEqual(server.requests[0]?.body, Buffer.from(body));
    }));

  for (const [path, line] of [
    ['/eu/tenant 1/', '/eu/tenant%201/api/user'],
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
