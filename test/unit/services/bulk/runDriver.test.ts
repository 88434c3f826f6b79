// The items that a window has leased: when the run must stop, and trouble with the disk or the network.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import type { RequestOptions } from '../../../../src/core/ports/client.ts';
import type { RunStore } from '../../../../src/core/ports/runStore.ts';
import type { Schedule } from '../../../../src/core/ports/timer.ts';
import type { NewRunItem, RunOptions } from '../../../../src/core/runs.ts';
import { RunDriver } from '../../../../src/services/bulk/runDriver.ts';
import { WalFlush } from '../../../../src/store/database/walFlush.ts';
import { productStarter } from '../../../support/product.ts';

const OWNER = 'a window';
const NEW = { outcome: 'new' } as const;

describe('A run that is to end', () => {
  const start = productStarter();

  for (const [wish, state] of [
    ['pause', 'paused'],
    ['cancel', 'cancelled'],
  ] as const) {
    it(`by ${wish} releases what waits for its turn, and leaves what is in progress alone`, async () => {
      const {
        services: { runs, connections },
        store,
        connection,
      } = await start();
      const { id } = await runs.create(
        'getOrCreate',
        connection,
        ['under way', 'waits'].map((userGroupId) => ({ userGroupId, text: '{}' })),
        { stopAtFirstFailure: false },
      );
      const given: RequestOptions[] = [];
      const bothInHand = Promise.withResolvers<undefined>();
      const underWay = Promise.withResolvers<{ readonly outcome: 'new' }>();
      const waits = Promise.withResolvers<never>();
      const driver = new RunDriver(
        {
          store,
          connections,
          log: { request: fail, info: fail, warn: fail, bug: fail },
          now: Date.now,
          schedule: () => ({ dispose: () => undefined }),
        },
        store.runs.lease(id, 'this window')!,
        'this window',
        {
          atOnce: 2,
          send: (_, { userGroupId }, options) => {
            given.push(options);
            if (given.length === 2) bothInHand.resolve(undefined);
            if (userGroupId === 'under way') return underWay.promise;
            options.untilLeft?.addEventListener('abort', () => {
              waits.reject(new UserGroupsError({ kind: 'cancelled', happened: 'It was cancelled.' }));
            });
            return waits.promise;
          },
        },
        0,
      );
      const driven = driver.drive();
      await bothInHand.promise;
      driver.end(wish);
      await assert.rejects(waits.promise);
      assert.deepEqual(
        given.map(({ signal, untilLeft }) => [signal?.aborted, untilLeft?.aborted]),
        [
          [false, true],
          [false, true],
        ],
      );
      underWay.resolve({ outcome: 'new' });
      await driven;
      assert.deepEqual(
        store.runs.items(id, { after: 0, limit: 10 }).items.map(({ outcome }) => outcome),
        ['new', 'waiting'],
      );
      assert.equal(runs.find(id)?.state, state);
    });
  }
});

