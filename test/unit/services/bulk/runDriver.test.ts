// The items that a window has leased: when the run must stop, and trouble with the disk or the network.

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { bugMessage } from '../../../../src/core/bugText.ts';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import { LEASE_MS } from '../../../../src/core/ports/journal.ts';
import type { RequestOptions } from '../../../../src/core/ports/client.ts';
import type { RunStore } from '../../../../src/core/ports/runStore.ts';
import type { Schedule } from '../../../../src/core/ports/timer.ts';
import type { NewRunItem, RunItem, RunOptions } from '../../../../src/core/runs.ts';
import type { ItemWork, WorkDone } from '../../../../src/services/bulk/itemWork.ts';
import { RunDriver } from '../../../../src/services/bulk/runDriver.ts';
import { WalFlush } from '../../../../src/store/database/walFlush.ts';
import { productStarter } from '../../../support/product.ts';

const OWNER = 'a window';
const NEW = { outcome: 'new' } as const;
const ITEM: RunItem = { number: 1, userGroupId: 'g0', text: '{}', outcome: 'rotated', isNotApplied: true };
const unreachable = (): UserGroupsError => new UserGroupsError('unavailable', 'The service cannot be reached.');

const withReason = (what: string, reason: string | undefined): string =>
  reason === undefined ? what : `${what}: ${reason}`;

