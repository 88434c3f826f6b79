import assert from 'node:assert/strict';
import { answers, resets, succeeds, writesAndEnds, type Reply } from '../../support/answeringServer.ts';
import { CALLS, failureOf, NOW, withServer } from '../../support/clientUnderTest.ts';
import { HELD_SECONDS, heldTimers } from '../../support/heldTimers.ts';

const OPERATIONS = ['getOrCreate', 'update', 'rotate'] as const;

describe('a connection that the service dropped while it was idle', () => {
  const timers = heldTimers();

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
          bench.lines.map(({ attempt, outcome }) => [attempt, outcome]),
          [
            [1, '200'],
            [1, 'no answer: ECONNRESET'],
            [2, '200'],
          ],
        );
      }));

    it(`is not made up for twice (${operation})`, () =>
      withServer([succeeds(), resets], async (bench) => {
        await CALLS[operation](bench);
        assert.equal((await failureOf(CALLS[operation](bench))).kind, 'outcomeUnknown');
        assert.equal(bench.server.requests.length, 3);
      }));

    it(`is not made up for once a byte of the answer came (${operation})`, () =>
      withServer([succeeds(), writesAndEnds('HTTP/1.1 2')], async (bench) => {
        await CALLS[operation](bench);
        assert.equal((await failureOf(CALLS[operation](bench))).kind, 'outcomeUnknown');
        assert.equal(bench.server.requests.length, 2);
      }));

    it(`is distinguished from a fresh one that breaks (${operation})`, () =>
      withServer([resets], async (bench) => {
        assert.equal((await failureOf(CALLS[operation](bench))).kind, 'outcomeUnknown');
        assert.equal(bench.server.requests.length, 1);
      }));

    it(`is distinguished from one that stays silent until the deadline (${operation})`, () => {
      const silent = (): void => {
        timers.goOff();
      };
      return withServer([succeeds(), silent], async (bench) => {
        const held = { ...bench, target: { ...bench.target, timeoutSeconds: HELD_SECONDS } };
        await CALLS[operation](held);
        assert.equal((await failureOf(CALLS[operation](held))).kind, 'outcomeUnknown');
        assert.equal(bench.server.requests.length, 2);
      });
    });

    it(`is not met when its end was seen in time, so that its successor counts as fresh (${operation})`, () => {
      const answersAndEnds: Reply = (socket, server) => {
        succeeds()(socket, server);
        socket.end();
      };
      return withServer([answersAndEnds, resets], async (bench) => {
        await CALLS[operation](bench);
        await bench.server.allClosed();
        assert.equal((await failureOf(CALLS[operation](bench))).kind, 'outcomeUnknown');
        assert.deepEqual(
          bench.server.requests.map(({ connection }) => connection),
          [1, 2],
        );
      });
    });

    it(`leaves the outcome unknown when no other can be made (${operation})`, () => {
      const dropsAndLeaves: Reply = (socket, server) => {
        server.stopListening();
        socket.resetAndDestroy();
      };
      return withServer([succeeds(), dropsAndLeaves], async (bench) => {
        await CALLS[operation](bench);
        const {
          failure: { kind, happened, maybeDone },
        } = await failureOf(CALLS[operation](bench));
        assert.deepEqual([kind, maybeDone !== undefined], ['outcomeUnknown', true]);
        assert.match(happened, /refuses the connection \(ECONNREFUSED\)/);
      });
    });
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
    ['as many seconds as a person would wait', '60', 60],
    ['a date', new Date(NOW + 30_000).toUTCString(), 30],
    ['a date that has passed', new Date(NOW - 30_000).toUTCString(), 0],
    ['words that nobody understands', 'soon', 1],
    ['a number that is none of seconds', '1.5', 1],
  ];
  for (const [what, retryAfter, seconds] of rows) {
    for (const status of [429, 503]) {
      for (const operation of ['getOrCreate', 'update'] as const) {
        it(`is waited for as it asks, visibly (${status}, ${what}, ${operation})`, () =>
          withServer(
            [answers(status, '', { 'retry-after': retryAfter }), succeeds()],
            async ({ client, target, waits, server }) => {
              const reported: [number, string][] = [];
              await client[operation](target, 'acme', '{}', { onWaiting: (...waiting) => reported.push(waiting) });
              assert.deepEqual(reported, [[seconds, 'service']]);
              assert.deepEqual(waits, [seconds]);
              assert.deepEqual(
                server.requests.map(({ connection }) => connection),
                [1, 1],
              );
            },
          ));
      }
    }
  }

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

    it(`is not waited for longer than a person would (${status})`, () =>
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

  it('leaves the outcome unknown when 503 ends in a refusal', async () => {
    for (const [status, first] of [
      [403, 'Use an API token that may write, or check whether a proxy drops the body of a GET.'],
      [404, 'Check the base URL, the ID and the API of the connection.'],
    ] as const) {
      await withServer([answers(503), answers(status)], async (bench) => {
        const failure = await failureOf(CALLS.getOrCreate(bench));
        assert.deepEqual([failure.kind, failure.failure.status], ['outcomeUnknown', status]);
        assert.match(failure.message, new RegExp(`\\(${status}\\)\\. It may have been created\\. ${first}$`));
      });
    }
  });

  it('leaves the outcome unknown when 503 ends in 429', () =>
    withServer([answers(503), answers(429)], async (bench) => {
      assert.equal((await failureOf(CALLS.update(bench))).kind, 'outcomeUnknown');
    }));
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
  const timers = heldTimers();
  const silentlyEnds: Reply = (socket) => socket.end();
  const replies: readonly (readonly [what: string, reply: Reply])[] = [
    ['a reset', resets],
    ['an end', silentlyEnds],
    [
      'silence until the deadline',
      () => {
        timers.goOff();
      },
    ],
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
        assert.equal(bench.server.requests.length, 1);
        assert.equal(bench.lines.length, 1);
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

  it('of a token that belongs to another group says so', () =>
    withServer([succeeds({ provided_id: 'other' })], async (bench) => {
      const {
        failure: { kind, happened, maybeDone },
      } = await failureOf(CALLS.rotate(bench));
      assert.deepEqual(
        [kind, happened, maybeDone],
        [
          'outcomeUnknown',
          'The response is about "other" instead of "acme" (200).',
          'The token may have been rotated.',
        ],
      );
    }));

  it('without a known id accepts the one that is answered', () =>
    withServer([succeeds({ provided_id: 'other' })], async ({ client, target }) => {
      assert.equal((await client.rotate(target, undefined, 'group-token-0')).userGroup.providedId, 'other');
    }));
});
