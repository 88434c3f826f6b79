import assert from 'node:assert/strict';
import type { ErrorKind } from '../../../src/core/errors.ts';
import {
  answers,
  resets,
  staysSilent,
  succeeds,
  writes,
  writesAndEnds,
  type Reply,
} from '../../support/answeringServer.ts';
import { CALLS, failureOf, withServer, type Bench } from '../../support/clientUnderTest.ts';
import { HELD_SECONDS, heldTimers } from '../../support/heldTimers.ts';
import { OTHER_API } from '../../support/otherService.ts';

type Operation = keyof typeof CALLS;
const OPERATIONS: readonly Operation[] = ['getOrCreate', 'update', 'rotate'];
const PATIENT = { timeoutSeconds: 10 };
const HELD = { timeoutSeconds: HELD_SECONDS };

/** The failure that one call ends in. */
async function fails(
  operation: Operation,
  script: readonly Reply[],
  { timeoutSeconds } = PATIENT,
): Promise<{ kind: ErrorKind; status: number | undefined; message: string }> {
  let reported = { kind: 'cancelled' as ErrorKind, status: undefined as number | undefined, message: '' };
  await withServer(script, async (bench) => {
    const {
      failure: { kind, status },
      message,
    } = await failureOf(CALLS[operation]({ ...bench, target: { ...bench.target, timeoutSeconds } }));
    reported = { kind, status, message: message.replaceAll(bench.server.host, 'HOST') };
  });
  return reported;
}

describe('a refusal by the service', () => {
  const rows: readonly (readonly [status: number, body: string, kind: ErrorKind, message: string])[] = [
    [
      401,
      '{"detail":"Invalid token."}',
      'unauthorized',
      'The service rejected the API token (401: “{"detail":"Invalid token."}”). Set the API token again.',
    ],
    [
      403,
      '',
      'forbidden',
      "The service doesn't permit this with the present API token (403). Use an API token that may write.",
    ],
    [
      404,
      '',
      'notFound',
      'The service found nothing at METHOD /api/user (404). Check the base URL, the ID and the API of the connection.',
    ],
    [409, 'taken', 'conflict', 'The service reports a conflict (409: “taken”). Fetch it to see the current values.'],
    [
      400,
      '{"success":0,"message":"mapping"}',
      'invalid',
      'The service rejected the request (400: “{"success":0,"message":"mapping"}”).',
    ],
    [422, 'name', 'invalid', 'The service rejected the request (422: “name”).'],
    [413, '{"success":0}', 'invalid', 'The service rejected the request (413: “{"success":0}”).'],
    [
      200,
      '{"success":0,"message":"no"}',
      'invalid',
      'The service rejected the request with "success": 0 (200: “{"success":0,"message":"no"}”).',
    ],
  ];
  const rejectedNext = { update: 'Correct the document.', rotate: 'Fetch it to get its current token.' };
  for (const [status, body, kind, message] of rows) {
    for (const operation of ['update', 'rotate'] as const) {
      it(`is ${kind} for ${status} ${body} to ${operation}`, async () => {
        assert.deepEqual(await fails(operation, [answers(status, body)]), {
          kind,
          status,
          message:
            kind === 'invalid'
              ? `${message} ${rejectedNext[operation]}`
              : message.replace('METHOD', operation === 'update' ? 'PUT' : 'POST'),
        });
      });
    }
  }

  for (const status of [400, 422, 200]) {
    it(`hints at a proxy when a get-or-create is refused with ${status}`, async () => {
      const { message } = await fails('getOrCreate', [answers(status, '{"success":0}')]);
      assert.match(message, /\. Correct the document, or check whether a proxy drops the body of a GET\.$/);
    });
  }

  it('hints at no proxy where a get-or-create is no GET', async () => {
    for (const status of [400, 403])
      await withServer([answers(status)], async (bench) => {
        const api = { ...bench.target.api, operations: OTHER_API.operations };
        const { message } = await failureOf(CALLS.getOrCreate({ ...bench, target: { ...bench.target, api } }));
        assert.doesNotMatch(message, /proxy/);
      });
  });

  it('names the path where nothing is, shortened', async () =>
    withServer([answers(404)], async (bench) => {
      const path = `/${'a'.repeat(400)}/`;
      const api = {
        ...bench.target.api,
        operations: { ...OTHER_API.operations, update: { method: 'PATCH', path } },
      } as const;
      const { message } = await failureOf(CALLS.update({ ...bench, target: { ...bench.target, api } }));
      assert.match(message, /found nothing at PATCH \/a{50,149}… \(404\)\. Check/);
    }));

  it('does not quote a web page', async () => {
    const { kind, message } = await fails('update', [
      answers(404, '<html>Blocked</html>', { 'content-type': 'text/html' }),
    ]);
    assert.equal(kind, 'notFound');
    assert.match(message, /\(404: a web page\)\. Check/);
  });

  it('quotes no more than a person reads, control characters spelt out and link syntax broken', async () => {
    const { message } = await fails('update', [
      answers(409, `[x](command:rm) \u0007${'y'.repeat(500)}`, { 'content-type': 'text/plain' }),
    ]);
    assert.match(message, /“\[x\]\u200B\(command:rm\) \\u\{0007\}y+…”/);
    assert.ok(message.length < 400, message);
  });

  it('of too many requests says when to come back, to a rotation too', async () => {
    assert.deepEqual(
      await fails('rotate', [answers(429, 'slow down', { 'content-type': 'text/plain', 'retry-after': '7' })]),
      {
        kind: 'rateLimited',
        status: 429,
        message: 'The service receives too many requests (429: “slow down”). Try again in 7 s.',
      },
    );
  });
});

