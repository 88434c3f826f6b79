import assert from 'node:assert/strict';
import { answers, resets, succeeds, writesAndEnds, type Reply } from '../../support/answeringServer.ts';
import { CALLS, failureOf, NOW, withServer } from '../../support/clientUnderTest.ts';
import { HELD_SECONDS, heldTimers } from '../../support/heldTimers.ts';

const OPERATIONS = ['getOrCreate', 'update', 'rotate'] as const;

/** Says nothing, and the deadline comes at once. */
function untilDeadline(): Reply {
  const timers = heldTimers();
  return () => {
    timers.goOff();
  };
}

describe('a connection that the service dropped while it was idle', () => {
  const goesOff = untilDeadline();

  const dropsAndLeaves: Reply = (socket, server) => {
    server.stopListening();
    socket.resetAndDestroy();
  };

  for (const operation of ['getOrCreate', 'update'] as const) {
    it(`costs one more try on a fresh one (${operation})`, () =>
      withServer([succeeds(), resets, succeeds()], async (bench) => {
        await CALLS[operation](bench);
        await CALLS[operation](bench);
        assert.deepEqual(
          bench.server.requests.map(({ connection }) => connection),
          [1, 1, 2],
        );
        assert.deepEqual(
          bench.lines.map(({ attempt, outcome }) => `${attempt} ${outcome}`),
          ['1 200', '1 no answer: ECONNRESET', '2 200'],
        );
      }));

    for (const [what, script, requests, happened] of [
      ['is not made up for twice', [succeeds(), resets], 3, /ECONNRESET/],
      ['is not made up for once a byte of the answer came', [succeeds(), writesAndEnds('HTTP/1.1 2')], 2, /UND_ERR/],
      ['is distinguished from one that stays silent until the deadline', [succeeds(), goesOff], 2, /within 55 s/],
      ['leaves the outcome unknown when no other can be made', [succeeds(), dropsAndLeaves], 2, /ECONNREFUSED/],
    ] as const)
      it(`${what} (${operation})`, () =>
        withServer(script, async (bench) => {
          const held = { ...bench, target: { ...bench.target, timeoutSeconds: HELD_SECONDS } };
          await CALLS[operation](held);
          const { kind, message } = await failureOf(CALLS[operation](held));
          assert.deepEqual([kind, bench.server.requests.length], ['outcomeUnknown', requests]);
          assert.match(message, happened);
        }));

    it(`is distinguished from a fresh one that breaks, as the successor of one whose end was seen (${operation})`, () =>
      withServer(
        [
          (socket, server) => {
            succeeds()(socket, server);
            socket.end();
          },
          resets,
        ],
        async (bench) => {
          await CALLS[operation](bench);
          await bench.server.allClosed();
          assert.equal((await failureOf(CALLS[operation](bench))).kind, 'outcomeUnknown');
          assert.equal(bench.server.requests.length, 2);
        },
      ));
  }

  it('is not replaced by another idle one', () =>
    withServer([succeeds(), succeeds(), resets, succeeds()], async (bench) => {
      await Promise.all([CALLS.update(bench), CALLS.update(bench)]);
      assert.equal(bench.server.connections, 2);
      await CALLS.update(bench);
      assert.equal(bench.server.requests.at(-1)?.connection, 3);
    }));

  for (const [newUserGroup, expected] of [
    [false, true],
    [true, false],
    [undefined, true],
  ] as const) {
    it(`makes new_user_group ${String(newUserGroup)} prove ${expected ? 'nothing' : 'something'}`, () =>
      withServer([succeeds(), resets, succeeds({}, { new_user_group: newUserGroup })], async (bench) => {
        assert.equal((await CALLS.getOrCreate(bench)).mayHaveBeenCreatedByThisRequest, false);
        const { isNew, mayHaveBeenCreatedByThisRequest } = await CALLS.getOrCreate(bench);
        assert.deepEqual([isNew, mayHaveBeenCreatedByThisRequest], [newUserGroup, expected]);
      }));
  }
});

