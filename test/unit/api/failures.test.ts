// What a call is reported as that the service or the network refused, or that got no answer.

import assert from 'node:assert/strict';
import { CUSTOMER_API } from '../../../src/contract/customerApi.ts';
import type { ServiceApi } from '../../../src/contract/serviceApi.ts';
import { assertApproved, type Said } from '../../support/approved.ts';
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
const ALL = { ...CALLS, delete: deleting } as const;

function deleting({ client, target }: Bench, signal?: AbortSignal) {
  return client.byToken('delete', { ...target, api: CUSTOMER_API }, 'acme', 'group-token-0', { signal });
}

/** Kind, status and sentences of the failure that one call ends in, with its remedy. */
async function failing(operation: keyof typeof ALL, reply: Reply, timeoutSeconds = 10): Promise<string> {
  let reported = '';
  await withServer([reply], async (bench) => {
    const { failure, message } = await failureOf(
      ALL[operation]({ ...bench, target: { ...bench.target, timeoutSeconds } }),
    );
    const { kind, status = 'no status', remedy } = failure;
    const next = remedy === undefined ? '' : ` [${remedy}]`;
    // Which code a broken connection has depends on the machine.
    const words = message.replaceAll(bench.server.host, 'HOST').replace(/\(UND_ERR_\w+\)/, '(UND_ERR_…)');
    reported = `${kind}, ${status}. ${words}${next}`;
    assert.equal(bench.server.requests.length, 1, 'it is not sent again');
  });
  return reported;
}

const html = (status: number): Reply => answers(status, '<html>No</html>', { 'content-type': 'text/html' });
const plain = (status: number, body: string): Reply => answers(status, body, { 'content-type': 'text/plain' });

describe('A failed call', () => {
  const EACH = ['getOrCreate', 'update', 'rotate', 'delete'] as const;
  const ONE = ['update'] as const;
  const rows: readonly (readonly [situation: string, reply: Reply, operations?: readonly (keyof typeof ALL)[]])[] = [
    ['400', answers(400, '{"success":0,"message":"mapping"}'), EACH],
    ['422', answers(422, 'name'), EACH],
    ['200 with success 0', answers(200, '{"success":0,"message":"no"}'), EACH],
    ['200 with success 0 and another address', answers(200, '{"success":0}', { location: '/elsewhere' }), ONE],
    ['401', answers(401, '{"detail":"Invalid token."}'), EACH],
    ['401 with a web page', html(401)],
    ['403', answers(403), EACH],
    ['403 with a web page', html(403)],
    ['403 with a reason', answers(403, '{"detail":"No permission."}'), ['getOrCreate']],
    ['404', answers(404), EACH],
    ['404 with a web page', html(404), ONE],
    ['409', answers(409, 'taken'), EACH],
    ['411', answers(411)],
    ['411 with a web page', html(411)],
    ['413', answers(413)],
    ['413 with a web page', html(413)],
    ['413 with success 0', answers(413, '{"success":0}'), ONE],
    ['418 with another address', answers(418, '', { location: '/elsewhere' })],
    ['429', plain(429, 'slow down'), ['rotate']],
    ['429 with a time', answers(429, 'slow down', { 'retry-after': '7' }), ['rotate']],
    ['501', answers(501)],
    ['501 with a web page', html(501)],
    ['511', answers(511), EACH],
    ['500 with a text', answers(500, 'Oops'), EACH],
    ['502 with success 0', answers(502, '{"success":0}'), EACH],
    ['504', answers(504), EACH],
    ['301', answers(301, '', { location: 'https://other.test/api/' }), EACH],
    ['307', answers(307, '', { location: '/api/user/' }), EACH],
    ['308', answers(308, '', { location: '/api/user/' }), ONE],
    ['302', answers(302, '', { location: '/done' }), EACH],
    ['303', answers(303, '', { location: '/done' }), EACH],
    ['a reset', resets, EACH],
    ['a closed connection', (socket) => socket.end(), EACH],
    ['half an answer', writesAndEnds('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"succ'), EACH],
    ['half an answer in chunks', writesAndEnds('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n6\r\n{"succ\r\n')],
    ['a deletion answered by an empty body', answers(200), ['delete']],
    ['a deletion answered by no content', answers(204), ['delete']],
    ['a deletion answered by other JSON', answers(200, '{"deleted":true}'), ['delete']],
    ['a deletion answered by success with a status of failure', answers(400, '{"success":1}'), ['delete']],
    ['a deletion answered by a web page', html(200), ['delete']],
    ['a deletion answered by its token', answers(400, '{"success":0,"detail":"No group-token-0."}'), ['delete']],
  ];

  it('says what happened, what may have been done, and what to do next', async () => {
    const said: Said[] = [];
    for (const [situation, reply, operations = OPERATIONS] of rows) {
      const lines = new Map<string, string[]>();
      for (const operation of operations) {
        const line = await failing(operation, reply);
        lines.set(line, [...(lines.get(line) ?? []), operation]);
      }
      said.push([situation, Array.from(lines, ([line, its]) => `${its.join(', ')}: ${line}`)]);
    }
    assertApproved('api/failures', said);
  });

  const described = (bench: Bench, api: Partial<ServiceApi>): Bench => ({
    ...bench,
    target: { ...bench.target, api: { ...bench.target.api, ...api } },
  });

  it('hints at no proxy where a get-or-create is no GET', async () => {
    for (const status of [400, 403])
      await withServer([answers(status)], async (bench) => {
        const { message } = await failureOf(CALLS.getOrCreate(described(bench, { operations: OTHER_API.operations })));
        assert.doesNotMatch(message, /proxy/);
      });
  });

  it('names the path where nothing is, shortened', async () =>
    withServer([answers(404)], async (bench) => {
      const update = { method: 'PATCH', path: `/${'a'.repeat(400)}/` } as const;
      const operations = { ...OTHER_API.operations, update };
      const { message } = await failureOf(CALLS.update(described(bench, { operations })));
      assert.match(message, /found nothing at PATCH \/a{50,149}… \(404\)\. Check/);
    }));

  it('quotes no more than anybody reads, with control characters spelled out and link syntax broken', async () => {
    const message = await failing('update', plain(409, `[x](command:rm) \u0007${'y'.repeat(500)}`));
    assert.match(message, /“\[x\]\u200B\(command:rm\) \\u\{0007\}y+…”/);
    assert.ok(message.length < 430, message);
  });

  it('is not sent to where it is redirected to', () =>
    withServer([succeeds()], async (elsewhere) => {
      const to = answers(307, '', { location: `${elsewhere.server.baseUrl}/api/user/` });
      for (const operation of EACH) await failing(operation, to);
      assert.equal(elsewhere.server.connections, 0);
    }));
});

