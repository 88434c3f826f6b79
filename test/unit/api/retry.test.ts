// The wait before another attempt.

import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { NoAnswer } from '../../../src/api/httpExchange.ts';
import { wait } from '../../../src/api/retry.ts';

const HOUR = 3600;

function isCancelled(error: unknown): boolean {
  return error instanceof NoAnswer && error.facts.why === 'cancelled';
}

describe('A wait before another attempt', () => {
  it('that was cancelled before ends at once', async () => {
    await assert.rejects(wait(HOUR, AbortSignal.abort()), isCancelled);
  });

  it('that is cancelled ends at once', async () => {
    const abort = new AbortController();
    const waiting = wait(HOUR, abort.signal);
    abort.abort();
    await assert.rejects(waiting, isCancelled);
  });

  it('that is over no longer listens', async () => {
    const { signal } = new AbortController();
    await wait(0, signal);
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
  });
});
