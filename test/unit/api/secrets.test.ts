import assert from 'node:assert/strict';
import { answers, resets, succeeds } from '../../support/answeringServer.ts';
import { failureOf, withServer } from '../../support/clientUnderTest.ts';

const SECRETS = { apiToken: 'api/secret+7f3a=', currentToken: 'current/secret+91bc=', answeredToken: 'answered/secret+55de=' } as const;

const spellings = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  ...['', 'a', 'ab'].map((before) => Buffer.from(`${before}${secret}`).toString('base64')),
];

/** What could be read out of any of these spellings. */
const traces = (secret: string): string[] => [...spellings(secret), secret.slice(4, 12), Buffer.from(`:${secret}`).toString('base64').slice(6, 14)];

describe('a secret', () => {
  for (const [name, secret] of Object.entries(SECRETS)) {
    for (const spelling of spellings(secret)) {
      for (const [what, reply] of [
        ['a body', (said: string) => answers(400, `{"error":"${said} is wrong"}`)],
        ['a body that is no answer', (said: string) => answers(200, said)],
        ['a Location', (said: string) => answers(301, '', { location: `/login?next=${said}` })],
        ['a content type', (said: string) => answers(200, 'x', { 'content-type': `text/${said}` })],
      ] as const) {
        it(`sent back in ${what} is blotted out (${name} as ${spelling})`, () => withServer([
          succeeds({ token: SECRETS.answeredToken }), reply(spelling),
        ], async (bench) => {
          const target = { ...bench.target, apiToken: SECRETS.apiToken };
          await bench.client.update(target, 'acme', '{}');
          const { message } = await failureOf(bench.client.rotate(target, 'acme', SECRETS.currentToken));
          const readable = message + JSON.stringify(bench.lines);
          assert.match(message, /•••/);
          assert.deepEqual(traces(secret).filter((trace) => readable.includes(trace)), []);
        }));
      }
    }
  }

  for (const [what, body] of [
    ['of a group that cannot be decoded', '{"success":1,"user_group":{"name":5,"token":"new-\\"secret\\"-1234"}}'],
    ['in an answer cut short', '{"success":1,"user_group":{"token":"new-\\"secret'],
    ['under another name', '{"success":1,"userGroupToken":"new-\\"secret\\"-1234"}'],
    ['that is not a string', '{"success":1,"user_group":{"token":{"value":"new-secret-1234"}}}'],
    ['in an answer that says no', '{"success":0,"user_group":{"token" : "new-secret-1234"}}'],
  ] as const) {
    it(`never seen before is blotted out by its field: a token ${what}`, () => withServer([answers(200, body)], async (bench) => {
      const { message } = await failureOf(bench.client.update(bench.target, 'acme', '{}'));
      assert.match(message, /•••/);
      assert.doesNotMatch(message, /secret/);
    }));
  }

  it('answered as the id of another group is blotted out', () => withServer([
    succeeds({ token: SECRETS.answeredToken, provided_id: SECRETS.answeredToken }),
  ], async (bench) => {
    const { message } = await failureOf(bench.client.update(bench.target, 'acme', '{}'));
    assert.match(message, /the user group ••• where acme/);
  }));

  it('does not stand in a failure without an answer', () => withServer([resets], async (bench) => {
    const failure = await failureOf(bench.client.rotate({ ...bench.target, apiToken: SECRETS.apiToken }, 'acme', SECRETS.currentToken));
    assert.doesNotMatch(`${failure.message}${failure.stack ?? ''}${JSON.stringify(bench.lines)}`, /secret\+/);
  }));
});
