// What the sandbox reports of each request and its answer.

import assert from 'node:assert/strict';
import type { SandboxExchange } from '../../../src/sandbox/exchange.ts';
import { ask, groupBody, testSandbox, untilClosed } from './ask.ts';

describe('the exchanges that the sandbox reports', () => {
  let reported: SandboxExchange[];
  beforeEach(() => {
    reported = [];
  });
  const sandbox = testSandbox({ onExchange: (exchange) => reported.push(exchange) });

  it('are the request and the answer, with the tokens masked', async () => {
    await ask(sandbox(), 'GET', groupBody());
    await ask(sandbox(), 'GET', groupBody());
    const [{ headers, ...exchange }, second] = [reported[0]!, reported[1]!];
    assert.deepEqual([headers.authorization, headers['content-type']], ['Token •••', 'application/json']);
    assert.deepEqual(exchange, {
      connection: 1,
      method: 'GET',
      path: '/api/user',
      operation: 'getOrCreate',
      requestBody: '{"user_group_id":"acme","name":"Acme"}',
      fault: undefined,
      status: 200,
      answerBody:
        '{"success":1,"new_user_group":true,"user_group":{"team_id":1,"token":"•••","name":"Acme","provided_id":"acme"}}',
    });
    assert.equal(second.connection, 2);
  });

  it('hold neither the old nor the new token of a rotation, nor the API token', async () => {
    const { apiToken } = sandbox();
    await ask(sandbox(), 'GET', groupBody({ name: `holds ${apiToken}` }));
    const { token: old } = sandbox().group('acme')!;
    await ask(sandbox(), 'POST', JSON.stringify({ current_token: old }));
    await ask(sandbox(), 'GET', '', { headers: { authorization: apiToken }, path: `/${apiToken}` });
    const all = JSON.stringify(reported);
    const found = [old, sandbox().group('acme')!.token, apiToken].filter((secret) => all.includes(secret));
    assert.equal(found.length, 0, 'a token is in a report');
    assert.equal(reported[1]!.requestBody, '{"current_token":"•••"}');
  });

  it('mask a token that is cut off in the middle', async () => {
    sandbox().misbehave('halfAnswer');
    await untilClosed(sandbox(), 'GET', groupBody());
    assert.equal(reported[0]!.answerBody, '{"success":1,"new_user_group":true,"user_group":{"team_id":1,"token":"•••"');
  });

  it('name no operation and no body where the headers were refused', async () => {
    await ask(sandbox(), 'GET', groupBody(), { headers: { authorization: 'Token wrong' } });
    const { operation, requestBody, status, answerBody, headers } = reported[0]!;
    assert.deepEqual(
      [operation, requestBody, status, answerBody, headers.authorization],
      [undefined, '', 401, '{"detail":"Invalid token."}', 'Token •••'],
    );
  });

  it('name the fault, no answer where none leaves, and a compressed answer as text', async () => {
    sandbox().misbehave('resetBeforeAnswer');
    await assert.rejects(ask(sandbox(), 'GET', groupBody()));
    const { fault, status, answerBody } = reported[0]!;
    assert.deepEqual([fault, status, answerBody], ['resetBeforeAnswer', undefined, undefined]);
    sandbox().misbehave('gzip');
    await ask(sandbox(), 'GET', groupBody());
    assert.match(reported[1]!.answerBody!, /^\{"success":1/);
  });
});
