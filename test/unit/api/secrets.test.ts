import assert from 'node:assert/strict';
import { Redactor } from '../../../src/core/redactor.ts';
import { answers, resets, succeeds, type Reply } from '../../support/answeringServer.ts';
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
  const places = [
    (said: string) => answers(400, `{"error":"${said} is wrong"}`),
    (said: string) => answers(418, said),
    (said: string) => answers(301, '', { location: `/login?next=${said}` }),
    (said: string) => answers(200, 'x', { 'content-type': `text/${said}` }),
  ];
  for (const [name, secret] of Object.entries(SECRETS))
    it(`is redacted in each spelling, in a body, a Location or a content type (${name})`, async () => {
      for (const spelling of spellings(secret))
        for (const place of places)
          await withServer([succeeds({ token: SECRETS.answeredToken }), place(spelling)], async (bench) => {
            const target = { ...bench.target, apiToken: SECRETS.apiToken };
            await bench.client.update(target, 'acme', '{}');
            const { message } = await failureOf(bench.client.rotate(target, 'acme', SECRETS.currentToken));
            const readable = message + JSON.stringify(bench.lines);
            assert.match(message, /•••/);
            assert.ok(
              traces(secret).every((trace) => !readable.includes(trace)),
              place(spelling).toString(),
            );
          });
    });

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
  ] as const)
    it(`never seen before is not quoted where an answer is not the contract's: a token ${what}`, async () => {
      for (const [status, operation] of [
        [200, 'getOrCreate'],
        [201, 'update'],
        [200, 'rotate'],
        [500, 'rotate'],
        [302, 'rotate'],
      ] as const)
        await withServer([answers(status, body)], async (bench) => {
          const { message, stack = '' } = await failureOf(CALLS[operation](bench));
          assert.doesNotMatch(`${message}${stack}${JSON.stringify(bench.lines)}`, /marked/);
          assert.match(message, /of \d+ bytes|: \d+ bytes|reports success but has a failure status/);
        });
    });

  /** What is read of the failure of an update. */
  const updateAnswered = async (reply: Reply): Promise<string> => {
    let message = '';
    await withServer([reply], async (bench) => {
      const target = { ...bench.target, apiToken: SECRETS.apiToken };
      ({ message } = await failureOf(bench.client.update(target, 'acme', '{}')));
    });
    return message;
  };
  const LOOSE = 'Zx9/marked+0123456789abcdef==';
  const escaped = Array.from(SECRETS.apiToken, (character) => `%25${character.charCodeAt(0).toString(16)}`).join('');
  const elsewhere = 'https://user:new-secret@other.test/login?ticket=new-secret-1234';
  const refusals: readonly (readonly [what: string, body: string | Reply, said: RegExp, never: string])[] = [
    ['a token', '{"success":0,"user_group":{"token" : "new-secret-1234"}}', /•••/, 'secret'],
    ['a name spelled with escapes', '{"success":0,"\\u0074oken":["new-secret-1234"]}', /•••/, 'secret'],
    ['a password', '{"success":0,"proxyPassword":{"is":"new-secret-1234"}}', /•••/, 'secret'],
    ['an error cut short', '{"success":0,"new_token":"new-secret-1234', /•••/, 'secret'],
    ['a text by its looks', `no such key ${LOOSE}, ask again`, /no such key •••/, 'marked'],
    ['JSON by its looks', `{"success":0,"message":"no such key ${LOOSE}"}`, /no such key •••/, 'marked'],
    ['a long answer', `said ${escaped} to ${'y '.repeat(120_000)}`, /said/, escaped.slice(0, 30)],
    ['a redirect', answers(301, '', { location: elsewhere }), /https:\/\/•••@other\.test\/login\?••• /, 'secret'],
    ['a success with 400', '{"success":1,"said":"marked"}', /reports success/, 'marked'],
    ['a failure that is not JSON', answers(500, 'Traceback: token x9marked of acme'), /500: 33 bytes\./, 'marked'],
    ['a group about which it is', succeeds({ provided_id: SECRETS.apiToken }), /about "•••" instead of "acme"/, 'api/'],
  ];
  for (const [what, reply, said, never] of refusals)
    it(`is redacted in ${what}`, async () => {
      const message = await updateAnswered(typeof reply === 'string' ? answers(400, reply) : reply);
      assert.match(message, said);
      assert.ok(!message.includes(never), message);
    });

  const cutAfter = [4, 6, 8, 12].map((shown) => {
    const before = `{"success":0,"token":"${'x'.repeat(19_900)}","said":"of `;
    return `${before.padEnd(20_000 - shown, 'y')}${SECRETS.apiToken} and more"}`;
  });
  it('is redacted where a long answer is cut', () =>
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

  it('is not seen in words, numbers and names', () =>
    withServer(
      [answers(400, 'The unconstitutionalities of the user_group_property_mapping are 100000000000000000000 too many')],
      async (bench) => {
        assert.doesNotMatch((await failureOf(bench.client.update(bench.target, 'acme', '{}'))).message, /•••/);
      },
    ));

  it('of one of many is redacted in what is said of the others, and known to those who hold it alone', () => {
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

  it('answered as the name of a field is redacted', () =>
    withServer([succeeds({ [SECRETS.apiToken]: 1 })], async (bench) => {
      const target = { ...bench.target, apiToken: SECRETS.apiToken };
      assert.deepEqual((await bench.client.update(target, 'acme', '{}')).unknownFields, ['user_group.•••']);
    }));

  it('does not stand in a failure without an answer', () =>
    withServer([resets], async (bench) => {
      const failure = await failureOf(
        bench.client.rotate({ ...bench.target, apiToken: SECRETS.apiToken }, 'acme', SECRETS.currentToken),
      );
      assert.doesNotMatch(`${failure.message}${failure.stack ?? ''}${JSON.stringify(bench.lines)}`, /secret\+/);
    }));
});
