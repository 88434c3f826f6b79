// Which connections are guarded, and how fast they may be asked.

import assert from 'node:assert/strict';
import { isGuarded, requestsPerMinute, type Connection } from '../../../src/core/connection.ts';

const connection: Connection = {
  id: '1',
  kind: 'service',
  name: 'staging',
  baseUrl: 'https://dashboards.example.com',
  status: 'ready',
};

describe('A connection', () => {
  it('is guarded unless it is declared to be for testing, or is the sandbox', () => {
    const connections: Connection[] = [
      connection,
      { ...connection, environment: 'Customer' },
      { ...connection, environment: 'Testing' },
      { ...connection, kind: 'sandbox', environment: 'Testing' },
    ];
    assert.deepEqual(connections.map(isGuarded), [true, true, false, false]);
  });

  it('is asked at most 120 times a minute, unless it says otherwise or is on this machine', () => {
    assert.equal(requestsPerMinute(connection, false), 120);
    assert.equal(requestsPerMinute(connection, true), undefined);
    assert.equal(requestsPerMinute({ ...connection, requestsPerMinute: 30 }, true), 30);
  });
});
