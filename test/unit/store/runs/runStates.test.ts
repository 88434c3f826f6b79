// Runs as the store keeps them: what is said of one, who may work on it, and how it goes.

import assert from 'node:assert/strict';
import { LEASE_MS } from '../../../../src/core/ports/journal.ts';
import type { RunLeft, RunStore } from '../../../../src/core/ports/runStore.ts';
import { openStore } from '../../../../src/store/sqliteStore.ts';
import { locked } from '../../../support/storageTrouble.ts';
import { NotedKeeper } from '../notedKeeper.ts';
import { MAY_12, storeFixture, type OpenedStore } from '../storeFixture.ts';
import { BASE_URL, begunRun, leasedRun, OTHER, waitingRun, WINDOW } from './begunRun.ts';

/** SQLite would end a text at the first, and the store spells it by the second. */
const ODD = 'Zero \0, one \u0001';
const NOBODY = 99;

describe('A run in the store', () => {
  const fixture = storeFixture();

  it('comes back as it was begun, the newest first', () => {
    const opened = fixture.open();
    const { store, connectionId } = opened;
    const plain = { kind: 'update', connectionId, baseUrl: BASE_URL, at: MAY_12, stopAtFirstFailure: false } as const;
    const options = { kind: 'rotate', baseUrl: ODD, at: MAY_12 + 1, stopAtFirstFailure: true } as const;
    const whole = { ...plain, ...options, askAfterFirst: 3, purpose: ODD };
    const first = waitingRun(opened, [{ userGroupId: 'acme', text: '{}', plan: 'a plan' }], plain);
    const second = waitingRun(opened, ['acme', 'globex'], whole);
    const waiting = { state: 'waiting', asked: undefined, pausedBecause: undefined, owner: undefined };
    const none = { askAfterFirst: undefined, purpose: undefined };
    assert.deepEqual(store.runs.all(), [
      { ...whole, ...waiting, id: second, total: 2, firstPlanStart: undefined },
      { ...plain, ...waiting, ...none, id: first, total: 1, firstPlanStart: 'a plan' },
    ]);
    assert.deepEqual([store.runs.find(second), store.runs.find(first)], store.runs.all());
  });

  it('is seen by nobody before all its items are there, and nobody works on it', async () => {
    const opened = fixture.open();
    const { runs } = opened.store;
    const run = begunRun(opened);
    runs.addItems(run, [{ userGroupId: 'acme', text: '{}' }]);
    assert.deepEqual([runs.all(), runs.find(run), runs.lease(run, WINDOW)], [[], undefined, undefined]);
    assert.equal(await runs.nextItems(run, WINDOW, [], 9), undefined);
  });

  it('takes no items once it has all, or is gone', () => {
    const opened = fixture.open();
    const run = waitingRun(opened, ['acme']);
    const gone = { kind: 'conflict', message: 'The bulk operation was removed meanwhile, here or in another window.' };
    for (const id of [run, NOBODY]) {
      const add = (): void => {
        opened.store.runs.addItems(id, [{ userGroupId: 'globex', text: '{}' }]);
      };
      assert.throws(add, gone);
    }
  });

  it('is interrupted when its window says nothing for a lease, which it renews', () => {
    const opened = fixture.open();
    const { runs } = opened.store;
    const run = leasedRun(opened, ['acme']);
    const states: unknown[] = [];
    for (const passed of [LEASE_MS - 1, 1]) {
      opened.clock.now += passed;
      states.push(runs.find(run)?.state);
    }
    runs.keep(run, WINDOW);
    opened.clock.now += LEASE_MS - 1;
    states.push(runs.find(run)?.state);
    assert.deepEqual(states, ['running', 'interrupted', 'running']);
  });
});

