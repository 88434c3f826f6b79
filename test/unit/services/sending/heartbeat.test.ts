// A window shows others that it waits for an answer as long as it waits for any, and no longer.

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { LEASE_MS } from '../../../../src/core/ports/journal.ts';
import { HELD_SECONDS, heldTimers } from '../../../support/heldTimers.ts';
import { documentOf, productStarter } from '../../../support/product.ts';

describe('A window that waits for answers', () => {
  const start = productStarter();
  const timers = heldTimers();

  it('shows it three times in each lease until the last one has come', async () => {
    const { services, connection, remote, store, meanwhile, ...product } = await start();
    const shown = mock.method(store.journal, 'stillSending');
    remote.misbehave('slow', { operation: 'getOrCreate', times: 1, seconds: HELD_SECONDS });
    const arrived = Promise.withResolvers<undefined>();
    meanwhile.happens = () => {
      arrived.resolve(undefined);
    };
    const late = services.sending.getOrCreate(connection, documentOf());
    await arrived.promise;
    await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'beta' }));
    await product.elapse(2 * LEASE_MS);
    assert.equal(shown.mock.callCount(), 6);
    timers.goOff();
    await late;
    await product.elapse(2 * LEASE_MS);
    assert.equal(shown.mock.callCount(), 6);
  });
});
