import assert from 'node:assert/strict';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { answers, succeeds, success, type Reply } from '../../support/answeringServer.ts';
import { CALLS, failureOf, withServer } from '../../support/clientUnderTest.ts';

describe('an answer of the contract', () => {
  it('is decoded with everything it says', () =>
    withServer(
      [succeeds({ properties: { plan: 'gold' }, api_environment_tag: 'Testing' }, { new_user_group: true })],
      async (bench) => {
        const { durationMs, ...answer } = await CALLS.getOrCreate(bench);
        assert.deepEqual(answer, {
          userGroup: {
            teamId: '3',
            name: 'Acme',
            providedId: 'acme',
            properties: '{"plan":"gold"}',
            environmentTag: 'Testing',
          },
          token: 'group-token-1',
          status: 200,
          unknownFields: [],
          isNew: true,
          mayHaveBeenCreatedByThisRequest: false,
        });
        assert.ok(durationMs >= 0);
      },
    ));

  it('may leave out everything but success and the token', () =>
    withServer([answers(201, '{"success":1,"user_group":{"token":"t"}}')], async (bench) => {
      const { userGroup, token, status, isNew } = await CALLS.getOrCreate(bench);
      assert.deepEqual([token, status, isNew], ['t', 201, undefined]);
      assert.deepEqual(userGroup, {
        teamId: undefined,
        name: undefined,
        providedId: undefined,
        properties: undefined,
        environmentTag: undefined,
      });
    }));

  it('keeps the text of properties and the digits of team_id', () => {
    const properties = '{ "386":1.0, "40":1e400,\n"__proto__":{"a":[9007199254740993,null]},"a":1,"a":2 }';
    const body = `{"success":1,"user_group":{"token":"t","team_id":9007199254740993,"properties":${properties} ,"api_environment_tag":{"x":1.0}}}`;
    return withServer([answers(200, body)], async (bench) => {
      const { userGroup } = await CALLS.update(bench);
      assert.deepEqual(
        [userGroup.properties, userGroup.teamId, userGroup.environmentTag],
        [properties, '9007199254740993', '{"x":1.0}'],
      );
    });
  });

  it('may say null for properties and api_environment_tag', () =>
    withServer([succeeds({ properties: null, api_environment_tag: null })], async (bench) => {
      const { userGroup } = await CALLS.update(bench);
      assert.deepEqual([userGroup.properties, userGroup.environmentTag], [null, null]);
    }));

  it('counts the last of a repeated key, for values and for their text alike', () =>
    withServer(
      [answers(200, '{"success":1,"user_group":{"token":"old","token":"new","team_id":1,"team_id":2}}')],
      async (bench) => {
        const { token, userGroup } = await CALLS.update(bench);
        assert.deepEqual([token, userGroup.teamId], ['new', '2']);
      },
    ));

  it('names the fields that the contract does not know', () =>
    withServer(
      [
        answers(
          200,
          '{"success":1,"note":1,"__proto__":2,"user_group":{"token":"t","colour":{"team_id":1},"properties":{"free":1}}}',
        ),
      ],
      async (bench) => {
        const { unknownFields } = await CALLS.update(bench);
        assert.deepEqual(unknownFields, ['note', '__proto__', 'user_group.colour']);
      },
    ));

  it('may begin with a byte order mark and end with white space', () =>
    withServer([answers(200, `\uFEFF${success()}\r\n`)], async (bench) => {
      assert.equal((await CALLS.update(bench)).token, 'group-token-1');
    }));

  const compressed: readonly (readonly [what: string, encoding: string, body: Buffer])[] = [
    ['gzip', 'gzip', gzipSync(success())],
    ['gzip by its old name', 'x-gzip', gzipSync(success())],
    ['Brotli', 'br', brotliCompressSync(success())],
    ['deflate', 'deflate', deflateSync(success())],
    ['deflate without its header', 'deflate', deflateRawSync(success())],
    ['not at all', 'Identity', Buffer.from(success())],
  ];
  for (const [what, encoding, body] of compressed) {
    it(`may be compressed though that was not asked for: ${what}`, () => {
      return withServer([answers(200, body, { 'content-encoding': encoding })], async (bench) => {
        assert.equal((await CALLS.update(bench)).token, 'group-token-1');
        assert.equal(bench.lines[0]?.sizeBytes, body.byteLength);
      });
    });
  }

  it('may come in pieces', () => {
    const [start, end] = [success().slice(0, 20), success().slice(20)];
    const chunked = `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n14\r\n${start}\r\n${end.length.toString(16)}\r\n${end}\r\n0\r\n\r\n`;
    return withServer([(socket) => socket.write(chunked)], async (bench) => {
      assert.equal((await CALLS.update(bench)).token, 'group-token-1');
    });
  });

  it('may be about an id that consists of digits', () =>
    withServer([succeeds({ provided_id: '6' })], async ({ client, target }) => {
      assert.equal((await client.update(target, '6', '{}')).userGroup.providedId, '6');
    }));
});

