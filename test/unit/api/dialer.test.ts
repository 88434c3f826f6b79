// Connections as they are made, below requests.

import assert from 'node:assert/strict';
import { Dialer } from '../../../src/api/dialer.ts';
import type { Route } from '../../../src/api/route.ts';
import { standIn } from '../../support/standIn.ts';

const TRUST = { authorities: undefined, system: false, verify: true };

describe('A connection whose signal was aborted before', () => {
  it('is not begun', async () => {
    const dialer = new Dialer(standIn<Route>({ origin: 'http://127.0.0.1:1', proxy: undefined, trust: TRUST }));
    const begun: string[] = [];
    const begin = (): void => void begun.push('begun');
    const witness = { addressesFound: begin, connected: begin, tlsBegun: begin, tunnelMade: begin };
    const options = { hostname: '127.0.0.1', host: '127.0.0.1:1', port: '1', protocol: 'http:' };
    const error = await new Promise((resolve) => {
      dialer.connector(AbortSignal.abort(), witness)(options, (...[failure]) => {
        resolve(failure);
      });
    });
    assert.deepEqual([error instanceof DOMException && error.name, begun], ['AbortError', []]);
  });
});
