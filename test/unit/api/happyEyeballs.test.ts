// Which address of a host is connected to, on sockets that a test plays.

import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { mock } from 'node:test';
import { firstToConnect, HEAD_START_MS } from '../../../src/api/happyEyeballs.ts';

const V4 = { address: '192.0.2.1', family: 4 };
const OTHER_V4 = { address: '192.0.2.2', family: 4 };
const V6 = { address: '2001:db8::1', family: 6 };

class PlayedSocket extends EventEmitter {
  readonly address: string;
  isDestroyed = false;

  constructor(address: string) {
    super();
    this.address = address;
  }

  destroy(): void {
    this.isDestroyed = true;
  }

  fail(code: string): void {
    this.emit('error', Object.assign(new Error(code), { code }));
  }
}

describe('Of the addresses of a host', () => {
  let sockets: PlayedSocket[];
  let abort: AbortController;
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    sockets = [];
    abort = new AbortController();
  });
  afterEach(() => {
    mock.timers.reset();
  });

  const connecting = (...addresses: (typeof V4)[]): Promise<Socket> =>
    firstToConnect(
      addresses,
      (address) => {
        const socket = new PlayedSocket(address);
        sockets.push(socket);
        return socket as unknown as Socket;
      },
      abort.signal,
    );
  const tried = (): string[] => sockets.map(({ address }) => address);

  it('one that is slow still wins after the next one has failed', async () => {
    const connected = connecting(V4, V6);
    mock.timers.tick(HEAD_START_MS);
    sockets[1]!.fail('ENETUNREACH');
    mock.timers.tick(10_000);
    sockets[0]!.emit('connect');
    assert.deepEqual([await connected, tried()], [sockets[0], [V4.address, V6.address]]);
  });

  it('one that never answers is overtaken by the next one, and destroyed', async () => {
    const connected = connecting(V4, V6, OTHER_V4);
    mock.timers.tick(HEAD_START_MS);
    sockets[1]!.emit('connect');
    assert.equal(await connected, sockets[1]);
    assert.deepEqual(
      sockets.map(({ isDestroyed }) => isDestroyed),
      [true, false],
    );
    mock.timers.tick(HEAD_START_MS);
    assert.equal(sockets.length, 2);
  });

  it('the next one waits for the head start of the one before it', () => {
    void connecting(V4, V6);
    mock.timers.tick(HEAD_START_MS - 1);
    assert.deepEqual(tried(), [V4.address]);
  });

  it('the next one is tried as soon as the one before it has failed', () => {
    void connecting(V4, OTHER_V4);
    sockets[0]!.fail('ECONNREFUSED');
    assert.deepEqual(tried(), [V4.address, OTHER_V4.address]);
  });

  it('the families take turns', () => {
    void connecting(V6, { address: '2001:db8::2', family: 6 }, V4, OTHER_V4);
    mock.timers.tick(HEAD_START_MS);
    mock.timers.tick(HEAD_START_MS);
    mock.timers.tick(HEAD_START_MS);
    assert.deepEqual(tried(), [V6.address, V4.address, '2001:db8::2', OTHER_V4.address]);
  });

  for (const [codes, said] of [
    [['ENETUNREACH', 'ECONNREFUSED'], 'ECONNREFUSED'],
    [['ETIMEDOUT', 'EADDRNOTAVAIL'], 'ETIMEDOUT'],
    [['EHOSTUNREACH', 'ENETUNREACH'], 'EHOSTUNREACH'],
  ] as const) {
    it(`all fail with ${said} after ${codes.join(' and ')}`, async () => {
      const connected = connecting(V6, V4);
      sockets[0]!.fail(codes[0]);
      sockets[1]!.fail(codes[1]);
      await assert.rejects(connected, { code: said });
    });
  }

  it('none is the address of an unknown host', () => assert.rejects(connecting(), { code: 'ENOTFOUND' }));

  it('none is tried or waited for once it is given up', async () => {
    const connected = connecting(V4, V6);
    abort.abort();
    await assert.rejects(connected, { name: 'AbortError' });
    mock.timers.tick(HEAD_START_MS);
    assert.deepEqual(
      sockets.map(({ isDestroyed }) => isDestroyed),
      [true],
    );
  });
});