describe('a service that is busy', () => {
  const rows: readonly (readonly [what: string, retryAfter: string, seconds: number])[] = [
    ['seconds', '7', 7],
    ['as many seconds as anybody would wait', '60', 60],
    ['a date', new Date(NOW + 30_000).toUTCString(), 30],
    ['a date that has passed', new Date(NOW - 30_000).toUTCString(), 0],
    ['words that nobody understands', 'soon', 1],
    ['a number that is none of seconds', '1.5', 1],
  ];
  for (const [what, retryAfter, seconds] of rows)
    it(`is waited for as it asks, visibly (${what})`, async () => {
      for (const status of [429, 503])
        for (const operation of ['getOrCreate', 'update'] as const)
          await withServer(
            [answers(status, '', { 'retry-after': retryAfter }), succeeds()],
            async ({ client, target, waits, server }) => {
              const reported: unknown[] = [];
              await client[operation](target, 'acme', '{}', { onWaiting: (...waiting) => reported.push(waiting) });
              assert.deepEqual([reported, waits], [[[seconds, 'service']], [seconds]]);
              assert.ok(server.requests.every(({ connection }) => connection === 1));
            },
          );
    });

  for (const [status, kind] of [
    [429, 'rateLimited'],
    [503, 'unavailable'],
  ] as const) {
    it(`is asked three times at most (${status})`, () =>
      withServer([answers(status)], async (bench) => {
        assert.equal((await failureOf(CALLS.update(bench))).kind, kind);
        assert.deepEqual([bench.waits, bench.server.requests.length], [[1, 3], 3]);
      }));

    for (const [what, retryAfter] of [
      ['a number of seconds that nobody lives to see', '99999999999999999999999999'],
      ['a date', 'Fri, 31 Dec 9999 23:59:59 GMT'],
    ] as const)
      it(`asks for no more than the user can wait (${status}, ${what})`, () =>
        withServer([answers(status, '', { 'retry-after': retryAfter })], async (bench) => {
          assert.equal((await failureOf(CALLS.update(bench))).failure.next, 'Try again in 300 s.');
        }));

    it(`is not waited for longer than the user would (${status})`, () =>
      withServer([answers(status, '', { 'retry-after': '61' })], async (bench) => {
        const failure = await failureOf(CALLS.update(bench));
        assert.deepEqual([failure.kind, failure.failure.status], [kind, status]);
        assert.equal(failure.failure.next, 'Try again in 61 s.');
        assert.deepEqual([bench.waits, bench.server.requests.length], [[], 1]);
      }));
  }

  it('may have created the group before it said so with 503, not with 429', async () => {
    for (const [status, expected] of [
      [503, true],
      [429, false],
    ] as const) {
      await withServer([answers(status), succeeds({}, { new_user_group: false })], async (bench) => {
        assert.equal((await CALLS.getOrCreate(bench)).mayHaveBeenCreatedByThisRequest, expected);
      });
    }
  });

  it('leaves the outcome unknown when 503 ends in a refusal, or in 429', async () => {
    for (const [status, next] of [
      [403, 'Use an API token that may write, or check whether a proxy drops the body of a GET.'],
      [404, 'Check the base URL, the ID and the API of the connection.'],
      [429, 'Try again in a minute.'],
    ] as const)
      await withServer([answers(503), answers(status)], async (bench) => {
        const { kind, failure } = await failureOf(CALLS.getOrCreate(bench));
        assert.deepEqual(
          [kind, failure.status, failure.maybeDone, failure.next],
          ['outcomeUnknown', status, 'It may have been created.', next],
        );
      });
  });
});

describe('a connection that cannot be made', () => {
  it('is not reported as one that the service asks to wait for', () =>
    withServer([succeeds()], async ({ client, target, server }) => {
      server.stopListening();
      const reported: number[] = [];
      await failureOf(client.update(target, 'acme', '{}', { onWaiting: (seconds) => reported.push(seconds) }));
      assert.deepEqual(reported, []);
    }));

  for (const operation of OPERATIONS) {
    it(`is tried three times, since nothing left (${operation})`, () =>
      withServer([succeeds()], async (bench) => {
        bench.server.stopListening();
        await failureOf(CALLS[operation](bench));
        assert.deepEqual(bench.waits, [0.2, 0.6]);
        assert.deepEqual(
          bench.lines.map(({ attempt, outcome }) => [attempt, outcome]),
          [1, 2, 3].map((attempt) => [attempt, 'no answer: ECONNREFUSED']),
        );
      }));
  }
});

describe('a rotation', () => {
  const goesOff = untilDeadline();
  const replies: readonly (readonly [what: string, reply: Reply])[] = [
    ['a reset', resets],
    ['an end', (socket) => socket.end()],
    ['silence until the deadline', goesOff],
    ['half an answer', writesAndEnds('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{')],
    ['429', answers(429, '', { 'retry-after': '0' })],
    ['500', answers(500)],
    ['503', answers(503, '', { 'retry-after': '0' })],
    ['a redirect', answers(307, '', { location: '/api/user' })],
    ['no JSON', answers(200, 'OK')],
  ];
  for (const [what, reply] of replies) {
    it(`is sent once, whatever comes: ${what}`, () =>
      withServer([reply, succeeds()], async (bench) => {
        await failureOf(CALLS.rotate({ ...bench, target: { ...bench.target, timeoutSeconds: HELD_SECONDS } }));
        assert.deepEqual([bench.server.requests.length, bench.lines.length], [1, 1]);
      }));
  }

  it('goes over a connection of its own each time', () =>
    withServer([succeeds()], async (bench) => {
      await CALLS.getOrCreate(bench);
      await CALLS.rotate(bench);
      await CALLS.rotate(bench);
      assert.deepEqual(
        bench.server.requests.map(({ connection }) => connection),
        [1, 2, 3],
      );
    }));

  it('without a known id accepts the one that is answered', () =>
    withServer([succeeds({ provided_id: 'other' })], async ({ client, target }) => {
      assert.equal((await client.rotate(target, undefined, 'group-token-0')).userGroup.providedId, 'other');
    }));
});