describe('The workers of a run', () => {
  const start = productStarter();
  const { flush } = WalFlush.prototype as { flush: (this: WalFlush) => Promise<void> };

  afterEach(() => {
    WalFlush.prototype.flush = flush;
  });

  async function begun(
    count: number,
    atOnce: number,
    send: () => Promise<typeof NEW>,
    options: Partial<RunOptions> = {},
  ) {
    const {
      services: { runs, connections },
      store,
      connection,
    } = await start();
    const items: NewRunItem[] = Array.from({ length: count }, (_, index) => ({ userGroupId: `g${index}`, text: '{}' }));
    const { id } = await runs.create('getOrCreate', connection, items, { stopAtFirstFailure: false, ...options });
    const bugs: unknown[] = [];
    const nothing = (): void => undefined;
    const log = {
      show: nothing,
      request: nothing,
      info: nothing,
      warn: nothing,
      bug: (error: unknown) => {
        bugs.push(error);
      },
    };
    const byTimer: Schedule = (milliseconds, work) => {
      const timer = setTimeout(work, milliseconds);
      return {
        dispose: () => {
          clearTimeout(timer);
        },
      };
    };
    const drive = (schedule = byTimer): RunDriver => {
      const run = store.runs.lease(id, OWNER);
      assert.ok(run);
      return new RunDriver(
        { store, connections, log, now: Date.now, schedule },
        run,
        OWNER,
        { atOnce, send },
        run.total - store.runs.itemCounts(id).waiting,
      );
    };
    return { store, runs, id, bugs, drive };
  }

  /** Every call of `nextItems` goes through this. */
  function atTaking(
    runs: RunStore,
    meanwhile: (lease: () => ReturnType<RunStore['nextItems']>) => ReturnType<RunStore['nextItems']>,
  ): void {
    const nextItems = runs.nextItems.bind(runs);
    runs.nextItems = (...asked) => meanwhile(() => nextItems(...asked));
  }

  const full = (): UserGroupsError => new UserGroupsError({ kind: 'unavailable', happened: 'The disk is full.' });

  it('leave a run that is not at its end when their leases are unknown', async () => {
    const { store, runs, id, drive } = await begun(2, 2, () => Promise.resolve(NEW));
    WalFlush.prototype.flush = () => Promise.reject(Object.assign(new Error('not flushed'), { errcode: 10 }));
    await drive().drive();
    assert.deepEqual([runs.find(id)?.state, store.runs.itemCounts(id).waiting], ['paused', 2]);
    WalFlush.prototype.flush = flush;
    await drive().drive();
    assert.deepEqual([runs.find(id)?.state, store.runs.itemCounts(id).new], ['ended', 2]);
  });

  it('keep at the end what could not be kept on the way', async () => {
    const { store, runs, id, drive } = await begun(3, 1, () => Promise.resolve(NEW));
    let takes = 0;
    atTaking(store.runs, (lease) => {
      takes += 1;
      return takes === 2 ? Promise.reject(full()) : lease();
    });
    await drive().drive();
    assert.deepEqual(
      [runs.find(id)?.state, store.runs.itemCounts(id).new, store.runs.itemCounts(id).waiting],
      ['paused', 1, 2],
    );
  });

  it('send nothing of what they were just taking when the run was paused', async () => {
    let sent = 0;
    const { store, runs, id, drive } = await begun(3, 2, () => {
      sent += 1;
      return Promise.resolve(NEW);
    });
    const [leased, isPaused] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    atTaking(store.runs, async (lease) => {
      const items = await lease();
      leased.resolve(undefined);
      await isPaused.promise;
      return items;
    });
    const driver = drive();
    const driven = driver.drive();
    await leased.promise;
    driver.end('pause');
    isPaused.resolve(undefined);
    await driven;
    assert.deepEqual([sent, store.runs.itemCounts(id).waiting, runs.find(id)?.state], [0, 3, 'paused']);
  });

  it('wait longer each time for a service that cannot be reached, then pause the run', async () => {
    const { runs, id, drive } = await begun(1, 1, () =>
      Promise.reject(new UserGroupsError({ kind: 'unavailable', happened: 'The service cannot be reached.' })),
    );
    const waits: number[] = [];
    // The first is the sign of life, which comes again and again.
    const schedule: Schedule = (milliseconds, work) => {
      if (waits.push(milliseconds / 1000) > 1) setImmediate(work);
      return { dispose: () => undefined };
    };
    await drive(schedule).drive();
    assert.deepEqual([waits.slice(1), runs.find(id)?.state], [[5, 10, 20, 40, 60], 'paused']);
  });

  it('send nothing of what they were just taking while the service is waited for', async () => {
    const SLICE = 64;
    const [taking, heldUp] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    let sent = 0;
    const { store, drive } = await begun(SLICE + 9, 8, async () => {
      sent += 1;
      if (sent !== SLICE) return NEW;
      await taking.promise;
      heldUp.resolve(undefined);
      throw new UserGroupsError({ kind: 'unavailable', happened: 'The service cannot be reached.' });
    });
    let takes = 0;
    const leased = Promise.withResolvers<undefined>();
    atTaking(store.runs, async (lease) => {
      takes += 1;
      if (takes === 1) return lease();
      taking.resolve(undefined);
      await heldUp.promise;
      const items = await lease();
      leased.resolve(undefined);
      return items;
    });
    const driver = drive();
    const driven = driver.drive();
    await leased.promise;
    for (let turns = 0; turns < 20; turns += 1) await new Promise(setImmediate);
    driver.end('pause');
    await driven;
    assert.equal(sent, SLICE);
  });

  it('say nothing of a store that closes with their window', async () => {
    const { store, drive, bugs } = await begun(300, 16, async () => {
      await new Promise(setImmediate);
      return NEW;
    });
    const taking = Promise.withResolvers<undefined>();
    let takes = 0;
    atTaking(store.runs, (lease) => {
      takes += 1;
      if (takes === 2) taking.resolve(undefined);
      return lease();
    });
    const driver = drive();
    const driven = driver.drive();
    await taking.promise;
    driver.abandon();
    store.close();
    await driven;
    assert.deepEqual(bugs, []);
  });

  for (const options of [{}, { askAfterFirst: 20 }]) {
    it(`lose nothing and do nothing twice however often they are stopped${options.askAfterFirst === undefined ? '' : ', and ask after the first'}`, async () => {
      let sent = 0;
      let fails = 0;
      const { store, runs, id, bugs, drive } = await begun(
        400,
        16,
        async () => {
          await sleep(sent % 4);
          sent += 1;
          return NEW;
        },
        options,
      );
      atTaking(store.runs, (lease) => {
        fails += 1;
        return fails % 7 === 0
          ? sleep(3).then(() => {
              throw full();
            })
          : lease();
      });
      for (let drives = 0; runs.find(id)?.state !== 'ended'; drives += 1) {
        const driver = drive();
        const driven = driver.drive();
        if (drives % 3 === 0)
          void sleep(10 * (drives % 5)).then(() => {
            driver.end('pause');
          });
        await driven;
        if (drives === 0 && options.askAfterFirst !== undefined) assert.ok(sent <= options.askAfterFirst);
        const { new: made, waiting, sending } = store.runs.itemCounts(id);
        assert.deepEqual([made, waiting, sending], [sent, 400 - sent, 0]);
      }
      assert.deepEqual([sent, bugs], [400, []]);
    });
  }
});

function fail(): never {
  throw new Error('Nothing is to be told.');
}
