// The three operations as the interface document describes them.

import assert from 'node:assert/strict';
import { ask, groupBody, testSandbox } from './ask.ts';

const FULL = { mapping: { a: 1 }, properties: { plan: 'trial' } };

describe('the sandbox, operation by operation', () => {
  const sandbox = testSandbox();

  async function answered(method: string, body: string): Promise<readonly [number | undefined, unknown]> {
    const { status, text } = await ask(sandbox(), method, body);
    return [status, JSON.parse(text)];
  }
  const token = (id = 'acme'): string => sandbox().group(id)!.token;

  it('creates a group, and returns it the next time without applying what was sent', async () => {
    const created = await answered('GET', groupBody(FULL));
    const group = { team_id: 1, token: token(), name: 'Acme', provided_id: 'acme', properties: { plan: 'trial' } };
    assert.deepEqual(created, [200, { success: 1, new_user_group: true, user_group: group }]);
    const before = sandbox().groups();
    assert.deepEqual(await answered('GET', groupBody({ name: 'Other', mapping: {}, properties: {} })), [
      200,
      { success: 1, new_user_group: false, user_group: group },
    ]);
    assert.deepEqual(sandbox().groups(), before);
  });

  it('answers neither a name nor properties that were never given, counts team_id up, and gives each a token', async () => {
    await answered('GET', groupBody());
    const [, answer] = await answered('GET', '{"user_group_id":"b"}');
    assert.deepEqual(answer, {
      success: 1,
      new_user_group: true,
      user_group: { team_id: 2, token: token('b'), provided_id: 'b' },
    });
    assert.notEqual(token(), token('b'));
  });

  it('keeps ids apart that differ in letter case, in white space or in their Unicode form', async () => {
    const ids = ['acme', 'ACME', ' acme', 'caf\u00E9', 'cafe\u0301', '6', '06', '\uD800', 'a\u0000b'];
    for (const id of ids) await ask(sandbox(), 'GET', groupBody({ user_group_id: id }));
    assert.deepEqual(
      sandbox()
        .groups()
        .map(({ userGroupId }) => userGroupId),
      ids,
    );
  });

  it('takes two spellings of one string as one id', async () => {
    await ask(sandbox(), 'GET', groupBody({ user_group_id: 'acme/eu' }));
    const { text } = await ask(sandbox(), 'GET', String.raw`{"user_group_id":"\u0061cme\/eu","name":"Acme"}`);
    assert.match(text, /"new_user_group":false/);
  });

  it('replaces what an update names, keeps what it leaves out, and answers with the environment', async () => {
    await ask(sandbox(), 'GET', groupBody(FULL));
    const before = sandbox().group('acme');
    await ask(sandbox(), 'PUT', '{"user_group_id":"acme"}');
    assert.deepEqual(sandbox().group('acme'), before);
    const updated = await answered('PUT', groupBody({ name: 'Acme 2', mapping: { b: '2' }, properties: { seats: 3 } }));
    const group = { team_id: 1, token: token(), name: 'Acme 2', provided_id: 'acme', properties: { seats: 3 } };
    assert.deepEqual(updated, [200, { success: 1, user_group: { ...group, api_environment_tag: 'Testing' } }]);
    assert.equal(sandbox().group('acme')!.mapping, '{"b":"2"}');
  });

  it('updates no group that does not exist', async () => {
    const { status, text } = await ask(sandbox(), 'PUT', groupBody());
    assert.equal(status, 404);
    assert.match(text, /^\{"success":0,"detail":"There is no user group/);
    assert.deepEqual(sandbox().groups(), []);
  });

  it('rotates a token, answers the new one without properties, and refuses the former one', async () => {
    await ask(sandbox(), 'GET', groupBody(FULL));
    const old = token();
    const body = JSON.stringify({ current_token: old });
    const rotated = await answered('POST', body);
    assert.notEqual(token(), old);
    const group = { team_id: 1, token: token(), name: 'Acme', provided_id: 'acme', api_environment_tag: 'Testing' };
    assert.deepEqual(rotated, [200, { success: 1, user_group: group }]);
    const { status, text } = await ask(sandbox(), 'POST', body);
    assert.equal(status, 404);
    assert.match(text, /^\{"success":0,/);
    assert.equal(token(), group.token);
  });

  it('creates one group when a hundred ask for the same id at once', async () => {
    const replies = await Promise.all(Array.from({ length: 100 }, () => ask(sandbox(), 'GET', groupBody())));
    assert.equal(replies.filter(({ text }) => text.includes('"new_user_group":true')).length, 1);
    assert.equal(sandbox().groups().length, 1);
  });
});
