// Every fault shows on the wire, and the group is created or not, as the fault says.

import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import { behaviourOf, faults, type Fault } from '../../../src/sandbox/faults.ts';
import { ask, groupBody, testSandbox, untilClosed, type Reply } from './ask.ts';

const body = '{"user_group_id":"acme","name":"Acme","mapping":{"1":"2"},"properties":{"b":9007199254740993,"a":1.0}}';
const OVER_10_MB = 10 * 1024 * 1024;
const isReset = { code: 'ECONNRESET' };

interface Seen {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly text?: RegExp;
  readonly check?: (reply: Reply) => void;
}

const HTML = { headers: { 'content-type': 'text/html; charset=utf-8' }, text: /^<!DOCTYPE html>/ };

/** What a get-or-create is answered; status 200 unless given. Other tests are about the faults that are left out. */
const answered: Partial<Record<Fault, Seen>> = {
  successZero: { text: /^\{"success":0,.*\]\(command:/ },
  html: HTML,
  status403: { status: 403, text: /permission/ },
  status429Plain: {
    status: 429,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'retry-after': undefined },
    text: /^Too many requests$/,
  },
  status500: { status: 500 },
  status502Html: { status: 502, ...HTML },
  status503RetryAfter: { status: 503, headers: { 'retry-after': '3600' } },
  status503RetryAfterDate: {
    status: 503,
    check: ({ headers }) => assert.ok(Date.parse(String(headers['retry-after'])) > Date.now()),
  },
  nullUserGroup: { text: /"user_group":null\}$/ },
  tokenMissing: { text: /"user_group":\{"team_id":1,"name":"Acme","provided_id":"acme","properties":/ },
  tokenNotString: { text: /"token":\d+,/ },
  otherProvidedId: { text: /"provided_id":"somebody_else"/ },
  hugeTeamId: { text: /"team_id":90071992547409931,/ },
  extraFields: { text: /"request_id":"5f1c","user_group":\{.*"colour":"green"/ },
  normalisesProperties: { text: /"properties":\{"a":1,"b":9007199254740992\}/ },
  array: { text: /^\[\{"success":1.*\]$/ },
  bom: { check: ({ bytes }) => assert.deepEqual([...bytes.subarray(0, 4)], [0xef, 0xbb, 0xbf, 0x7b]) },
  truncated: {
    text: /^\{"success":1,"new_user_group":true,.*[^}]$/,
    check: ({ headers, bytes }) => assert.equal(headers['content-length'], String(bytes.length)),
  },
  empty: { text: /^$/ },
  noContent204: { status: 204, headers: { 'content-type': undefined } },
  gzip: {
    headers: { 'content-encoding': 'gzip' },
    check: ({ bytes }) => assert.match(gunzipSync(bytes).toString(), /^\{"success":1/),
  },
  hugeAnswer: {
    check: ({ bytes, text }) => {
      assert.ok(bytes.length > OVER_10_MB);
      assert.match(text.slice(0, 100), /^\{"success":1/);
    },
  },
  hugeGzip: {
    check: ({ bytes }) => {
      assert.ok(bytes.length < 100_000);
      assert.ok(gunzipSync(bytes).length > OVER_10_MB);
    },
  },
};

describe('the faults of the sandbox', () => {
  const sandbox = testSandbox();
  const ids = (): string[] =>
    sandbox()
      .groups()
      .map(({ userGroupId }) => userGroupId);

  for (const [name, { status = 200, headers = {}, text = /^/, check }] of Object.entries(answered)) {
    const { about, instead } = behaviourOf(name as Fault);
    it(`${name}: ${about}`, async () => {
      sandbox().misbehave(name as Fault, { seconds: 3600 });
      const reply = await ask(sandbox(), 'GET', body);
      assert.equal(reply.status, status);
      for (const [header, value] of Object.entries(headers)) assert.equal(reply.headers[header], value);
      assert.match(reply.text.slice(0, 1000), text);
      check?.(reply);
      assert.deepEqual(ids(), instead === undefined ? ['acme'] : []);
    });
  }

  it(`redirect: ${faults.redirect.about}`, async () => {
    sandbox().misbehave('redirect');
    const { status, headers } = await ask(sandbox(), 'GET', body);
    assert.deepEqual([status, headers.location, ids()], [301, `${sandbox().baseUrl}/api/user/`, []]);
  });

  it(`dropsGetBody: ${faults.dropsGetBody.about}`, async () => {
    sandbox().misbehave('dropsGetBody');
    const { status, text } = await ask(sandbox(), 'GET', body);
    assert.equal(status, 400);
    assert.match(text, /no body/);
    assert.equal((await ask(sandbox(), 'PUT', body)).status, 404, 'the body of a PUT arrives');
    assert.deepEqual(ids(), []);
  });

  for (const [fault, left, headers] of [
    ['resetWhileSending', [], { 'content-length': String(2 * body.length) }],
    ['resetUnprocessed', [], {}],
    ['resetBeforeAnswer', ['acme'], {}],
  ] as const)
    it(`${fault}: ${faults[fault].about}`, async () => {
      sandbox().misbehave(fault);
      await assert.rejects(ask(sandbox(), 'GET', body, { headers }), isReset);
      assert.deepEqual(ids(), left);
    });

  it(`halfAnswer: ${faults.halfAnswer.about}`, async () => {
    sandbox().misbehave('halfAnswer');
    const [head, half] = (await untilClosed(sandbox(), 'GET', body)).split('\r\n\r\n');
    assert.match(head!, /^HTTP\/1\.1 200 OK/);
    assert.match(half!, /^\{"success":1/);
    assert.equal(Math.floor(Number(/content-length: (\d+)/i.exec(head!)![1]) / 2), half!.length);
    assert.deepEqual(ids(), ['acme']);
  });

  it(`closesAfterEach: ${faults.closesAfterEach.about}`, async () => {
    sandbox().misbehave('closesAfterEach');
    const received = await untilClosed(sandbox(), 'GET', body);
    assert.match(received, /^HTTP\/1\.1 200 OK[^{]*connection: keep-alive[^{]*\{"success":1.*\}\}$/is);
    assert.deepEqual(ids(), ['acme']);
  });

  /** Resolves when the group is there; a wait in vain ends with the time-out of the test. */
  async function processed(): Promise<'processed'> {
    while (ids().length === 0)
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    return 'processed';
  }

  it(`slow: ${faults.slow.about}`, async () => {
    sandbox().misbehave('slow', { seconds: 0.05 });
    const answer = ask(sandbox(), 'GET', body);
    assert.equal(await Promise.race([answer.then(() => 'answered'), processed()]), 'processed');
    assert.equal((await answer).status, 200);
  });

  it(`neverAnswers: ${faults.neverAnswers.about}`, async () => {
    sandbox().misbehave('neverAnswers');
    const answer = assert.rejects(ask(sandbox(), 'GET', body), isReset);
    await processed();
    await sandbox().close();
    await answer;
  });

  const statusOf = async (method: string): Promise<number | undefined> => (await ask(sandbox(), method, body)).status;

  it('hit as many requests of the given operation as asked for, and end when asked to', async () => {
    sandbox().misbehave('status500', { operation: 'update', times: 2 });
    await ask(sandbox(), 'PUT', body, { headers: { authorization: undefined } });
    const statuses = [];
    for (const method of ['GET', 'PUT', 'PUT', 'PUT']) statuses.push(await statusOf(method));
    assert.deepEqual(statuses, [200, 500, 500, 200], 'a request without authorization does not count');
    sandbox().misbehave('status500');
    sandbox().misbehave(undefined);
    assert.equal(await statusOf('GET'), 200);
  });

  it('leave a refusal as it is where they change a group', async () => {
    sandbox().misbehave('tokenMissing');
    const { status, text } = await ask(sandbox(), 'PUT', groupBody());
    assert.equal(status, 404);
    assert.match(text, /^\{"success":0,"detail":/);
  });

  it('are answered when properties are too deep to be normalised', async () => {
    sandbox().misbehave('normalisesProperties');
    const deep = `{"user_group_id":"acme","name":"Acme","properties":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
    const { status, text } = await ask(sandbox(), 'GET', deep);
    assert.equal(status, 500);
    assert.match(text, /^\{"success":0,"detail":"The sandbox failed/);
  });
});