describe('A run is worked on', () => {
  const fixture = storeFixture();
  const leave = (state: RunLeft['state']) => (runs: RunStore, run: number) => {
    runs.leave(run, WINDOW, [], { state });
  };

  for (const [words, before, lease, reopen] of [
    ['that waits', leave('waiting'), true, true],
    ['that is paused', leave('paused'), true, true],
    ['that has ended', leave('ended'), false, true],
    ['that is cancelled', leave('cancelled'), false, true],
    ['that runs', () => undefined, false, false],
    [
      'that was removed',
      (runs: RunStore, run: number) => {
        runs.remove(run);
      },
      false,
      false,
    ],
  ] as const) {
    for (const [by, isLeased] of [
      ['lease', lease],
      ['reopen', reopen],
    ] as const) {
      it(`by ${isLeased ? 'whoever comes' : 'nobody who comes'} to ${by} one ${words}`, () => {
        const opened = fixture.open();
        const { runs } = opened.store;
        const run = leasedRun(opened, ['acme']);
        before(runs, run);
        const leased = runs[by](run, OTHER);
        assert.deepEqual(
          leased && [leased.state, leased.owner, leased.asked, leased.pausedBecause],
          isLeased ? ['running', OTHER, undefined, undefined] : undefined,
        );
      });
    }
  }

  it('again where its window is gone, by whoever leases or reopens it', () => {
    const opened = fixture.open();
    const { runs } = opened.store;
    const run = leasedRun(opened, ['acme']);
    for (const [by, owner] of [
      ['lease', OTHER],
      ['reopen', WINDOW],
    ] as const) {
      opened.clock.now += LEASE_MS;
      assert.deepEqual([runs[by](run, owner)?.owner, runs.find(run)?.state], [owner, 'running']);
    }
  });

  it('by nobody once it was left, or is gone', async () => {
    const opened = fixture.open();
    const { runs } = opened.store;
    const left = leasedRun(opened, ['acme']);
    runs.leave(left, WINDOW, [], { state: 'paused' });
    for (const run of [left, NOBODY])
      for (const nothing of [runs.keep(run, WINDOW), await runs.nextItems(run, WINDOW, [], 9)])
        assert.equal(nothing, undefined);
    for (const nothing of [runs.find(NOBODY), runs.lease(NOBODY, WINDOW), runs.reopen(NOBODY, WINDOW)])
      assert.equal(nothing, undefined);
    assert.deepEqual([runs.ask(NOBODY, 'pause'), runs.waitAgain(NOBODY, WINDOW, ['failed'], 9)], [false, 0]);
  });

  it('by its owner alone: a former one neither keeps it, nor goes on with it, nor leaves it', async () => {
    const opened = fixture.open();
    const { store, clock } = opened;
    const { runs } = store;
    const run = leasedRun(opened, ['acme', 'globex'], { kind: 'getOrCreate' });
    assert.equal((await runs.nextItems(run, WINDOW, [], 1))?.length, 1);
    clock.now += LEASE_MS;
    runs.lease(run, OTHER);
    const before = [runs.itemCounts(run), runs.find(run)];

    const end = { number: 1, at: clock.now, outcome: 'failed' } as const;
    assert.equal(runs.keep(run, WINDOW), undefined);
    assert.equal(await runs.nextItems(run, WINDOW, [end], 1), undefined);
    assert.equal(await runs.keepPrepared(run, WINDOW, { number: 1, text: 'other', before: undefined }), false);
    assert.equal(runs.waitAgain(run, WINDOW, ['waiting'], 9), 0);
    runs.leave(run, WINDOW, [end], { state: 'ended' });

    assert.deepEqual([runs.itemCounts(run), runs.find(run)], before);
    assert.equal((await runs.nextItems(run, OTHER, [end], 1))?.length, 1);
    assert.equal(runs.keep(run, OTHER)?.state, 'running');
  });
});

describe('The window of a run', () => {
  const fixture = storeFixture();

  it('is asked to pause, and then to cancel, which nothing takes back', () => {
    const opened = fixture.open();
    const { runs } = opened.store;
    const run = waitingRun(opened, ['acme']);
    assert.equal(runs.ask(run, 'pause'), false);
    runs.lease(run, WINDOW);
    const asked = (['pause', 'cancel', 'pause'] as const).map((wish) => [
      runs.ask(run, wish),
      runs.keep(run, WINDOW)?.asked,
    ]);
    assert.deepEqual(asked, [
      [true, 'pause'],
      [true, 'cancel'],
      [true, 'cancel'],
    ]);
    opened.clock.now += LEASE_MS;
    assert.equal(runs.ask(run, 'pause'), false);
  });

  it('leaves it with the reason why it does not go on', () => {
    const opened = fixture.open();
    const { runs } = opened.store;
    const run = leasedRun(opened, ['acme']);
    runs.ask(run, 'pause');
    runs.leave(run, WINDOW, [], { state: 'paused', because: ODD });
    const { state, pausedBecause, asked, owner } = runs.find(run)!;
    assert.deepEqual([state, pausedBecause, asked, owner], ['paused', ODD, undefined, undefined]);
    runs.lease(run, WINDOW);
    runs.leave(run, WINDOW, [], { state: 'paused' });
    assert.equal(runs.find(run)?.pausedBecause, undefined);
  });

  it('asks after the first ones until that was confirmed', () => {
    const opened = fixture.open();
    const { runs } = opened.store;
    const run = leasedRun(opened, ['acme'], { askAfterFirst: 5 });
    const asked = [undefined, true].map((hasAsked) => {
      runs.leave(run, WINDOW, [], { state: 'paused', hasAsked });
      return runs.lease(run, WINDOW)?.askAfterFirst;
    });
    assert.deepEqual(asked, [5, undefined]);
  });
});

