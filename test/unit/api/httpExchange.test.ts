// One exchange, below attempts and routes.

import assert from 'node:assert/strict';
import { Client } from 'undici';
import { exchange, NoAnswer } from '../../../src/api/httpExchange.ts';

describe('A request whose signal is aborted before it begins', () => {
  it('does not leave', async () => {
    const client = new Client('http://127.0.0.1:1');
    const request = { path: '/', headers: {}, body: new Uint8Array(), mostBytes: 1, deadlineMs: 60_000 };
    const ended = exchange(client, { ...request, method: 'GET', signal: AbortSignal.abort() }, () => false);
    await assert.rejects(
      ended,
      (error) => error instanceof NoAnswer && error.facts.why === 'cancelled' && !error.facts.hasLeft,
    );
    await client.destroy();
  });
});
