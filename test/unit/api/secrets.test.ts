import assert from 'node:assert/strict';
import { Redactor } from '../../../src/core/redactor.ts';
import { answers, resets, succeeds } from '../../support/answeringServer.ts';
import { CALLS, failureOf, withServer } from '../../support/clientUnderTest.ts';

const SECRETS = {
  apiToken: 'api/secret+7f3a=',
  currentToken: 'current/secret+91bc=',
  answeredToken: 'answered/secret+55de=',
} as const;

const spellings = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  ...['', 'a', 'ab'].map((before) => Buffer.from(`${before}${secret}`).toString('base64')),
];

/** What could be read out of any of these spellings. */
const traces = (secret: string): string[] => [
  ...spellings(secret),
  secret.slice(4, 12),
  Buffer.from(`:${secret}`).toString('base64').slice(6, 14),
];

describe('a secret', () => {
  for (const [name, secret] of Object.entries(SECRETS)) {
    for (const spelling of spellings(secret)) {
      for (const [what, reply] of [
        ['a body', (said: string) => answers(400, `{"error":"${said} is wrong"}`)],
        ['a body that is no answer', (said: string) => answers(418, said)],
        ['a Location', (said: string) => answers(301, '', { location: `/login?next=${said}` })],
        ['a content type', (said: string) => answers(200, 'x', { 'content-type': `text/${said}` })],
      ] as const) {
        it(`sent back in ${what} is blotted out (${name} as ${spelling})`, () =>
          withServer([succeeds({ token: SECRETS.answeredToken }), reply(spelling)], async (bench) => {
            const target = { ...bench.target, apiToken: SECRETS.apiToken };
            await bench.client.update(target, 'acme', '{}');
            const { message } = await failureOf(bench.client.rotate(target, 'acme', SECRETS.currentToken));
            const readable = message + JSON.stringify(bench.lines);
            assert.match(message, /•••/);
            assert.deepEqual(
              traces(secret).filter((trace) => readable.includes(trace)),
              [],
            );
          }));
      }
    }
  }

  const NEVER_SEEN = 'new-"marked"-1234';
  const quoted = JSON.stringify(NEVER_SEEN);
  for (const [what, body] of [
    ['of a group that cannot be decoded', `{"success":1,"user_group":{"name":5,"token":${quoted}}}`],
    ['in an answer cut short', '{"success":1,"user_group":{"token":"new-\\"marked'],
    ['under another name', `{"success":1,"credential":${quoted}}`],
    ['that is not a string', `{"success":1,"user_group":{"token":{"value":${quoted}}}}`],
    ['in an array', `[${quoted}]`],
    ['as the name of a field', `{"success":1,"tokens":{${quoted}:1},"user_group":{${quoted}:"current"},${quoted}:1}`],
    ['as text', NEVER_SEEN],
    ['in another language', `<token>${NEVER_SEEN}</token>`],
  ] as const) {
    for (const [status, operation] of [
      [200, 'getOrCreate'],
      [201, 'update'],
      [202, 'update'],
      [200, 'rotate'],
      [500, 'rotate'],
      [302, 'rotate'],
    ] as const) {
      it(`never seen before is not quoted where an answer is not understood: a token ${what}, ${operation} ${status}`, () =>
        withServer([answers(status, body)], async (bench) => {
          const failure = await failureOf(CALLS[operation](bench));
          assert.doesNotMatch(`${failure.message}${failure.stack ?? ''}${JSON.stringify(bench.lines)}`, /marked/);
          assert.match(failure.message, /of \d+ bytes|: \d+ bytes|reports success but has a failure status/);
        }));
    }
  }

  for (const [what, body] of [
    ['a token', '{"success":0,"user_group":{"token" : "new-secret-1234"}}'],
    ['a token whose name is spelt with escapes', '{"success":0,"\\u0074oken":["new-secret-1234"]}'],
    ['a password', '{"success":0,"proxyPassword":{"is":"new-secret-1234"}}'],
    ['an error cut short', '{"success":0,"new_token":"new-secret-1234'],
  ] as const) {
    it(`in a refusal is blotted out by its field: ${what}`, () =>
      withServer([answers(400, body)], async (bench) => {
        const { message } = await failureOf(bench.client.update(bench.target, 'acme', '{}'));
        assert.match(message, /•••/);
        assert.doesNotMatch(message, /secret/);
      }));
  }

  const cutAfter = [4, 6, 8, 12].map((shown) => {
    const before = `{"success":0,"token":"${'x'.repeat(19_900)}","said":"of `;
    return `${before.padEnd(20_000 - shown, 'y')}${SECRETS.apiToken} and more"}`;
  });
  it('is blotted out where a long answer is cut', () =>
    withServer(
      cutAfter.map((body) => answers(400, body)),
      async (bench) => {
        const target = { ...bench.target, apiToken: SECRETS.apiToken };
        while (bench.server.requests.length < cutAfter.length) {
          const { message } = await failureOf(bench.client.update(target, 'acme', '{}'));
          assert.match(message, /of y{19}/);
          assert.doesNotMatch(message, /api/);
        }
      },
    ));

  it('that is answered as the id of the group is no id, and is not shown', () =>
    withServer([succeeds({ provided_id: SECRETS.answeredToken, token: SECRETS.answeredToken })], async (bench) => {
      const { message } = await failureOf(bench.client.rotate(bench.target, undefined, SECRETS.currentToken));
      assert.match(message, /"provided_id" of the response contains a token/);
      assert.doesNotMatch(message, /answered/);
    }));

  it('is blotted out of a long answer, however often it is escaped', () => {
    const escaped = Array.from(SECRETS.apiToken, (sign) => `%25${sign.charCodeAt(0).toString(16)}`).join('');
    return withServer([answers(400, `said ${escaped} to ${'y '.repeat(120_000)}`)], async (bench) => {
      const target = { ...bench.target, apiToken: SECRETS.apiToken };
      const { message } = await failureOf(bench.client.update(target, 'acme', '{}'));
      assert.match(message, /said/);
      assert.ok(!message.includes(escaped.slice(0, 30)), 'a spelling of the token is quoted');
    });
  });

  const LOOSE = 'Zx9/marked+0123456789abcdef==';
  for (const operation of ['getOrCreate', 'update', 'rotate'] as const) {
    it(`never seen before is not quoted from a failure that is not JSON (${operation})`, () =>
      withServer([answers(500, 'Traceback: token x9marked of acme')], async (bench) => {
        const { message } = await failureOf(CALLS[operation](bench));
        assert.match(message, /The service returned 500: 33 bytes\./);
        assert.doesNotMatch(message, /marked/);
      }));
  }

  for (const said of [
    `no such key ${LOOSE}, ask again`,
    JSON.stringify({ success: 0, message: `no such key ${LOOSE}` }),
  ]) {
    it(`never seen before is blotted out of a refusal by its looks: ${said}`, () =>
      withServer([answers(400, said)], async (bench) => {
        const { message } = await failureOf(bench.client.update(bench.target, 'acme', '{}'));
        assert.match(message, /no such key •••/);
        assert.doesNotMatch(message, /marked/);
      }));
  }

  it('is not seen in words, numbers and names', () =>
    withServer(
      [answers(400, 'The unconstitutionalities of the user_group_property_mapping are 100000000000000000000 too many')],
      async (bench) => {
        assert.doesNotMatch((await failureOf(bench.client.update(bench.target, 'acme', '{}'))).message, /•••/);
      },
    ));

  it('in the query of a redirect is blotted out, and the address before it is said', () =>
    withServer(
      [answers(301, '', { location: 'https://user:new-secret@other.test/login?ticket=new-secret-1234' })],
      async (bench) => {
        const { message } = await failureOf(bench.client.update(bench.target, 'acme', '{}'));
        assert.match(message, /https:\/\/•••@other\.test\/login\?••• /);
      },
    ));

  it('of one of many is blotted out in what is said of the others, and known to those who hold it alone', () => {
    const [redactor, tokens] = [new Redactor(), new Redactor()];
    const { answeredToken: token, currentToken } = SECRETS;
    return withServer(
      [
        succeeds({ token }),
        succeeds({ token: 'another-token', name: `It is ${token}.` }),
        answers(400, JSON.stringify({ error: `${token} and ${currentToken} are wrong` })),
      ],
      async ({ client, target }) => {
        const many = { isBulk: true, tokens };
        await client.update(target, 'acme', '{}', many);
        assert.equal((await client.update(target, 'acme', '{}', many)).userGroup.name, '•••');
        assert.match(
          (await failureOf(client.rotate(target, 'acme', currentToken, many))).message,
          /"••• and ••• are wrong"/,
        );
        assert.equal(redactor.redact(`${token} ${currentToken}`), `${token} ${currentToken}`);
      },
      { redactor },
    );
  });

  it('answered as the name of a field is blotted out', () =>
    withServer([succeeds({ [SECRETS.apiToken]: 1 })], async (bench) => {
      const target = { ...bench.target, apiToken: SECRETS.apiToken };
      assert.deepEqual((await bench.client.update(target, 'acme', '{}')).unknownFields, ['user_group.•••']);
    }));

  it('is not quoted from a success with the status of a failure', () =>
    withServer([answers(400, '{"success":1,"said":"marked"}')], async (bench) => {
      assert.doesNotMatch((await failureOf(bench.client.update(bench.target, 'acme', '{}'))).message, /marked/);
    }));

  it('answered as the id of another group is blotted out', () =>
    withServer([succeeds({ token: SECRETS.answeredToken, provided_id: SECRETS.answeredToken })], async (bench) => {
      const { message } = await failureOf(bench.client.update(bench.target, 'acme', '{}'));
      assert.match(message, /about "•••" instead of "acme"/);
    }));

  it('does not stand in a failure without an answer', () =>
    withServer([resets], async (bench) => {
      const failure = await failureOf(
        bench.client.rotate({ ...bench.target, apiToken: SECRETS.apiToken }, 'acme', SECRETS.currentToken),
      );
      assert.doesNotMatch(`${failure.message}${failure.stack ?? ''}${JSON.stringify(bench.lines)}`, /secret\+/);
    }));
});
