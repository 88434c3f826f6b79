// What a window does with the items of a run that it has in hand when the run must not go on.

import assert from 'node:assert/strict';
import { UserGroupsError } from '../../../src/core/errors.ts';
import type { CallOptions } from '../../../src/core/ports.ts';
import { RunDriver } from '../../../src/services/runs/runDriver.ts';
import { productStarter } from '../../support/product.ts';

describe('A run that is to end', () => {
  const start = productStarter();

  for (const [wish, state] of [['pause', 'paused'], ['cancel', 'cancelled']] as const) {
    it(`by ${wish} takes back what waits for its turn, and leaves what is under way alone`, async () => {
      const { services: { runs, connections }, store, connection } = await start();
      const { id } = await runs.create('getOrCreate', connection, ['under way', 'waits'].map((userGroupId) => ({ userGroupId, text: '{}' })), { stopAtFirstFailure: false });
      const given: CallOptions[] = [];
      const bothInHand = Promise.withResolvers<undefined>();
      const underWay = Promise.withResolvers<{ readonly outcome: 'new' }>();
      const waits = Promise.withResolvers<never>();
      const driver = new RunDriver(
        { store, connections, log: { request: fail, info: fail, warn: fail, bug: fail }, now: Date.now, schedule: () => ({ dispose: () => undefined }) },
        store.takeRun(id, 'this window')!, 'this window', {
          atOnce: 2,
          send: (_, { userGroupId }, options) => {
            given.push(options);
            if (given.length === 2) bothInHand.resolve(undefined);
            if (userGroupId === 'under way') return underWay.promise;
            options.untilLeft?.addEventListener('abort', () => { waits.reject(new UserGroupsError({ kind: 'cancelled', happened: 'it was cancelled' })); });
            return waits.promise;
          },
        }, 0,
      );
      const driven = driver.drive();
      await bothInHand.promise;
      driver.end(wish);
      await assert.rejects(waits.promise);
      assert.deepEqual(given.map(({ signal, untilLeft }) => [signal?.aborted, untilLeft?.aborted]), [[false, true], [false, true]]);
      underWay.resolve({ outcome: 'new' });
      await driven;
      assert.deepEqual(store.runItems(id, { after: 0, limit: 10 }).items.map(({ outcome }) => outcome), ['new', 'waiting']);
      assert.equal(runs.find(id)?.state, state);
    });
  }
});

function fail(): never {
  throw new Error('Nothing is to be told.');
}