describe('The workers of a run', () => {
  const start = productStarter();
  const { flush } = WalFlush.prototype as { flush: (this: WalFlush) => Promise<void> };

  afterEach(() => {
    WalFlush.prototype.flush = flush;
  });

  async function begun(count: number, atOnce: number, send: ItemWork['send'], options: Partial<RunOptions> = {}) {
    const product = await start();
    const {
      services: { runs, connections },
      store,
      connection,
    } = product;
    const items: NewRunItem[] = Array.from({ length: count }, (_, index) => ({ userGroupId: `g${index}`, text: '{}' }));
    const { id } = await runs.create('getOrCreate', connection, items, { stopAtFirstFailure: false, ...options });
    const bugs: unknown[] = [];
    const warnings: string[] = [];
    const log = {
      request: () => undefined,
      info: () => undefined,
      warn: (text: string) => void warnings.push(text),
      bug: (error: unknown) => void bugs.push(error),
    };
    const byTimer: Schedule = (milliseconds, work) => {
      const timer = setTimeout(work, milliseconds);
      return {
        dispose: () => {
          clearTimeout(timer);
        },
      };
    };
    const drive = (schedule = byTimer, now = Date.now, more: Partial<ItemWork> = {}): RunDriver => {
      const run = store.runs.lease(id, OWNER);
      assert.ok(run);
      return new RunDriver(
        { store, connections, log, now, schedule },
        run,
        OWNER,
        { atOnce, send, ...more },
        run.total - store.runs.itemCounts(id).waiting,
      );
    };
    /** With the reason behind it. */
    const stateOf = (): string => withReason(runs.find(id)?.state ?? 'gone', runs.find(id)?.pausedBecause);
    const outcomes = (): string[] =>
      store.runs.items(id, { after: 0, limit: 9 }).items.map(({ outcome, reason }) => withReason(outcome, reason));
    return { product, store, runs, id, bugs, warnings, drive, stateOf, outcomes };
  }

  /** Every call of `nextItems` goes through this. */
  function atTaking(
    runs: RunStore,
    meanwhile: (lease: () => ReturnType<RunStore['nextItems']>) => ReturnType<RunStore['nextItems']>,
  ): void {
    const nextItems = runs.nextItems.bind(runs);
    runs.nextItems = (...asked) => meanwhile(() => nextItems(...asked));
  }

  /** A run with one item in progress, which ends when `answered` does. */
  async function inProgress(count = 1) {
    const [sending, answered] = [Promise.withResolvers<undefined>(), Promise.withResolvers<typeof NEW>()];
    const run = await begun(count, 1, () => {
      sending.resolve(undefined);
      return answered.promise;
    });
    return { ...run, sending: sending.promise, answered };
  }

  const full = (): UserGroupsError => new UserGroupsError('unavailable', 'The disk is full.');

  for (const [wish, state] of [
    ['pause', 'paused'],
    ['cancel', 'cancelled'],
  ] as const)
    it(`release what waits for its turn on ${wish}, and leave what is in progress alone`, async () => {
      const given: RequestOptions[] = [];
      const bothInHand = Promise.withResolvers<undefined>();
      const underWay = Promise.withResolvers<typeof NEW>();
      const waits = Promise.withResolvers<never>();
      const { drive, stateOf, outcomes } = await begun(2, 2, (_, { number }, options) => {
        if (given.push(options) === 2) bothInHand.resolve(undefined);
        if (number === 1) return underWay.promise;
        options.untilLeft?.addEventListener('abort', () => {
          waits.reject(new UserGroupsError('cancelled', 'It was cancelled.'));
        });
        return waits.promise;
      });
      const driver = drive();
      const driven = driver.drive();
      await bothInHand.promise;
      driver.end(wish);
      await assert.rejects(waits.promise);
      for (const { signal, untilLeft } of given) assert.deepEqual([signal?.aborted, untilLeft?.aborted], [false, true]);
      underWay.resolve(NEW);
      await driven;
      assert.deepEqual([stateOf(), outcomes()], [state, ['new', 'waiting']]);
    });

  it('leave a run that is not at its end when their leases are unknown', async () => {
    const { store, runs, id, drive } = await begun(2, 2, () => Promise.resolve(NEW));
    WalFlush.prototype.flush = () => Promise.reject(Object.assign(new Error('not flushed'), { errcode: 10 }));
    await drive().drive();
    assert.deepEqual([runs.find(id)?.state, store.runs.itemCounts(id).waiting], ['paused', 2]);
    WalFlush.prototype.flush = flush;
    await drive().drive();
    assert.deepEqual([runs.find(id)?.state, store.runs.itemCounts(id).new], ['ended', 2]);
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

  /** What is waited for, in seconds, and comes at once; but for the first, the sign of life. */
  function hurried(waits: number[]): Schedule {
    return (milliseconds, work) => {
      if (waits.push(milliseconds / 1000) > 1) setImmediate(work);
      return { dispose: () => undefined };
    };
  }

  for (const atOnce of [1, 8]) {
    it(`wait longer each time for a service that cannot be reached, then pause the run: ${atOnce} at once`, async () => {
      let sent = 0;
      const { drive, stateOf, outcomes } = await begun(atOnce, atOnce, () => {
        sent += 1;
        return Promise.reject(unreachable());
      });
      const waits: number[] = [];
      await drive(hurried(waits)).drive();
      assert.deepEqual(
        [sent, waits, stateOf(), outcomes()],
        [
          6 * atOnce,
          [LEASE_MS / 3000, 5, 10, 20, 40, 60],
          'paused: The service cannot be reached.',
          Array(atOnce).fill('waiting'),
        ],
      );
    });
  }

  it('begin with the shortest wait again once something was sent', async () => {
    const troubles = [true, true, false, true, false];
    const { drive, stateOf } = await begun(2, 1, () =>
      troubles.shift() === true ? Promise.reject(unreachable()) : Promise.resolve(NEW),
    );
    const waits: number[] = [];
    await drive(hurried(waits)).drive();
    assert.deepEqual([waits.slice(1), stateOf()], [[5, 10, 5], 'ended']);
  });

  it('do not count what waits again among the first after which they ask', async () => {
    const troubles = [true, false, false, false];
    const { drive, stateOf, outcomes } = await begun(
      3,
      1,
      () => (troubles.shift() === true ? Promise.reject(unreachable()) : Promise.resolve(NEW)),
      { askAfterFirst: 2 },
    );
    await drive(hurried([])).drive();
    assert.deepEqual(
      [stateOf(), outcomes()],
      ['paused: The first 2 were sent. Review the results, then send the rest.', ['new', 'new', 'waiting']],
    );
  });

  it('wait for nothing more once the run is to end', async () => {
    const { drive, stateOf } = await begun(1, 1, () => Promise.reject(unreachable()));
    const waiting = Promise.withResolvers<undefined>();
    let waits = 0;
    const driver = drive(() => {
      waits += 1;
      if (waits === 2) waiting.resolve(undefined);
      return { dispose: () => undefined };
    });
    const driven = driver.drive();
    await waiting.promise;
    driver.end('pause');
    await driven;
    assert.deepEqual([waits, stateOf()], [2, 'paused']);
  });

  for (const [milliseconds, kept] of [
    [249, 0],
    [250, 1],
  ] as const) {
    it(`write what has ended while others are in progress, a quarter of a second after the last time: ${milliseconds} ms`, async () => {
      let clock = 0;
      const seen: number[] = [];
      const third = Promise.withResolvers<undefined>();
      const { store, id, drive } = await begun(4, 2, async (_, { userGroupId }) => {
        if (userGroupId === 'g0') clock = milliseconds;
        if (userGroupId === 'g1') await third.promise;
        if (userGroupId === 'g2') {
          seen.push(store.runs.itemCounts(id).new);
          third.resolve(undefined);
        }
        return NEW;
      });
      await drive(undefined, () => clock).drive();
      assert.deepEqual(seen, [kept]);
    });
  }

  it('stop at a failure that all would meet, and the user alone turns that into a cancelled run', async () => {
    const stop = (): UserGroupsError => new UserGroupsError('forbidden', 'It is locked.');
    for (const [wishes, state, because] of [
      [[], 'paused', 'It is locked.'],
      [['pause'], 'paused', 'It is locked.'],
      [['cancel'], 'cancelled', undefined],
      [['cancel', 'pause'], 'cancelled', undefined],
    ] as const) {
      const underWay = Promise.withResolvers<typeof NEW>();
      const refused = Promise.withResolvers<undefined>();
      const { drive, stateOf, outcomes } = await begun(3, 2, (_, { userGroupId }, { untilLeft }) => {
        untilLeft?.addEventListener('abort', () => {
          refused.resolve(undefined);
        });
        return userGroupId === 'g0' ? underWay.promise : Promise.reject(stop());
      });
      const driver = drive();
      const driven = driver.drive();
      await refused.promise;
      for (const wish of wishes) driver.end(wish);
      underWay.resolve(NEW);
      await driven;
      assert.deepEqual(
        [stateOf(), outcomes()],
        [because === undefined ? state : `${state}: ${because}`, ['new', 'waiting', 'waiting']],
      );
    }
  });

  it('stop at a bug, also of the store, which the log has, in words that quote nothing of it', async () => {
    const bug = new TypeError('quoted');
    const ofStore = await begun(1, 1, () => Promise.resolve(NEW));
    atTaking(ofStore.store.runs, () => Promise.reject(bug));
    await ofStore.drive().drive();
    assert.deepEqual([ofStore.stateOf(), ofStore.bugs], [`paused: ${bugMessage()}`, [bug]]);
    const { drive, stateOf, outcomes, bugs } = await begun(2, 1, () => Promise.reject(bug));
    await drive().drive();
    assert.deepEqual(
      [stateOf(), outcomes(), bugs],
      [`paused: ${bugMessage()}`, [`unknown: ${bugMessage()}`, 'waiting'], [bug]],
    );
  });

  it('stop where that was chosen at the first that fails or has no known outcome', async () => {
    const failures: readonly (readonly [UserGroupsError, unknown])[] = [
      [new UserGroupsError('invalid', 'No name.'), 'paused: "g0": No name.'],
      [new UserGroupsError('outcomeUnknown', 'No answer.'), 'paused: "g0": No answer.'],
    ];
    for (const [failure, state] of failures) {
      const { drive, stateOf } = await begun(2, 1, () => Promise.reject(failure), { stopAtFirstFailure: true });
      await drive().drive();
      assert.deepEqual(stateOf(), state);
    }
  });

  it('send no text that could not be stored before, since another window has the run', async () => {
    let sent = 0;
    const { store, drive, outcomes, id } = await begun(2, 1, () => {
      sent += 1;
      return Promise.resolve(NEW);
    });
    const other = drive(undefined, undefined, {
      prepare: (_, item) => {
        store.runs.leave(id, OWNER, [], { state: 'waiting' });
        assert.ok(store.runs.lease(id, 'another window'));
        return Promise.resolve({ item: { ...item, text: '{"name":"A"}' }, notes: [] });
      },
    });
    await other.drive();
    assert.deepEqual([sent, store.runs.find(id)?.owner, outcomes().length], [0, 'another window', 2]);
  });

  it('say what is to be known of an item before what became of it', async () => {
    const failure = new UserGroupsError('invalid', 'No name.');
    const answers: readonly (() => Promise<WorkDone>)[] = [
      () => Promise.resolve(NEW),
      () => Promise.resolve({ ...NEW, reason: 'It is new.' }),
      () => Promise.reject(failure),
    ];
    const { drive, outcomes } = await begun(4, 1, (_, { number }) => answers[number - 1]!());
    await drive(undefined, undefined, {
      prepare: (_, item) =>
        Promise.resolve(
          item.number === 4
            ? { done: { outcome: 'failed', reason: 'Nothing to send.' } }
            : { item, notes: ['Beware.'] },
        ),
    }).drive();
    assert.deepEqual(outcomes(), [
      'new: Beware.',
      'new: Beware. It is new.',
      'failed: Beware. No name.',
      'failed: Nothing to send.',
    ]);
  });

  it('know the tokens of the whole run, until it ends', async () => {
    const seen: unknown[] = [];
    const { drive } = await begun(3, 1, (_, __, { tokens }) => {
      seen.push(tokens?.redact('token-of-one'));
      tokens?.add('token-of-one');
      return Promise.resolve(NEW);
    });
    await drive().drive();
    assert.deepEqual(seen, ['token-of-one', '•••', '•••']);
  });

  it('leave a run alone that another window owns by now, or that was removed', async () => {
    for (const seen of [undefined, { owner: 'another window' }]) {
      const { store, id, drive, sending, answered } = await inProgress(2);
      const driver = drive();
      const driven = driver.drive();
      await sending;
      driver.look(seen && { ...store.runs.find(id)!, ...seen });
      answered.resolve(NEW);
      await driven;
      assert.deepEqual([store.runs.find(id)?.state, store.runs.itemCounts(id).sending], ['running', 1]);
    }
  });

  it('are aborted when their window closes, with what is in progress', async () => {
    const sending = Promise.withResolvers<RequestOptions>();
    const { drive } = await begun(1, 1, (_, __, options) => {
      sending.resolve(options);
      return new Promise((resolve) => {
        options.signal?.addEventListener('abort', () => {
          resolve(NEW);
        });
      });
    });
    const driver = drive();
    const driven = driver.drive();
    const { signal, untilLeft } = await sending.promise;
    driver.abandon();
    await driven;
    assert.deepEqual([signal?.aborted, untilLeft?.aborted], [true, true]);
  });

  it('are aborted twenty seconds after the run was cancelled, and not when it is paused', async () => {
    for (const [wish, waits] of [
      ['cancel', [LEASE_MS / 3, 20_000]],
      ['pause', [LEASE_MS / 3]],
    ] as const) {
      const { drive, sending, answered } = await inProgress();
      const asked: number[] = [];
      const driver = drive((milliseconds) => {
        asked.push(milliseconds);
        return { dispose: () => undefined };
      });
      const driven = driver.drive();
      await sending;
      driver.end(wish);
      answered.resolve(NEW);
      await driven;
      assert.deepEqual(asked, waits);
    }
  });

  it('show other windows again and again that they work on the run, also when that fails once', async () => {
    const { store, drive, warnings, stateOf, sending, answered } = await inProgress();
    const beats: (() => void)[] = [];
    const driven = drive((_, work) => {
      beats.push(work);
      return { dispose: () => undefined };
    }).drive();
    await sending;
    const kept = mock.method(store.runs, 'keep');
    kept.mock.mockImplementationOnce(() => {
      throw full();
    });
    for (const beat of [0, 1, 2]) beats[beat]?.();
    answered.resolve(NEW);
    await driven;
    assert.deepEqual([kept.mock.callCount(), beats.length, stateOf()], [3, 4, 'ended']);
    assert.deepEqual(warnings, [
      'Other windows could not be told that this one works on a run: unavailable: The disk is full.',
    ]);
  });

  it('are outlived by a store that does not take how the run ended', async () => {
    const { store, drive, warnings } = await begun(1, 1, () => Promise.resolve(NEW));
    store.runs.leave = () => {
      throw full();
    };
    await drive().drive();
    assert.deepEqual(warnings, ['How a run ended could not be recorded: unavailable: The disk is full.']);
  });

  describe('finish what a former attempt has left', () => {
    const due: Pick<ItemWork, 'due'> = {
      due: () =>
        Promise.resolve([
          { ...ITEM, number: 1 },
          { ...ITEM, number: 2 },
        ]),
    };

    it('before anything new, and stop where it cannot be finished', async () => {
      let sent = 0;
      const { drive, stateOf, outcomes } = await begun(3, 1, () => {
        sent += 1;
        return Promise.resolve(NEW);
      });
      await drive(undefined, undefined, {
        ...due,
        finish: (_, { number }) =>
          Promise.resolve({
            outcome: 'rotated',
            reason: `Finished ${number}.`,
            stops: number === 1 ? 'Not yet.' : undefined,
          }),
      }).drive();
      assert.deepEqual(
        [sent, stateOf(), outcomes()],
        [0, 'paused: Not yet.', ['rotated: Finished 1.', 'waiting', 'waiting']],
      );
    });

    it('or pause the run when that cannot be looked for', async () => {
      const { drive, stateOf } = await begun(1, 1, () => Promise.resolve(NEW));
      await drive(undefined, undefined, {
        due: () => Promise.reject(full()),
        finish: () => Promise.reject(new Error('nothing is due')),
      }).drive();
      assert.deepEqual(stateOf(), 'paused: The disk is full.');
    });
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
      throw unreachable();
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
