import assert from 'node:assert/strict';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { assertApproved, type Said } from '../../support/approved.ts';
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
});

describe("an answer that is not the contract's", () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const many = Object.fromEntries(Array.from({ length: 20_001 }, (_, at) => [at, 1]));
  const ok = (body: string): Reply => answers(200, body);
  const of = (body: string | Uint8Array, encoding: string): Reply =>
    answers(200, body, { 'content-encoding': encoding });
  const typed = (status: number, body: string, type: string): Reply => answers(status, body, { 'content-type': type });
  const rows: readonly (readonly [situation: string, reply: Reply])[] = [
    ['no JSON', typed(200, 'OK', 'text/plain')],
    ['no JSON, but in braces', ok('{"success":1,}')],
    ['a web page', typed(200, '<p>Sign in</p>', 'text/html; charset=utf-8')],
    ['a web page that does not say so', ok('\n<!DOCTYPE html><p>Sign in')],
    ['empty', ok('')],
    ['204', (socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n')],
    ['cut short', ok(success().slice(0, 30))],
    ['an array', ok('[1]')],
    ['null', ok('null')],
    ['without success', ok('{"user_group":{"token":"t"}}')],
    ['neither success 0 nor 1', ok('{"success":2,"user_group":{"token":"t"}}')],
    ['success true', ok('{"success":true,"user_group":{"token":"t"}}')],
    ['without user_group', ok('{"success":1}')],
    ['user_group null', ok('{"success":1,"user_group":null}')],
    ['user_group an array', ok('{"success":1,"user_group":[]}')],
    ['without token', ok('{"success":1,"user_group":{"name":"x"}}')],
    ['a token that is no string', succeeds({ token: 123456789 })],
    ['an empty token', succeeds({ token: '' })],
    ['an endless token', succeeds({ token: 'x'.repeat(10_001) })],
    ['a name that is no string', succeeds({ name: 5 })],
    ['an endless name', succeeds({ name: 'x'.repeat(10_001) })],
    ['properties without end', succeeds({ properties: many })],
    ['a provided_id that is no string', succeeds({ provided_id: 6 })],
    ['a team_id that is no number', succeeds({ team_id: '3' })],
    ['new_user_group no boolean', succeeds({}, { new_user_group: 'yes' })],
    ['about another group', succeeds({ provided_id: 'Acme ' })],
    ['not UTF-8', answers(200, Buffer.from(success({ name: 'Ä' }), 'latin1'))],
    ['nested without end', ok(success({ properties: 0 }).replace('"properties":0', `"properties":${deep}`))],
    ['compressed in another way', of(success(), 'zstd')],
    ['damaged gzip', of(gzipSync(success()).subarray(0, 30), 'gzip')],
    ['an unexpected status', typed(418, 'teapot', 'text/plain')],
    ['success with a status of failure', answers(404, success())],
    ['no HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
  ];

  it('is refused with what came, and leaves the outcome of a rotation unknown', async () => {
    const said: Said[] = [];
    for (const [situation, reply] of rows)
      await withServer([reply], async (bench) => {
        const { kind, failure } = await failureOf(CALLS.update(bench));
        assert.deepEqual([kind, failure.maybeDone], ['unexpectedResponse', 'The update may have been applied.']);
        const rotation = (await failureOf(CALLS.rotate(bench))).failure;
        assert.deepEqual([rotation.kind, rotation.remedy], ['outcomeUnknown', 'resolveRotation']);
        assert.equal(rotation.maybeDone, 'The token may have been rotated.');
        const ofRotation = rotation.happened === failure.happened ? [] : [`rotate: ${rotation.happened}`];
        said.push([situation, [failure.happened, failure.next ?? '', ...ofRotation].filter((line) => line !== '')]);
        assert.equal(bench.server.requests.length, 2, 'neither is sent again');
      });
    assertApproved('api/answers', said);
  });
});

describe('an answer that is too large', () => {
  const zeros = Buffer.alloc(50_000_000);
  const padded = (bytes: number): string => success().padEnd(bytes, ' ');
  const replies: readonly (readonly [what: string, status: number, reply: Reply])[] = [
    ['a small gzip of 50 MB', 200, answers(200, gzipSync(zeros), { 'content-encoding': 'gzip' })],
    ['a small brotli of 50 MB', 200, answers(200, brotliCompressSync(zeros), { 'content-encoding': 'br' })],
    ['1.1 MB, holding a token', 200, answers(200, padded(1_100_000))],
    ['1.1 MB with a status of refusal', 400, answers(400, padded(1_100_000))],
    ['1.1 MB with a redirect', 302, answers(302, padded(1_100_000), { location: '/elsewhere' })],
    ['a small gzip of 50 MB with 403', 403, answers(403, gzipSync(zeros), { 'content-encoding': 'gzip' })],
  ];
  for (const [what, status, reply] of replies)
    it(`leaves the outcome unknown with any status: ${what}`, () =>
      withServer([reply], async (bench) => {
        for (const operation of ['getOrCreate', 'update', 'rotate'] as const) {
          const { kind, failure } = await failureOf(CALLS[operation](bench));
          const { happened, remedy, status: answered } = failure;
          assert.equal(happened, `The response is larger than 1 MB and was cut off (${status}).`);
          const expected = operation === 'rotate' ? 'resolveRotation' : undefined;
          assert.deepEqual([kind, remedy, answered], ['outcomeUnknown', expected, status]);
        }
        assert.equal(bench.server.requests.length, 3);
      }));

  const body = (bytes: number): string => JSON.stringify({ user_group_id: 'acme' }).padEnd(bytes, ' ');
  for (const [what, sent, most, words] of [
    ['1 MB and four times what was sent', 100_000, 1_400_000, '1.4 MB'],
    ['10 MB, however much was sent', 2_500_000, 10_000_000, '10 MB'],
  ] as const) {
    it(`is one of more than ${what}`, () =>
      withServer([answers(200, padded(most)), answers(200, padded(most + 1))], async ({ client, target }) => {
        assert.equal((await client.update(target, 'acme', body(sent))).token, 'group-token-1');
        const { happened } = (await failureOf(client.update(target, 'acme', body(sent)))).failure;
        assert.ok(happened.startsWith(`The response is larger than ${words} and was cut off (200)`), happened);
      }));
  }

  it('is one of more than 1 MB to a rotation, which keeps it as far as it came', () =>
    withServer([answers(200, padded(1_000_000)), answers(200, padded(1_000_001))], async ({ client, target }) => {
      const long = 'x'.repeat(100_000);
      assert.equal((await client.rotate(target, 'acme', long)).token, 'group-token-1');
      const kept: string[] = [];
      const onAnswer = (came: string): Promise<void> => Promise.resolve(void kept.push(came));
      assert.equal((await failureOf(client.rotate(target, 'acme', long, { onAnswer }))).kind, 'outcomeUnknown');
      assert.match(kept.join(''), /"token":"group-token-1"/);
    }));
});