describe('The lease of a run', () => {
  const fixture = storeFixture();

  function kept(): { readonly opened: OpenedStore; readonly run: number; readonly all: () => unknown[] } {
    const keeper = new NotedKeeper();
    const opened = fixture.open(':memory:', keeper);
    return { opened, run: waitingRun(opened, ['acme'], { kind: 'rotate' }), all: () => [...keeper.kept] };
  }

  for (const by of ['lease', 'reopen'] as const) {
    it(`is kept from its ${by} until it is left`, () => {
      const { opened, run, all } = kept();
      opened.store.runs[by](run, WINDOW);
      assert.deepEqual(all(), [`runs ${run}`]);
      opened.store.runs[by](NOBODY, WINDOW);
      opened.store.runs.keep(run, WINDOW);
      assert.deepEqual(all(), [`runs ${run}`]);
      opened.store.runs.leave(run, WINDOW, [], { state: 'waiting' });
      assert.deepEqual(all(), []);
    });
  }

  it('is kept no more when another window has taken the run over', () => {
    const { opened, run, all } = kept();
    opened.store.runs.lease(run, WINDOW);
    opened.store.runs.keep(run, OTHER);
    assert.deepEqual(all(), []);
  });

  it('is not kept of a run that comes back paused, since its window died during a rotation', async () => {
    const path = fixture.path();
    const keeper = new NotedKeeper();
    const opened = fixture.open(path, keeper);
    const { store, ref, clock } = opened;
    const gone = fixture.reopen(path);
    const run = waitingRun(opened, ['acme'], { kind: 'rotate' });
    gone.runs.lease(run, WINDOW);
    await gone.runs.nextItems(run, WINDOW, [], 1);
    gone.journal.beginSend(ref('acme'), { operation: 'rotate', text: '', at: clock.now });
    clock.now += LEASE_MS;
    const { state, pausedBecause, owner } = store.runs.lease(run, OTHER)!;
    assert.deepEqual(
      [state, pausedBecause, owner, [...keeper.kept]],
      ['paused', 'The window closed while a token was being rotated or delivered.', undefined, []],
    );
  });
});

describe('A run that was removed', () => {
  const fixture = storeFixture();

  it('is cleared away piece by piece, and nothing else', () => {
    const opened = fixture.open();
    const { runs } = opened.store;
    const [removed, other] = [waitingRun(opened, ['a', 'b', 'c', 'd']), waitingRun(opened, ['a', 'b', 'c'])];
    runs.remove(removed);
    const left = Array.from({ length: 4 }, () => [runs.clearRemoved(2), runs.itemCounts(removed).waiting]);
    assert.deepEqual(left, [
      [true, 2],
      [true, 0],
      [true, 0],
      [false, 0],
    ]);
    assert.equal(runs.itemCounts(other).waiting, 3);
  });

  it('is gone with the last piece of its items, where that is a small one', () => {
    const opened = fixture.open();
    const removed = waitingRun(opened, ['a', 'b', 'c']);
    opened.store.runs.remove(removed);
    assert.deepEqual(
      [2, 2, 2].map((limit) => opened.store.runs.clearRemoved(limit)),
      [true, true, false],
    );
  });

  it('is waited for by nobody where there is none', () => {
    const path = fixture.path();
    waitingRun(fixture.open(path), ['acme']);
    const impatient = openStore({ path, busyTimeoutMs: 0 });
    const writing = locked(path);
    writing.begin();
    const isCleared = impatient.runs.clearRemoved(9);
    writing.end();
    impatient.close();
    assert.equal(isCleared, false);
  });

  it('is no run whose window goes on to fill it', () => {
    const path = fixture.path();
    const opened = fixture.open(path);
    const { store } = opened;
    const run = begunRun(opened);
    store.runs.addItems(run, [{ userGroupId: 'acme', text: '{}' }]);
    // Its lease is over at the first look alone.
    const times = [MAY_12 + LEASE_MS];
    const other = openStore({ path, now: () => times.pop() ?? MAY_12 });
    const isCleared = other.runs.clearRemoved(9);
    other.close();
    assert.deepEqual([isCleared, store.runs.itemCounts(run).waiting], [false, 1]);
  });
});
