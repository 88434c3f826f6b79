// The three operations as the interface document gives them.

import assert from 'node:assert/strict';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { ask, groupBody } from './ask.ts';

describe('the sandbox, operation by operation', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ databasePath: ':memory:' });
  });
  afterEach(() => sandbox.close());

  it('creates a group that does not exist and says so', async () => {
    const { status, text } = await ask(sandbox, 'GET', groupBody({ mapping: { a: 1 }, properties: { plan: 'trial' } }));
    const token = sandbox.group('acme')!.token;
    assert.equal(status, 200);
    assert.deepEqual(JSON.parse(text), {
      success: 1,
      new_user_group: true,
      user_group: { team_id: 1, token, name: 'Acme', provided_id: 'acme', properties: { plan: 'trial' } },
    });
  });

  it('returns a group that exists without applying what was sent', async () => {
    await ask(sandbox, 'GET', groupBody({ mapping: { a: 1 }, properties: { plan: 'trial' } }));
    const before = sandbox.groups();
    const { status, text } = await ask(sandbox, 'GET', groupBody({ name: 'Other', mapping: {}, properties: {} }));
    assert.equal(status, 200);
    assert.deepEqual(JSON.parse(text), {
      success: 1,
      new_user_group: false,
      user_group: {
        team_id: 1,
        token: before[0]!.token,
        name: 'Acme',
        provided_id: 'acme',
        properties: { plan: 'trial' },
      },
    });
    assert.deepEqual(sandbox.groups(), before);
  });

  it('leaves properties out of the answer when none were ever given', async () => {
    const { text } = await ask(sandbox, 'GET', groupBody());
    assert.deepEqual(Object.keys((JSON.parse(text) as { user_group: object }).user_group), [
      'team_id',
      'token',
      'name',
      'provided_id',
    ]);
  });

  it('creates a group that was given no name, and answers none', async () => {
    const { status, text } = await ask(sandbox, 'GET', '{"user_group_id":"acme"}');
    assert.equal(status, 200);
    assert.deepEqual(Object.keys((JSON.parse(text) as { user_group: object }).user_group), [
      'team_id',
      'token',
      'provided_id',
    ]);
  });

  it('counts team_id up and gives every group a token of its own', async () => {
    await ask(sandbox, 'GET', groupBody({ user_group_id: 'a' }));
    await ask(sandbox, 'GET', groupBody({ user_group_id: 'b' }));
    const [a, b] = sandbox.groups();
    assert.deepEqual([a!.teamId, b!.teamId], [1, 2]);
    assert.notEqual(a!.token, b!.token);
  });

  it('keeps ids apart that differ in letter case, in white space or in their Unicode form', async () => {
    const ids = ['acme', 'ACME', ' acme', 'caf\u00E9', 'cafe\u0301', '6', '06', '\uD800', 'a\u0000b'];
    for (const id of ids) await ask(sandbox, 'GET', groupBody({ user_group_id: id }));
    assert.deepEqual(
      sandbox.groups().map(({ userGroupId }) => userGroupId),
      ids,
    );
  });

  it('takes two spellings of one string as one id', async () => {
    await ask(sandbox, 'GET', groupBody({ user_group_id: 'acme/eu' }));
    const { text } = await ask(sandbox, 'GET', String.raw`{"user_group_id":"\u0061cme\/eu","name":"Acme"}`);
    assert.match(text, /"new_user_group":false/);
  });

  it('replaces what an update names and answers with the environment', async () => {
    await ask(sandbox, 'GET', groupBody({ mapping: { a: 1 }, properties: { plan: 'trial' } }));
    const { token } = sandbox.group('acme')!;
    const { status, text } = await ask(
      sandbox,
      'PUT',
      groupBody({ name: 'Acme 2', mapping: { b: '2' }, properties: { seats: 3 } }),
    );
    assert.equal(status, 200);
    assert.deepEqual(JSON.parse(text), {
      success: 1,
      user_group: {
        team_id: 1,
        token,
        name: 'Acme 2',
        provided_id: 'acme',
        properties: { seats: 3 },
        api_environment_tag: 'Testing',
      },
    });
    assert.equal(sandbox.group('acme')!.mapping, '{"b":"2"}');
  });

  it('keeps what an update leaves out', async () => {
    await ask(sandbox, 'GET', groupBody({ mapping: { a: 1 }, properties: { plan: 'trial' } }));
    const before = sandbox.group('acme');
    await ask(sandbox, 'PUT', '{"user_group_id":"acme"}');
    assert.deepEqual(sandbox.group('acme'), before);
  });

  it('updates no group that does not exist', async () => {
    const { status, text } = await ask(sandbox, 'PUT', groupBody());
    assert.equal(status, 404);
    assert.match(text, /^\{"success":0,"detail":"There is no user group/);
    assert.deepEqual(sandbox.groups(), []);
  });

  it('never returns the mapping', async () => {
    const body = groupBody({ mapping: { secret_schema: 'secret_source' } });
    const created = await ask(sandbox, 'GET', body);
    const updated = await ask(sandbox, 'PUT', body);
    assert.doesNotMatch(created.text + updated.text, /secret_schema|secret_source|mapping/);
  });

  it('rotates a token: the new one is answered, and properties are not', async () => {
    await ask(sandbox, 'GET', groupBody({ properties: { plan: 'trial' } }));
    const { token: old } = sandbox.group('acme')!;
    const { status, text } = await ask(sandbox, 'POST', JSON.stringify({ current_token: old }));
    const { token } = sandbox.group('acme')!;
    assert.equal(status, 200);
    assert.notEqual(token, old);
    assert.deepEqual(JSON.parse(text), {
      success: 1,
      user_group: { team_id: 1, token, name: 'Acme', provided_id: 'acme', api_environment_tag: 'Testing' },
    });
  });

  it('refuses a token that a rotation replaced', async () => {
    await ask(sandbox, 'GET', groupBody());
    const body = JSON.stringify({ current_token: sandbox.group('acme')!.token });
    await ask(sandbox, 'POST', body);
    const { token } = sandbox.group('acme')!;
    const { status, text } = await ask(sandbox, 'POST', body);
    assert.equal(status, 404);
    assert.match(text, /^\{"success":0,/);
    assert.equal(sandbox.group('acme')!.token, token);
  });

  it('creates one group when a hundred ask for the same id at once', async () => {
    const replies = await Promise.all(Array.from({ length: 100 }, () => ask(sandbox, 'GET', groupBody())));
    assert.equal(replies.filter(({ text }) => text.includes('"new_user_group":true')).length, 1);
    assert.equal(sandbox.groups().length, 1);
  });
});
