// What the sandbox reports each request and its answer.

import assert from 'node:assert/strict';
import type { SandboxExchange } from '../../../src/sandbox/exchange.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { ask, groupBody, untilClosed } from './ask.ts';

describe('the exchanges that the sandbox tells', () => {
  let reported: SandboxExchange[];
  let sandbox: Sandbox;
  beforeEach(async () => {
    reported = [];
    sandbox = await startSandbox({ databasePath: ':memory:', onExchange: (exchange) => reported.push(exchange) });
  });
  afterEach(() => sandbox.close());

  it('are the request and the answer, with the tokens masked', async () => {
    await ask(sandbox, 'GET', groupBody());
    const { headers, ...exchange } = reported[0]!;
    assert.equal(headers.authorization, 'Token •••');
    assert.equal(headers['content-type'], 'application/json');
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
  });

  it('hold neither the old nor the new token of a rotation, nor the API token', async () => {
    await ask(sandbox, 'GET', groupBody({ name: `holds ${sandbox.apiToken}` }));
    const { token: old } = sandbox.group('acme')!;
    await ask(sandbox, 'POST', JSON.stringify({ current_token: old }));
    await ask(sandbox, 'GET', '', { headers: { authorization: sandbox.apiToken }, path: `/${sandbox.apiToken}` });
    const all = JSON.stringify(reported);
    const found = [old, sandbox.group('acme')!.token, sandbox.apiToken].filter((secret) => all.includes(secret));
    assert.equal(found.length, 0, 'a token is among what was told');
    assert.equal(reported[1]!.requestBody, '{"current_token":"•••"}');
  });

  it('mask a token that is cut off in the middle', async () => {
    sandbox.misbehave('halfAnswer');
    await untilClosed(sandbox, 'GET', groupBody());
    assert.equal(reported[0]!.answerBody, '{"success":1,"new_user_group":true,"user_group":{"team_id":1,"token":"•••"');
  });

  it('tell a refusal at the entry without an operation and without the body', async () => {
    await ask(sandbox, 'GET', groupBody(), { headers: { authorization: 'Token wrong' } });
    const { operation, requestBody, status, answerBody, headers } = reported[0]!;
    assert.deepEqual(
      { operation, requestBody, status, answerBody },
      {
        operation: undefined,
        requestBody: '',
        status: 401,
        answerBody: '{"detail":"Invalid token."}',
      },
    );
    assert.equal(headers.authorization, 'Token •••');
  });

  it('tell the fault, and no answer where none leaves', async () => {
    sandbox.misbehave('resetBeforeAnswer');
    await assert.rejects(ask(sandbox, 'GET', groupBody()));
    const { fault, status, answerBody } = reported[0]!;
    assert.deepEqual(
      { fault, status, answerBody },
      { fault: 'resetBeforeAnswer', status: undefined, answerBody: undefined },
    );
  });

  it('tell a compressed answer as text', async () => {
    sandbox.misbehave('gzip');
    await ask(sandbox, 'GET', groupBody());
    assert.match(reported[0]!.answerBody!, /^\{"success":1/);
  });

  it('number the connections', async () => {
    await ask(sandbox, 'GET', groupBody());
    await ask(sandbox, 'GET', groupBody());
    assert.deepEqual(
      reported.map(({ connection }) => connection),
      [1, 2],
    );
  });

  it('are reported before the answer arrives', async () => {
    const { status } = await ask(sandbox, 'GET', groupBody());
    assert.equal(status, reported[0]?.status);
  });
});