describe("an answer that is not the contract's", () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const rows: readonly (readonly [what: string, reply: Reply, happened: RegExp])[] = [
    [
      'no JSON',
      answers(200, 'OK', { 'content-type': 'text/plain' }),
      /^The response is not JSON\. The service returned 200 \(text\/plain\): 2 bytes\./,
    ],
    ['no JSON, but in braces', answers(200, '{"success":1,}'), /^The response is not JSON\. The service returned 200/],
    [
      'a web page',
      answers(200, '<p>Sign in</p>', { 'content-type': 'text/html; charset=utf-8' }),
      /^A web page came instead of a response, probably a login page of the network \(200\)/,
    ],
    [
      'a web page that does not say so',
      answers(200, '\n<!DOCTYPE html><p>Sign in'),
      /^A web page came instead of a response, probably a login page of the network \(200\)/,
    ],
    ['empty', answers(200), /^The response is empty\. The service returned 200 \(application\/json\)/],
    [
      '204',
      (socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'),
      /^The response is empty\. The service returned 204/,
    ],
    [
      'cut short',
      answers(200, success().slice(0, 30)),
      /^The response is JSON that was cut short\. The service returned 200 \(application\/json\): 30 bytes\./,
    ],
    [
      'an array',
      answers(200, '[1]'),
      /^The response is not an object\. The service returned 200 \(application\/json\): an array of 3 bytes\./,
    ],
    ['null', answers(200, 'null'), /^The response is not an object/],
    ['without success', answers(200, '{"user_group":{"token":"t"}}'), /^The response has no "success"/],
    [
      'neither success 0 nor 1',
      answers(200, '{"success":2,"user_group":{"token":"t"}}'),
      /^"success" of the response is neither 0 nor 1/,
    ],
    [
      'success true',
      answers(200, '{"success":true,"user_group":{"token":"t"}}'),
      /^"success" of the response is neither 0 nor 1/,
    ],
    ['without user_group', answers(200, '{"success":1}'), /^The response has no "user_group"/],
    [
      'user_group null',
      answers(200, '{"success":1,"user_group":null}'),
      /^"user_group" of the response is not an object/,
    ],
    [
      'user_group an array',
      answers(200, '{"success":1,"user_group":[]}'),
      /^"user_group" of the response is not an object/,
    ],
    [
      'without token',
      answers(200, '{"success":1,"user_group":{"name":"x"}}'),
      /^The response has no "user_group\.token"\. The service returned 200 \(application\/json\): an object of 39 bytes with the fields success, user_group, user_group\.name\./,
    ],
    [
      'a token that is no string',
      succeeds({ token: 123456789 }),
      /^"user_group\.token" of the response is not a string/,
    ],
    ['an empty token', succeeds({ token: '' }), /^"user_group\.token" of the response is empty/],
    ['a name that is no string', succeeds({ name: 5 }), /^"user_group\.name" of the response is not a string/],
    ['an endless name', succeeds({ name: 'x'.repeat(10_001) }), /^"name" has more than 10,000 characters\./],
    ['an endless token', succeeds({ token: 'x'.repeat(10_001) }), /^"token" has more than 10,000 characters\./],
    [
      'properties without end',
      succeeds({ properties: Object.fromEntries(Array.from({ length: 20_001 }, (_, at) => [at, 1])) }),
      /^"properties" has more than 20,000 entries\./,
    ],
    [
      'a provided_id that is no string',
      succeeds({ provided_id: 6 }),
      /^"user_group\.provided_id" of the response is not a string/,
    ],
    [
      'a team_id that is no number',
      succeeds({ team_id: '3' }),
      /^"user_group\.team_id" of the response is not a number/,
    ],
    [
      'new_user_group no boolean',
      succeeds({}, { new_user_group: 'yes' }),
      /^"new_user_group" of the response is neither true nor false/,
    ],
    [
      'about another group',
      succeeds({ provided_id: 'Acme ' }),
      /^The response is about "Acme␠" instead of "acme" \(200\)/,
    ],
    ['not UTF-8', answers(200, Buffer.from(success({ name: 'Ä' }), 'latin1')), /^The response is not UTF-8 text/],
    [
      'nested without end',
      answers(200, success({ properties: 0 }).replace('"properties":0', `"properties":${deep}`)),
      /^The response nests more than 1000 levels deep/,
    ],
    [
      'compressed in another way',
      answers(200, success(), { 'content-encoding': 'zstd' }),
      /^The response has an unexpected compression/,
    ],
    [
      'damaged gzip',
      answers(200, gzipSync(success()).subarray(0, 30), { 'content-encoding': 'gzip' }),
      /^The compressed response is damaged or cut short/,
    ],
    [
      'an unexpected status',
      answers(418, 'teapot', { 'content-type': 'text/plain' }),
      /^The service returned 418 \(text\/plain\): “teapot”/,
    ],
    [
      'success with a status of failure',
      answers(404, success()),
      /^The response reports success but has a failure status\. The service returned 404 \(application\/json\)/,
    ],
    ['no HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'), /^The response is not HTTP \(HTTPParserError\)/],
  ];

  for (const [what, reply, happened] of rows) {
    it(`is refused with what came: ${what}`, () =>
      withServer([reply], async (bench) => {
        const failure = await failureOf(CALLS.update(bench));
        assert.match(failure.failure.happened, happened);
        assert.equal(failure.failure.maybeDone, 'The update may have been applied.');
        assert.equal(failure.kind, 'unexpectedResponse');
        assert.equal(bench.server.requests.length, 1);
      }));

    it(`leaves the outcome of a rotation unknown: ${what}`, () =>
      withServer([reply], async (bench) => {
        const failure = await failureOf(CALLS.rotate(bench));
        assert.match(failure.failure.happened, happened);
        assert.deepEqual(
          [failure.kind, failure.failure.maybeDone, failure.failure.remedy],
          ['outcomeUnknown', 'The token may have been rotated.', 'resolveRotation'],
        );
        assert.equal(bench.server.requests.length, 1);
      }));
  }
});