describe('an answer of the network on the way', () => {
  const page = { 'content-type': 'text/html' };
  for (const status of [401, 403]) {
    for (const operation of ['update', 'rotate'] as const) {
      it(`is not blamed on the API token: a web page with ${status} to ${operation}`, async () => {
        assert.deepEqual(await fails(operation, [answers(status, '<html>Log in</html>', page)]), {
          kind: 'forbidden',
          status,
          message: `A web page came instead of a response, probably of a login or gateway of the network (${status}). Log in to the network with a browser, or check the base URL.`,
        });
      });
    }
  }

  for (const operation of OPERATIONS) {
    it(`asks for a login with 511 (${operation})`, async () => {
      assert.deepEqual(await fails(operation, [answers(511, '')]), {
        kind: 'forbidden',
        status: 511,
        message: 'The network asks for a login (511). Log in with a browser, then try again.',
      });
    });
  }

  for (const [status, body, headers] of [
    [403, '', {}],
    [403, '<html>No</html>', page],
    [411, '', {}],
    [411, '<html>No</html>', page],
    [413, '', {}],
    [413, '<html>No</html>', page],
    [501, '', {}],
    [501, '<html>No</html>', page],
  ] as const) {
    it(`may be about the body of a GET: ${status} ${body}`, async () => {
      assert.match(
        (await fails('getOrCreate', [answers(status, body, headers)])).message,
        /check whether a proxy (?:drops|refuses) the body of a GET\.$/,
      );
      assert.doesNotMatch((await fails('update', [answers(status, body, headers)])).message, /body of a GET/);
    });
  }

  it('is not about the body of a GET where the service gives its reason', async () => {
    assert.doesNotMatch(
      (await fails('getOrCreate', [answers(403, '{"detail":"No permission."}')])).message,
      /body of a GET/,
    );
  });
});

describe('a failure of the service', () => {
  for (const status of [500, 502, 504]) {
    it(`may have come after the work was done (${status})`, async () => {
      assert.deepEqual(
        [
          await fails('getOrCreate', [answers(status, 'Oops')]),
          await fails('update', [answers(status, '{"success":0}')]),
          await fails('rotate', [answers(status)]),
        ],
        [
          {
            kind: 'unavailable',
            status,
            message: `The service returned ${status}: 4 bytes. It may have been created. Try again later.`,
          },
          {
            kind: 'unavailable',
            status,
            message: `The service returned ${status}: “{"success":0}”. The update may have been applied. Try again later.`,
          },
          {
            kind: 'outcomeUnknown',
            status,
            message: `The service returned ${status}. The token may have been rotated. Use "Resolve Rotation…", which asks the service for the current token.`,
          },
        ],
      );
    });
  }
});

