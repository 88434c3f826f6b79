// Every fault shows on the wire, and leaves behind what it says.

import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import { faults, type Fault } from '../../../src/sandbox/faults.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { ask, groupBody, untilClosed, type Reply } from './ask.ts';

const body = '{"user_group_id":"acme","name":"Acme","mapping":{"1":"2"},"properties":{"b":9007199254740993,"a":1.0}}';

interface Envelope {
  readonly user_group: Readonly<Record<string, unknown>> | null;
}

function userGroupOf({ text }: Reply): Envelope['user_group'] {
  return (JSON.parse(text) as Envelope).user_group;
}

function assertProcessed(sandbox: Sandbox): void {
  assert.deepEqual(
    sandbox.groups().map(({ userGroupId }) => userGroupId),
    ['acme'],
  );
}

function assertUnprocessed(sandbox: Sandbox): void {
  assert.deepEqual(sandbox.groups(), []);
}

/** One check for each fault: the type asks for a new one when a fault is added. */
const checks: Readonly<Record<Fault, (sandbox: Sandbox) => Promise<void>>> = {
  async successZero(sandbox) {
    const { status, text } = await ask(sandbox, 'GET', body);
    assert.equal(status, 200);
    assert.match(text, /^\{"success":0,.*\]\(command:/);
    assertUnprocessed(sandbox);
  },
  async html(sandbox) {
    const { status, headers, text } = await ask(sandbox, 'GET', body);
    assert.equal(status, 200);
    assert.match(String(headers['content-type']), /^text\/html/);
    assert.match(text, /^<!DOCTYPE html>/);
    assertUnprocessed(sandbox);
  },
  async redirect(sandbox) {
    const { status, headers } = await ask(sandbox, 'GET', body);
    assert.equal(status, 301);
    assert.equal(headers.location, `${sandbox.baseUrl}/api/user/`);
    assertUnprocessed(sandbox);
  },
  async status403(sandbox) {
    const { status, text } = await ask(sandbox, 'GET', body);
    assert.equal(status, 403);
    assert.match(text, /permission/);
    assertUnprocessed(sandbox);
  },
  async status429Plain(sandbox) {
    const { status, headers, text } = await ask(sandbox, 'GET', body);
    assert.equal(status, 429);
    assert.match(String(headers['content-type']), /^text\/plain/);
    assert.equal(headers['retry-after'], undefined);
    assert.equal(text, 'Too many requests');
    assertUnprocessed(sandbox);
  },
  async status500(sandbox) {
    assert.equal((await ask(sandbox, 'GET', body)).status, 500);
    assertUnprocessed(sandbox);
  },
  async status502Html(sandbox) {
    const { status, text } = await ask(sandbox, 'GET', body);
    assert.equal(status, 502);
    assert.match(text, /^<!DOCTYPE html>/);
    assertUnprocessed(sandbox);
  },
  async status503RetryAfter(sandbox) {
    sandbox.misbehave('status503RetryAfter', { seconds: 7 });
    const { status, headers } = await ask(sandbox, 'GET', body);
    assert.equal(status, 503);
    assert.equal(headers['retry-after'], '7');
    assertUnprocessed(sandbox);
  },
  async status503RetryAfterDate(sandbox) {
    sandbox.misbehave('status503RetryAfterDate', { seconds: 3600 });
    const { status, headers } = await ask(sandbox, 'GET', body);
    assert.equal(status, 503);
    assert.ok(Date.parse(String(headers['retry-after'])) > Date.now(), headers['retry-after']);
    assertUnprocessed(sandbox);
  },
  async resetWhileSending(sandbox) {
    const announced = { headers: { 'content-length': String(2 * body.length) } };
    await assert.rejects(ask(sandbox, 'GET', body, announced), { code: 'ECONNRESET' });
    assertUnprocessed(sandbox);
  },
  async resetUnprocessed(sandbox) {
    await assert.rejects(ask(sandbox, 'GET', body), { code: 'ECONNRESET' });
    assertUnprocessed(sandbox);
  },
  async dropsGetBody(sandbox) {
    const { status, text } = await ask(sandbox, 'GET', body);
    assert.equal(status, 400);
    assert.match(text, /no body/);
    const update = await ask(sandbox, 'PUT', body);
    assert.equal(update.status, 404, 'the body of a PUT arrives');
    assertUnprocessed(sandbox);
  },
  async nullUserGroup(sandbox) {
    assert.equal(userGroupOf(await ask(sandbox, 'GET', body)), null);
    assertProcessed(sandbox);
  },
  async tokenMissing(sandbox) {
    const userGroup = userGroupOf(await ask(sandbox, 'GET', body))!;
    assert.deepEqual(Object.keys(userGroup), ['team_id', 'name', 'provided_id', 'properties']);
    assertProcessed(sandbox);
  },
  async tokenNotString(sandbox) {
    assert.equal(typeof userGroupOf(await ask(sandbox, 'GET', body))!.token, 'number');
    assertProcessed(sandbox);
  },
  async otherProvidedId(sandbox) {
    assert.equal(userGroupOf(await ask(sandbox, 'GET', body))!.provided_id, 'somebody_else');
    assertProcessed(sandbox);
  },
  async hugeTeamId(sandbox) {
    assert.match((await ask(sandbox, 'GET', body)).text, /"team_id":90071992547409931,/);
    assertProcessed(sandbox);
  },
  async extraFields(sandbox) {
    const { text } = await ask(sandbox, 'GET', body);
    assert.match(text, /"request_id":"5f1c","user_group":\{.*"colour":"green"/);
    assertProcessed(sandbox);
  },
  async normalisesProperties(sandbox) {
    const { text } = await ask(sandbox, 'GET', body);
    assert.match(text, /"properties":\{"a":1,"b":9007199254740992\}/);
    assertProcessed(sandbox);
  },
  async array(sandbox) {
    assert.match((await ask(sandbox, 'GET', body)).text, /^\[\{"success":1.*\]$/);
    assertProcessed(sandbox);
  },
  async bom(sandbox) {
    const { bytes } = await ask(sandbox, 'GET', body);
    assert.deepEqual([...bytes.subarray(0, 4)], [0xef, 0xbb, 0xbf, 0x7b]);
    assertProcessed(sandbox);
  },
  async truncated(sandbox) {
    const { status, headers, bytes, text } = await ask(sandbox, 'GET', body);
    assert.equal(status, 200);
    assert.equal(headers['content-length'], String(bytes.length));
    assert.match(text, /^\{"success":1,"new_user_group":true,.*[^}]$/);
    assertProcessed(sandbox);
  },
  async empty(sandbox) {
    const { status, bytes } = await ask(sandbox, 'GET', body);
    assert.equal(status, 200);
    assert.equal(bytes.length, 0);
    assertProcessed(sandbox);
  },
  async noContent204(sandbox) {
    const { status, headers } = await ask(sandbox, 'GET', body);
    assert.equal(status, 204);
    assert.equal(headers['content-type'], undefined);
    assertProcessed(sandbox);
  },
  async gzip(sandbox) {
    const { headers, bytes } = await ask(sandbox, 'GET', body);
    assert.equal(headers['content-encoding'], 'gzip');
    assert.match(gunzipSync(bytes).toString(), /^\{"success":1/);
    assertProcessed(sandbox);
  },
  async hugeAnswer(sandbox) {
    const { bytes, text } = await ask(sandbox, 'GET', body);
    assert.ok(bytes.length > 10 * 1024 * 1024);
    assert.match(text.slice(0, 100), /^\{"success":1/);
    assertProcessed(sandbox);
  },
  async hugeGzip(sandbox) {
    const { bytes } = await ask(sandbox, 'GET', body);
    assert.ok(bytes.length < 100_000);
    assert.ok(gunzipSync(bytes).length > 10 * 1024 * 1024);
    assertProcessed(sandbox);
  },
  async resetBeforeAnswer(sandbox) {
    await assert.rejects(ask(sandbox, 'GET', body), { code: 'ECONNRESET' });
    assertProcessed(sandbox);
  },
  async halfAnswer(sandbox) {
    const received = await untilClosed(sandbox, 'GET', body);
    const [head, half] = received.split('\r\n\r\n');
    assert.match(head!, /^HTTP\/1\.1 200 OK/);
    assert.match(half!, /^\{"success":1/);
    assert.equal(Math.floor(Number(/content-length: (\d+)/i.exec(head!)![1]) / 2), half!.length);
    assertProcessed(sandbox);
  },
  async slow(sandbox) {
    sandbox.misbehave('slow', { seconds: 0.05 });
    const answer = ask(sandbox, 'GET', body);
    assert.equal(await Promise.race([answer.then(() => 'answered'), processed(sandbox)]), 'processed');
    assert.equal((await answer).status, 200);
  },
  async neverAnswers(sandbox) {
    const answer = assert.rejects(ask(sandbox, 'GET', body), { code: 'ECONNRESET' });
    await processed(sandbox);
    await sandbox.close();
    await answer;
  },
  async closesAfterEach(sandbox) {
    const received = await untilClosed(sandbox, 'GET', body);
    assert.match(received, /^HTTP\/1\.1 200 OK/);
    assert.match(received, /\{"success":1.*\}\}$/);
    assert.match(received, /connection: keep-alive/i);
    assertProcessed(sandbox);
  },
};

/** Resolves when the group is there; the time-out of the test is what ends a wait in vain. */
async function processed(sandbox: Sandbox): Promise<'processed'> {
  while (sandbox.groups().length === 0)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  return 'processed';
}

describe('the faults of the sandbox', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ databasePath: ':memory:' });
  });
  afterEach(() => sandbox.close());

  for (const [name, check] of Object.entries(checks)) {
    const fault = name as Fault;
    it(`${fault}: ${faults[fault].about}`, async () => {
      sandbox.misbehave(fault);
      await check(sandbox);
    });
  }

  it('hits as many requests as it was asked to', async () => {
    sandbox.misbehave('status500', { times: 2 });
    const statuses = [];
    for (let asked = 0; asked < 3; asked += 1) statuses.push((await ask(sandbox, 'GET', body)).status);
    assert.deepEqual(statuses, [500, 500, 200]);
  });

  it('hits the operation that it was asked to, and counts no other', async () => {
    sandbox.misbehave('status500', { operation: 'update', times: 1 });
    const created = await ask(sandbox, 'GET', body);
    const updates = [await ask(sandbox, 'PUT', body), await ask(sandbox, 'PUT', body)];
    assert.deepEqual(
      [created, ...updates].map(({ status }) => status),
      [200, 500, 200],
    );
  });

  it('ends when asked to', async () => {
    sandbox.misbehave('status500');
    sandbox.misbehave(undefined);
    assert.equal((await ask(sandbox, 'GET', body)).status, 200);
  });

  it('does not count what is refused at the door', async () => {
    sandbox.misbehave('status500', { times: 1 });
    await ask(sandbox, 'GET', body, { headers: { authorization: undefined } });
    assert.equal((await ask(sandbox, 'GET', body)).status, 500);
  });

  it('leaves refusals as they are when it changes what is in a group', async () => {
    sandbox.misbehave('tokenMissing');
    const { status, text } = await ask(sandbox, 'PUT', groupBody());
    assert.equal(status, 404);
    assert.match(text, /^\{"success":0,"detail":/);
  });

  it('fails with an answer when properties are too deep to be normalised', async () => {
    sandbox.misbehave('normalisesProperties');
    const deep = `{"user_group_id":"acme","name":"Acme","properties":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
    const { status, text } = await ask(sandbox, 'GET', deep);
    assert.equal(status, 500);
    assert.match(text, /^\{"success":0,"detail":"The sandbox failed/);
  });
});