describe('an answer that is too large', () => {
  const zeros = Buffer.alloc(50_000_000);
  const padded = (bytes: number): string => success().padEnd(bytes, ' ');
  const MAYBE_DONE = {
    getOrCreate: 'It may have been created.',
    update: 'The update may have been applied.',
    rotate: 'The token may have been rotated.',
  };
  const replies: readonly (readonly [what: string, status: number, reply: Reply])[] = [
    ['a small gzip of 50 MB', 200, answers(200, gzipSync(zeros), { 'content-encoding': 'gzip' })],
    ['a small brotli of 50 MB', 200, answers(200, brotliCompressSync(zeros), { 'content-encoding': 'br' })],
    ['1.1 MB, holding a token', 200, answers(200, padded(1_100_000))],
    ['1.1 MB with a status of refusal', 400, answers(400, padded(1_100_000))],
    ['1.1 MB with a redirect', 302, answers(302, padded(1_100_000), { location: '/elsewhere' })],
    [
      'a small gzip of 50 MB with a status of refusal',
      403,
      answers(403, gzipSync(zeros), { 'content-encoding': 'gzip' }),
    ],
  ];
  for (const [what, status, reply] of replies) {
    for (const operation of ['getOrCreate', 'update', 'rotate'] as const) {
      it(`leaves the outcome unknown, whatever its status: ${what} (${operation})`, () =>
        withServer([reply], async (bench) => {
          const failure = await failureOf(CALLS[operation](bench));
          const { happened, maybeDone, remedy, status: answered } = failure.failure;
          assert.equal(happened, `The response is larger than 1 MB and was cut off (${status}).`);
          assert.deepEqual(
            [failure.kind, maybeDone, remedy, answered],
            ['outcomeUnknown', MAYBE_DONE[operation], operation === 'rotate' ? 'resolveRotation' : undefined, status],
          );
          assert.equal(bench.server.requests.length, 1);
        }));
    }
  }

  const body = (bytes: number): string => JSON.stringify({ user_group_id: 'acme' }).padEnd(bytes, ' ');
  for (const [what, sent, most, words] of [
    ['1 MB and four times what was sent', 100_000, 1_400_000, '1.4 MB'],
    ['10 MB, however much was sent', 2_500_000, 10_000_000, '10 MB'],
  ] as const) {
    it(`is one of more than ${what}`, () =>
      withServer([answers(200, padded(most)), answers(200, padded(most + 1))], async ({ client, target }) => {
        assert.equal((await client.update(target, 'acme', body(sent))).token, 'group-token-1');
        const failure = await failureOf(client.update(target, 'acme', body(sent)));
        assert.ok(
          failure.failure.happened.startsWith(`The response is larger than ${words} and was cut off (200)`),
          failure.failure.happened,
        );
      }));
  }

  it('is one of more than 1 MB to a rotation, however long the token that was sent', () =>
    withServer([answers(200, padded(1_000_000)), answers(200, padded(1_000_001))], async ({ client, target }) => {
      assert.equal((await client.rotate(target, 'acme', 'x'.repeat(100_000))).token, 'group-token-1');
      assert.equal((await failureOf(client.rotate(target, 'acme', 'x'.repeat(100_000)))).kind, 'outcomeUnknown');
    }));

  it('is kept by a rotation as far as it came', () =>
    withServer([answers(200, padded(1_100_000))], async ({ client, target }) => {
      const kept: string[] = [];
      await failureOf(
        client.rotate(target, 'acme', 'group-token-0', { onAnswer: (came) => Promise.resolve(void kept.push(came)) }),
      );
      assert.match(kept.join(''), /"token":"group-token-1"/);
    }));
});