describe('a redirect', () => {
  for (const status of [301, 307, 308]) {
    it(`is reported with its target and not followed (${status})`, () =>
      withServer([succeeds()], async (elsewhere) => {
        const location = `${elsewhere.server.baseUrl}/api/user/`;
        for (const operation of OPERATIONS) {
          assert.deepEqual(await fails(operation, [answers(status, '', { location })]), {
            kind: 'unexpectedResponse',
            status,
            message: `The service redirects to ${location} (${status}), which is not followed. Compare the base URL with that address.`,
          });
        }
        assert.equal(elsewhere.server.connections, 0);
      }));
  }

  for (const status of [302, 303]) {
    it(`may lead on from a rotation that was carried out (${status})`, async () => {
      const kinds = await Promise.all(
        OPERATIONS.map(
          async (operation) => (await fails(operation, [answers(status, '', { location: '/done' })])).kind,
        ),
      );
      assert.deepEqual(kinds, ['unexpectedResponse', 'unexpectedResponse', 'outcomeUnknown']);
    });
  }
});

describe('an answer that names another address', () => {
  const location = { location: '/elsewhere' };

  it('is no redirect by another status', async () => {
    const { message } = await fails('update', [answers(418, '', location)]);
    assert.match(message, /^The service returned 418 /);
    assert.match(
      (await fails('rotate', [answers(418, '', location)])).message,
      /^The service returned 418 .* Use "Resolve Rotation…", which asks the service for the current token\.$/,
    );
  });

  it('is a refusal where it says so', async () => {
    assert.equal((await fails('update', [answers(200, '{"success":0}', location)])).kind, 'invalid');
  });
});

