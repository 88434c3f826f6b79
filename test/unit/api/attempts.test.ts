// One call on a channel of its own: what its attempts are told and tell.

import assert from 'node:assert/strict';
import { call } from '../../../src/api/attempts.ts';
import type { Channel } from '../../../src/api/channels.ts';
import type { HttpAnswer, HttpRequest } from '../../../src/api/httpExchange.ts';
import { UserGroupsError } from '../../../src/core/errors.ts';
import type { RequestOptions } from '../../../src/core/ports/client.ts';
import { standIn } from '../../support/standIn.ts';

const REQUEST: HttpRequest = {
  method: 'PUT',
  path: '/api/user',
  headers: {},
  body: new Uint8Array(),
  mostBytes: 1,
  deadlineMs: 1000,
};
const SUBJECT = { operation: 'update', userGroupId: 'acme', connection: 'staging' } as const;

function busy(retryAfter?: string): HttpAnswer {
  return {
    status: 503,
    header: (name) => (name === 'retry-after' ? retryAfter : undefined),
    body: new Uint8Array(),
    mostBytes: 1,
  };
}

/** The service gives these answers; the turn of the attempt after them is refused for this reason. */
function channelWith(
  answers: readonly HttpAnswer[],
  refusal?: Error,
): { channel: Channel; heldBack: number[]; turns: RequestOptions[] } {
  const heldBack: number[] = [];
  const turns: RequestOptions[] = [];
  const left = [...answers];
  const pace = {
    run: <T>(work: () => Promise<T>, options: RequestOptions): Promise<T> => {
      turns.push(options);
      return left.length === 0 && refusal !== undefined ? Promise.reject(refusal) : work();
    },
    holdBack: (seconds: number) => void heldBack.push(seconds),
    endHold: () => undefined,
  };
  const connections = { send: () => Promise.resolve(left.shift() ?? assert.fail('One attempt too many')) };
  const route = { origin: 'https://acme.example', host: 'acme.example' };
  return {
    channel: standIn<Channel>({ route: standIn(route), pace: standIn(pace), connections: standIn(connections) }),
    heldBack,
    turns,
  };
}

const dependencies = { log: { request: () => undefined }, now: () => 0, wait: () => Promise.resolve() };

describe('The attempts of a call', () => {
  it('hold back all others for as long as the service asks, and for nothing where it does not', async () => {
    const { channel, heldBack } = channelWith([busy('7'), busy(), busy(' 2 ')]);
    await call(dependencies, SUBJECT, channel, REQUEST, {});
    assert.deepEqual(heldBack, [7, 2]);
  });

  it('wait for their turns with the options of the call, without `untilLeft` once one has left', async () => {
    const { channel, turns } = channelWith([busy(), busy(), busy()]);
    const { signal } = new AbortController();
    const options = { isBulk: true, signal, untilLeft: signal, onWaiting: () => undefined };
    await call(dependencies, SUBJECT, channel, REQUEST, options);
    assert.deepEqual(
      turns.map((turn) => turn.untilLeft !== undefined),
      [true, false, false],
    );
    assert.ok(turns.every(({ isBulk, signal: given }) => isBulk === true && given === signal));
  });

  it('hold back nothing else where an answer that is none of a busy service names a time', async () => {
    const { channel, heldBack } = channelWith([{ ...busy('7'), status: 500 }]);
    await call(dependencies, SUBJECT, channel, REQUEST, {});
    assert.deepEqual(heldBack, []);
  });

  for (const [what, compression, body, reported] of [
    ['what came of an answer', undefined, 'a-token', ['a-token']],
    ['what came in a compression that cannot be read, in base64', 'zstd', 'a-token', ['base64:YS10b2tlbg==']],
    ['nothing of an empty answer', 'zstd', '', []],
  ] as const) {
    it(`report ${what}`, async () => {
      const came: string[] = [];
      const answer = { ...busy(), status: 200, header: () => compression, body: Buffer.from(body) };
      await call(dependencies, SUBJECT, channelWith([answer]).channel, REQUEST, {
        onAnswer: (text) => Promise.resolve(void came.push(text)),
      });
      assert.deepEqual(came, reported);
    });
  }

  const refused = new UserGroupsError('rateLimited', 'The service asks to wait.');

  it('end with the answer of an earlier one where no further one may leave', async () => {
    const { answer } = await call(dependencies, SUBJECT, channelWith([busy()], refused).channel, REQUEST, {});
    assert.equal(answer.status, 503);
  });

  it('end with the reason why none may leave', async () => {
    await assert.rejects(call(dependencies, SUBJECT, channelWith([], refused).channel, REQUEST, {}), refused);
  });

  it('end with a bug, whatever was answered before', async () => {
    const bug = new TypeError('x is undefined');
    await assert.rejects(call(dependencies, SUBJECT, channelWith([busy()], bug).channel, REQUEST, {}), bug);
  });
});
