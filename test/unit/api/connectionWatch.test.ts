// What is reported of the sockets of a connection, which a test plays.

import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { ConnectionWatch } from '../../../src/api/connectionWatch.ts';
import { datedText } from '../../../src/core/stateText.ts';
import type { Route } from '../../../src/api/route.ts';
import { standIn } from '../../support/standIn.ts';

function linesOf(origin: string, happens: (watch: ConnectionWatch) => void): readonly (readonly string[])[] {
  const watch = new ConnectionWatch(standIn<Route>({ origin, proxy: undefined }));
  happens(watch);
  return watch.steps(['failed']).map(({ state, lines }) => [state, ...lines]);
}

/** The last lines of TLS, as far as the certificate goes. */
function tlsWith(certificate: object): readonly string[] | undefined {
  const watch = new ConnectionWatch(
    standIn<Route>({
      origin: 'https://service.test',
      proxy: undefined,
      trust: { authorities: '', system: false, verify: true },
    }),
  );
  const socket = Object.assign(Object.create(TLSSocket.prototype) as TLSSocket, {
    getProtocol: () => 'TLSv1.3',
    getPeerCertificate: () => certificate,
  });
  EventEmitter.call(socket);
  watch.tlsBegun(socket, 'service');
  socket.emit('secureConnect');
  return watch
    .steps()
    .find(({ name }) => name === 'TLS')
    ?.lines.slice(1);
}

describe('A connection that is made', () => {
  it('has an IP address in brackets', () => {
    const [dns] = linesOf('http://[::1]:1', (watch) => {
      watch.addressesFound(['::1']);
    });
    assert.deepEqual(dns, ['done', '::1 is an IP address']);
  });

  it('has all addresses of a name', () => {
    const [dns] = linesOf('http://service.test', (watch) => {
      watch.addressesFound(['127.0.0.1', '::1']);
    });
    assert.deepEqual(dns, ['done', 'service.test has the address 127.0.0.1, ::1']);
  });

  it('has no step done after one that failed', () => {
    const steps = linesOf('http://service.test', (watch) => {
      watch.connected(standIn<Socket>({ remoteAddress: '127.0.0.1', remotePort: 1 }));
    });
    assert.deepEqual(steps, [
      ['failed', 'failed'],
      ['skipped', 'not reached'],
    ]);
  });

  it('has no step failed where nothing has failed yet', () => {
    const watch = new ConnectionWatch(standIn<Route>({ origin: 'http://service.test', proxy: undefined }));
    assert.deepEqual(
      watch.steps().map(({ state }) => state),
      ['skipped', 'skipped'],
    );
  });

  it('has no chain where it has no certificate', () => {
    assert.deepEqual(tlsWith({}), []);
  });

  for (const [subject, name] of [
    [{ CN: 'service.test', O: 'Acme' }, 'service.test, Acme'],
    [{ CN: ['a.test', 'b.test'] }, 'a.test, b.test'],
    [{}, 'no name'],
  ] as const) {
    it(`has a certificate of ${name}`, () => {
      const dates = { valid_from: 'Mar  3 12:00:00 2025 GMT', valid_to: 'soon' };
      assert.deepEqual(tlsWith({ raw: Buffer.from('x'), subject, issuer: { CN: 'An authority' }, ...dates }), [
        `certificate of ${name}, issued by An authority, valid from ${datedText(Date.UTC(2025, 2, 3, 12))} until soon`,
        'no authority of this chain is trusted here',
      ]);
    });
  }
});
