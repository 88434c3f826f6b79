// What is reported of the sockets of a connection, which a test plays.

import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { ConnectionWatch } from '../../../src/api/connectionWatch.ts';
import type { Route } from '../../../src/api/route.ts';
import { standIn } from '../../support/standIn.ts';

function linesOf(origin: string, happens: (socket: EventEmitter) => void): readonly (readonly string[])[] {
  const watch = new ConnectionWatch(standIn<Route>({ origin, proxy: undefined }));
  const socket = new EventEmitter();
  watch.socketMade(socket as Socket, 'service');
  happens(socket);
  return watch.steps(['failed']).map(({ state, lines }) => [state, ...lines]);
}

describe('A connection that is made', () => {
  it('has an IP address in brackets', () => {
    assert.deepEqual(linesOf('http://[::1]:1', () => undefined)[0], ['done', '::1 is an IP address']);
  });

  it('has all addresses of a name', () => {
    const [dns] = linesOf('http://service.test', (socket) => {
      for (const address of ['127.0.0.1', '::1']) socket.emit('lookup', null, address);
    });
    assert.deepEqual(dns, ['done', 'service.test has the address 127.0.0.1, ::1']);
  });

  for (const [what, error, address] of [
    ['a failure', new Error('ENOTFOUND'), '127.0.0.1'],
    ['no address', null, undefined],
  ] as const) {
    it(`has no address where looking up a name gives ${what}`, () => {
      const [dns] = linesOf('http://service.test', (socket) => socket.emit('lookup', error, address));
      assert.deepEqual(dns, ['failed', 'failed']);
    });
  }
});