describe('an answer that does not come', () => {
  const timers = heldTimers();
  /** The deadline comes when the request has arrived, and what there is of an answer has most likely been read. */
  const untilDeadline =
    (reply: Reply): Reply =>
    (socket, server) => {
      reply(socket, server);
      setTimeout(timers.due(), 30);
    };
  const mayHaveHappened = {
    getOrCreate: /\. It may have been created\. Get or create it again, which doesn't change an existing one\.$/,
    update: /\. The update may have been applied\. Fetch it to see the current values, or update again\.$/,
    rotate:
      /\. The token may have been rotated\. Use "Resolve Rotation…", which asks the service for the current token\.$/,
  };
  const drips: Reply = (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
    const timer = setInterval(() => socket.write('x'), 10);
    socket.on('close', () => clearInterval(timer));
  };
  const late = /^No complete response came within (?:55|110) s/;
  const rows: readonly (readonly [what: string, reply: Reply, limit: typeof HELD, happened: RegExp])[] = [
    ['since the service stays silent', untilDeadline(staysSilent), HELD, late],
    [
      'since its body stays away',
      untilDeadline(writes('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"succ')),
      HELD,
      late,
    ],
    ['since its body drips without end', untilDeadline(drips), HELD, late],
    [
      'since the connection is reset',
      resets,
      PATIENT,
      /^The connection broke before the response was complete \(ECONNRESET\)/,
    ],
    [
      'since the connection is closed',
      (socket) => socket.end(),
      PATIENT,
      /^The connection broke before the response was complete \(UND_ERR_SOCKET\)/,
    ],
    [
      'whole',
      writesAndEnds('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"succ'),
      PATIENT,
      /^The connection broke before the response was complete \(UND_ERR_/,
    ],
    [
      'whole, in chunks',
      writesAndEnds('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n6\r\n{"succ\r\n'),
      PATIENT,
      /^The connection broke before the response was complete \(/,
    ],
  ];
  for (const [what, reply, limit, happened] of rows) {
    for (const operation of OPERATIONS) {
      it(`${what} leaves the outcome of ${operation} unknown`, async () => {
        const { kind, status, message } = await fails(operation, [reply], limit);
        assert.deepEqual([kind, status], ['outcomeUnknown', undefined]);
        assert.match(message, happened);
        assert.match(message, mayHaveHappened[operation]);
      });
    }
  }

  it('is waited for twice as long by a rotation', async () => {
    assert.match((await fails('update', [untilDeadline(staysSilent)], HELD)).message, /within 55 s/);
    assert.match((await fails('rotate', [untilDeadline(staysSilent)], HELD)).message, /within 110 s/);
  });
});

describe('a connection that cannot be made', () => {
  for (const operation of OPERATIONS) {
    it(`because it is refused changed nothing (${operation})`, () =>
      withServer([succeeds()], async (bench) => {
        bench.server.stopListening();
        const {
          failure: { kind, status },
          message,
        } = await failureOf(CALLS[operation](bench));
        assert.deepEqual(
          [kind, status, message],
          [
            'unavailable',
            undefined,
            `"${new URL(bench.target.baseUrl).host}" refuses the connection (ECONNREFUSED). Check the base URL, then try again.`,
          ],
        );
      }));

    it(`in time changed nothing (${operation})`, () =>
      withServer([staysSilent], async (bench) => {
        // Nobody there speaks TLS.
        const target = { ...bench.target, baseUrl: `https://${bench.server.host}`, timeoutSeconds: 0.1 };
        const {
          failure: { kind, happened, maybeDone },
        } = await failureOf(CALLS[operation]({ ...bench, target }));
        assert.deepEqual([kind, maybeDone], ['unavailable', undefined]);
        assert.match(happened, /^No connection to "\S+" was made within 0\.[12] s\.$/);
        assert.equal(bench.lines.length, 1);
      }));
  }

  it('because the port does not speak TLS points to the scheme', () =>
    withServer([succeeds()], async (bench) => {
      const answersInPlain = writes('HTTP/1.1 400 Bad Request\r\n\r\n');
      await withServer([succeeds()], async ({ server }) => {
        server.greet(answersInPlain);
        const { kind, message } = await failureOf(
          CALLS.update({ ...bench, target: { ...bench.target, baseUrl: `https://${server.host}` } }),
        );
        assert.equal(kind, 'unavailable');
        assert.match(
          message,
          /^"\S+" doesn't speak TLS as expected \(\w+\)\. Check the scheme and the port of the base URL\.$/,
        );
      });
    }));
});

describe('a call that is cancelled', () => {
  const cancelledOnce = async (
    bench: Bench,
    operation: Operation,
    happens: Promise<void>,
    target = bench.target,
  ): Promise<ErrorKind> => {
    const controller = new AbortController();
    const failure = failureOf(CALLS[operation]({ ...bench, target }, controller.signal));
    await happens;
    controller.abort();
    return (await failure).kind;
  };

  for (const operation of OPERATIONS) {
    it(`before it began leaves nothing (${operation})`, () =>
      withServer([succeeds()], async (bench) => {
        const { kind } = await failureOf(CALLS[operation](bench, AbortSignal.abort()));
        assert.deepEqual([kind, bench.server.connections], ['cancelled', 0]);
      }));

    it(`while its connection is being made leaves nothing (${operation})`, () =>
      withServer([staysSilent], async (bench) => {
        const target = { ...bench.target, baseUrl: `https://${bench.server.host}` };
        assert.equal(await cancelledOnce(bench, operation, bench.server.connected(1), target), 'cancelled');
      }));

    it(`after it left has an unknown outcome (${operation})`, () =>
      withServer([staysSilent], async (bench) => {
        assert.equal(await cancelledOnce(bench, operation, bench.server.received(1)), 'outcomeUnknown');
      }));
  }

  it('while it waits for its turn leaves nothing', () =>
    withServer([succeeds()], async (bench) => {
      const target = { ...bench.target, requestsPerMinute: 1 };
      await bench.client.update(target, 'acme', '{}');
      assert.equal(await cancelledOnce(bench, 'update', Promise.resolve(), target), 'cancelled');
      assert.equal(bench.server.requests.length, 1);
    }));

  for (const [status, kind] of [
    [429, 'cancelled'],
    [503, 'outcomeUnknown'],
  ] as const) {
    it(`while it waits after ${status} is ${kind}`, () =>
      withServer(
        [answers(status, '', { 'retry-after': '50' })],
        async ({ client, target, server }) => {
          const controller = new AbortController();
          const onWaiting = (): void => {
            setImmediate(() => controller.abort());
          };
          const failure = await failureOf(
            client.update(target, 'acme', '{}', { signal: controller.signal, onWaiting }),
          );
          assert.deepEqual([failure.kind, server.requests.length], [kind, 1]);
        },
        { reallyWaits: true },
      ));
  }
});

describe('a rotation that was refused with a token', () => {
  for (const [what, token, kind, said] of [
    [
      'another than was sent may have been carried out',
      'another',
      'outcomeUnknown',
      /contains another token\. The service returned 400 \(application\/json\)\. The token may/,
    ],
    ['that was sent was not carried out', 'group-token-0', 'invalid', /No\./],
  ] as const) {
    it(what, () =>
      withServer(
        [answers(400, JSON.stringify({ success: 0, message: 'No.', user_group: { token } }))],
        async ({ client, target }) => {
          const failure = await failureOf(client.rotate(target, 'acme', 'group-token-0'));
          assert.equal(failure.kind, kind);
          assert.match(failure.message, said);
        },
      ),
    );
  }
});