describe('An answer that does not come in time', () => {
  const timers = heldTimers();
  /** The deadline comes when the request has arrived, and what there is of an answer has most likely been read. */
  const untilDeadline =
    (reply: Reply): Reply =>
    (socket, server) => {
      reply(socket, server);
      setTimeout(timers.due(), 30);
    };
  const drips: Reply = (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
    const timer = setInterval(() => socket.write('x'), 10);
    socket.on('close', () => clearInterval(timer));
  };
  for (const [what, reply] of [
    ['the service stays silent', staysSilent],
    ['its body stays away', writes('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"succ')],
    ['its body drips without end', drips],
  ] as const)
    it(`leaves the outcome unknown, for a rotation after twice the time: ${what}`, async () => {
      for (const operation of OPERATIONS) {
        const said = await failing(operation, untilDeadline(reply), HELD_SECONDS);
        const seconds = operation === 'rotate' ? 110 : 55;
        assert.ok(said.startsWith(`outcomeUnknown, no status. No complete response came within ${seconds} s.`));
        assert.match(said, /created|applied|rotated/);
      }
    });
});

describe('a connection that cannot be made', () => {
  it('because it is refused changed nothing', () =>
    withServer([succeeds()], async (bench) => {
      bench.server.stopListening();
      for (const operation of OPERATIONS) {
        const { kind, message } = await failureOf(CALLS[operation](bench));
        const host = new URL(bench.target.baseUrl).host;
        const said = `"${host}" refuses the connection (ECONNREFUSED). Check the base URL, then try again.`;
        assert.deepEqual([kind, message], ['unavailable', said]);
      }
    }));

  it('in time changed nothing, and is closed', () =>
    withServer([staysSilent], async (bench) => {
      // Nobody there speaks TLS.
      const target = { ...bench.target, baseUrl: `https://${bench.server.host}`, timeoutSeconds: 0.1 };
      for (const operation of OPERATIONS) {
        const { kind, failure } = await failureOf(CALLS[operation]({ ...bench, target }));
        assert.deepEqual([kind, failure.maybeDone], ['unavailable', undefined]);
        assert.match(failure.happened, /^No connection to "\S+" was made within 0\.[12] s\.$/);
      }
      assert.equal(bench.lines.length, 3);
      await bench.server.allClosed();
    }));

  it('because the port does not speak TLS points to the scheme', () =>
    withServer([succeeds()], async (bench) => {
      await withServer([succeeds()], async ({ server }) => {
        server.greet(writes('HTTP/1.1 400 Bad Request\r\n\r\n'));
        const target = { ...bench.target, baseUrl: `https://${server.host}` };
        const { kind, message } = await failureOf(CALLS.update({ ...bench, target }));
        assert.equal(kind, 'unavailable');
        assert.match(message, /^"\S+" doesn't speak TLS as expected \(\w+\)\. Check the scheme and the port/);
      });
    }));
});

describe('a call that is cancelled', () => {
  const cancelledOnce = async (bench: Bench, operation: keyof typeof ALL, happens: Promise<void>): Promise<string> => {
    const controller = new AbortController();
    const failure = failureOf(ALL[operation](bench, controller.signal));
    await happens;
    controller.abort();
    return (await failure).kind;
  };

  for (const operation of ['getOrCreate', 'update', 'rotate', 'delete'] as const)
    it(`has an unknown outcome only after it left (${operation})`, async () => {
      await withServer([succeeds()], async (bench) => {
        const { kind } = await failureOf(ALL[operation](bench, AbortSignal.abort()));
        assert.deepEqual([kind, bench.server.connections], ['cancelled', 0]);
      });
      await withServer([staysSilent], async (bench) => {
        const target = { ...bench.target, baseUrl: `https://${bench.server.host}` };
        assert.equal(await cancelledOnce({ ...bench, target }, operation, bench.server.connected(1)), 'cancelled');
      });
      await withServer([staysSilent], async (bench) => {
        assert.equal(await cancelledOnce(bench, operation, bench.server.received(1)), 'outcomeUnknown');
      });
    });

  it('while it waits for its turn leaves nothing', () =>
    withServer([succeeds()], async (bench) => {
      const target = { ...bench.target, requestsPerMinute: 1 };
      await bench.client.update(target, 'acme', '{}');
      assert.equal(await cancelledOnce({ ...bench, target }, 'update', Promise.resolve()), 'cancelled');
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
