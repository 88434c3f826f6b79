// Runs of bulk work against the real sandbox: what the results say is what the service has, group by group.

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Connection } from '../../../../src/core/connection.ts';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import { LEASE_MS } from '../../../../src/core/ports/journal.ts';
import type { NewRunItem, RunItem, RunOptions } from '../../../../src/core/runs.ts';
import { MOST_IN_HAND } from '../../../../src/services/bulk/itemWork.ts';
import type { ResultSlice } from '../../../../src/services/bulk/runService.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { HELD_SECONDS, heldTimers } from '../../../support/heldTimers.ts';
import { productStarter, type Product } from '../../../support/product.ts';
import { ask } from '../../sandbox/ask.ts';

const GO_ON: RunOptions = { stopAtFirstFailure: false };

function textOf(userGroupId: string, region: string): string {
  return `${JSON.stringify({ user_group_id: userGroupId, name: `Name of ${userGroupId}`, mapping: { 40: '213' }, properties: { region } }, undefined, 2)}\n`;
}

function regionOf({ remote }: Product, userGroupId: string): unknown {
  return (JSON.parse(remote.group(userGroupId)?.properties ?? '{}') as { region?: unknown }).region;
}

function items(count: number, region = 'EU'): NewRunItem[] {
  return Array.from({ length: count }, (_, index) => ({
    userGroupId: `group-${index + 1}`,
    text: textOf(`group-${index + 1}`, region),
  }));
}

async function create(product: Product, count: number, options = GO_ON): Promise<number> {
  return (await product.services.runs.create('getOrCreate', product.connection, items(count), options)).id;
}

/** Of so many groups, which exist. */
async function createRotations(product: Product, count: number): Promise<number> {
  await run(product, await create(product, count));
  const groups = items(count).map(({ userGroupId }) => ({ userGroupId, text: '' }));
  return (await product.services.runs.create('rotate', product.connection, groups, GO_ON)).id;
}

async function runUpdates(product: Product, count: number, region: string): Promise<number> {
  const { id } = await product.services.runs.create('update', product.connection, items(count, region), GO_ON);
  await run(product, id);
  return id;
}

async function run(product: Product, runId: number): Promise<void> {
  product.services.runs.start(runId);
  await product.services.runs.whenLeft(runId);
}

async function all(product: Product, runId: number): Promise<readonly RunItem[]> {
  return (await product.services.runs.slice(runId, { offset: 0, limit: 100_000 })).items;
}

/** "existed | not applied | Not applied: mapping." */
async function resultsOf(product: Product, runId: number): Promise<string[]> {
  return (await all(product, runId)).map(({ outcome, isNotApplied, reason }) =>
    [outcome, ...(isNotApplied ? ['not applied'] : []), ...(reason === undefined ? [] : [reason])].join(' | '),
  );
}

/** Lets the run go on until the remote service has been asked so often. */
function asked(product: Product, times: number): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (product.requests.length >= times) resolve();
      else setImmediate(look);
    };
    look();
  });
}

/** Resolves when the rows of a run that nobody sees any more are gone. */
async function cleared({ store }: Product, runId: number): Promise<void> {
  while (store.runs.itemCounts(runId).waiting > 0) await turn();
}

/** Each group with an outcome that says it is there is there, with its token kept; no other is. */
async function assertTrue(product: Product, runId: number): Promise<void> {
  const there = new Map(product.remote.groups().map((group) => [group.userGroupId, group]));
  for (const { userGroupId, outcome } of await all(product, runId)) {
    const isThere = ['new', 'existed', 'updated', 'rotated'].includes(outcome);
    assert.deepEqual([userGroupId, outcome, there.has(userGroupId)], [userGroupId, outcome, isThere]);
    const token = await product.services.tokens.find(product.ref(userGroupId));
    assert.equal(token, there.get(userGroupId)?.token);
  }
}

/** With the reason behind it, where there is one. */
function stateOf({ services }: Product, runId: number): string {
  const { state = 'gone', pausedBecause } = services.runs.find(runId) ?? {};
  return pausedBecause === undefined ? state : `${state}: ${pausedBecause}`;
}

describe('A run of get-or-create', () => {
  const start = productStarter();
  const timers = heldTimers();

  it('distinguishes new ones, those that existed, and those of which something was not applied', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, textOf('group-2', 'EU'));
    await product.services.sending.getOrCreate(product.connection, textOf('group-3', 'US'));
    const runId = await create(product, 5);
    assert.equal(stateOf(product, runId), 'waiting');
    await run(product, runId);
    // A mapping is never answered: what was sent for it here is what is known.
    assert.deepEqual(await resultsOf(product, runId), [
      'new',
      'existed | It has all that was sent.',
      'existed | not applied | Not applied: properties.region: "US" → "EU".',
      'new',
      'new',
    ]);
    assert.equal(regionOf(product, 'group-3'), 'US');
    assert.equal(stateOf(product, runId), 'ended');
    await assertTrue(product, runId);
  });

  it('gives slices of a table by outcome, by what was not applied, and by words, each with its total', async () => {
    const product = await start();
    for (const number of [2, 3, 5])
      await product.services.sending.getOrCreate(
        product.connection,
        textOf(`group-${number}`, number === 3 ? 'EU' : 'Süd'),
      );
    const runId = await create(product, 30);
    await run(product, runId);
    const numbers = async (query: Partial<ResultSlice>): Promise<readonly [number[], number]> => {
      const { items: found, total } = await product.services.runs.slice(runId, { offset: 0, limit: 3, ...query });
      return [found.map(({ number }) => number), total];
    };
    assert.deepEqual(await numbers({ offset: 28 }), [[29, 30], 30]);
    assert.deepEqual(await numbers({ outcome: 'new', offset: 1 }), [[4, 6, 7], 27]);
    assert.deepEqual(await numbers({ outcome: 'existed', isNotApplied: false }), [[3], 1]);
    assert.deepEqual(await numbers({ outcome: 'existed', isNotApplied: true, offset: 1 }), [[5], 2]);
    assert.deepEqual(await numbers({ text: ' GROUP-2', offset: 1 }), [[20, 21, 22], 11]);
    assert.deepEqual(await numbers({ text: 'group', outcome: 'existed', isNotApplied: true }), [[2, 5], 2]);
    assert.deepEqual(await numbers({ text: 'nowhere' }), [[], 0]);
    assert.deepEqual(await numbers({ text: ' SÜD' }), [[2, 5], 2]);
    const upwards = { isDescending: false };
    assert.deepEqual(await numbers({ sort: { by: 'id', isDescending: true } }), [[30, 29, 28], 30]);
    assert.deepEqual(await numbers({ sort: { by: 'outcome', ...upwards }, offset: 27 }), [[3, 2, 5], 30]);
    assert.deepEqual(await numbers({ sort: { by: 'id', ...upwards }, text: 'group-2', offset: 1 }), [[20, 21, 22], 11]);
    // By the names that the list has now; of what is in no list, by its id.
    await product.services.sending.update(
      product.connection,
      JSON.stringify({ user_group_id: 'group-30', name: 'Amber' }),
    );
    product.services.groups.remove(product.ref('group-2'));
    assert.deepEqual(await numbers({ sort: { by: 'name', ...upwards } }), [[30, 2, 1], 30]);
    assert.deepEqual(await numbers({ sort: { by: 'name', isDescending: true }, text: 'group-2' }), [[29, 28, 27], 11]);
  });

  it('goes on after a failure, and repeats the failed ones alone in the same run', async () => {
    const product = await start();
    product.remote.misbehave('successZero', { times: 3 });
    const runId = await create(product, 20);
    await run(product, runId);
    const { failed, new: made } = product.services.runs.counts(runId);
    assert.deepEqual([failed, made], [3, 17]);
    assert.match(
      (await product.services.runs.slice(runId, { outcome: 'failed', offset: 0, limit: 1 })).items[0]?.reason ?? '',
      /^The service rejected.+Not allowed/,
    );
    await assertTrue(product, runId);
    const before = product.requests.length;
    assert.equal(await product.services.runs.repeatFailed(runId), 3);
    assert.equal(stateOf(product, runId), 'waiting');
    await run(product, runId);
    assert.deepEqual([product.requests.length - before, product.services.runs.counts(runId).new], [3, 20]);
    await assertTrue(product, runId);
    assert.equal(await product.services.runs.repeatFailed(runId), 0);
    assert.equal(stateOf(product, runId), 'ended');
  });

  it('says how much is done, how fast, and how long the rest takes', async () => {
    const product = await start();
    const { runs } = product.services;
    const runId = await create(product, 3);
    const none = { total: 3, done: 0, failed: 0, perMinute: undefined };
    assert.deepEqual(runs.progress(runId), none);
    product.remote.misbehave('neverAnswers', { times: 1 });
    runs.start(runId);
    assert.deepEqual(runs.progress(runId), none);
    product.clock.now += 1_000;
    assert.deepEqual(runs.progress(runId), { ...none, perMinute: 0 });
    while (runs.counts(runId).new < 2) await turn();
    product.clock.now += 9_000;
    assert.deepEqual(runs.progress(runId), { total: 3, done: 2, failed: 0, perMinute: 12, remainingMs: 5_000 });
    const cancelled = runs.cancel(runId);
    await product.elapse(20_000);
    await cancelled;
    assert.deepEqual(runs.progress(runId), { total: 3, done: 3, failed: 0, perMinute: undefined });
  });

  it('is not waited for by a window that closes', async () => {
    const product = await start();
    const { runs } = product.services;
    const runId = await create(product, 1);
    product.remote.misbehave('neverAnswers');
    runs.start(runId);
    await asked(product, 1);
    runs.dispose();
    await runs.whenLeft(runId);
    assert.equal(runs.counts(runId).sending, 1);
  });

  it('is not created where nothing can be sent', async () => {
    const product = await start();
    const connection: Connection = { ...product.connection, status: 'moved' };
    const { kind } = await failureOf(product.services.runs.create('getOrCreate', connection, items(1), GO_ON));
    assert.deepEqual([kind, product.services.runs.list()], ['conflict', []]);
  });

  it('that is gone is said to be, whatever is asked of it', async () => {
    const { services } = await start();
    const { runs } = services;
    const calls: readonly (() => unknown)[] = [
      () => {
        runs.start(7);
      },
      () => runs.pause(7),
      () => runs.repeatFailed(7),
      () => runs.progress(7),
    ];
    const failures = await Promise.all(calls.map((call) => failureOf(Promise.resolve().then(() => call()))));
    assert.deepEqual(
      [...new Set(failures.map(({ kind, message }) => `${kind}: ${message}`)), runs.find(7)],
      ['notFound: The bulk operation was removed.', undefined],
    );
  });

  it('on the sandbox goes on at its next address', async () => {
    const product = await start();
    const { runs, sandbox } = product.services;
    const { id } = await runs.create('getOrCreate', await sandbox.start(), items(40), GO_ON);
    await sandbox.close();
    await run(product, id);
    assert.deepEqual([stateOf(product, id), runs.counts(id).new], ['ended', 40]);
  });

  it('on which a window works is not removed, and not repeated', async () => {
    const product = await start();
    const { runs } = product.services;
    const runId = await create(product, 1);
    product.remote.misbehave('neverAnswers', { times: 1 });
    runs.start(runId);
    const failures = await Promise.all([
      failureOf(
        Promise.resolve().then(() => {
          runs.remove(runId);
        }),
      ),
      failureOf(runs.repeatFailed(runId)),
    ]);
    assert.deepEqual(
      failures.map(({ kind, message }) => `${kind}: ${message}`),
      Array(2).fill('conflict: The bulk operation is running. Pause it first.'),
    );
    assert.equal(runs.list().length, 1);
  });

  it('has not failed at a group that an earlier try may have created', async () => {
    const product = await start();
    product.remote.misbehave('tokenMissing', { times: 1 });
    const runId = await create(product, 1);
    await run(product, runId);
    await product.services.runs.repeatFailed(runId);
    product.remote.misbehave('successZero', { times: 1 });
    await run(product, runId);
    const [item] = await all(product, runId);
    assert.deepEqual([item?.outcome, product.remote.groups().length], ['unknown', 1]);
    assert.match(item?.reason ?? '', /^The outcome of an earlier request is unknown\. [^]*Not allowed/);
  });

  it('asks after the first ones whose window died before it could, and goes on when it is resumed again', async () => {
    const product = await start();
    const runId = await create(product, 20, { stopAtFirstFailure: false, askAfterFirst: 3 });
    const other = product.anotherWindow();
    product.store.runs.leave = () => undefined;
    await run(product, runId);
    await product.close();
    await other.elapse(LEASE_MS);
    await run(other, runId);
    assert.deepEqual(
      [product.requests.length, stateOf(other, runId)],
      [3, 'paused: The first 3 were sent. Review the results, then send the rest.'],
    );
    await run(other, runId);
    assert.deepEqual([product.requests.length, other.services.runs.find(runId)?.state], [20, 'ended']);
  });

  it('pauses when what is in progress has ended, and says so until then', async () => {
    const product = await start();
    const runId = await create(product, 60);
    product.services.runs.start(runId);
    await asked(product, 10);
    const isEnding = (): boolean | undefined => product.services.runs.find(runId)?.isEnding;
    assert.equal(isEnding(), false);
    const paused = product.services.runs.pause(runId);
    assert.equal(isEnding(), true);
    await paused;
    assert.equal(isEnding(), false);
    assert.equal(stateOf(product, runId), 'paused');
    assert.equal(product.services.runs.counts(runId).sending, 0);
    assert.ok(product.requests.length < 60);
    await assertTrue(product, runId);
    await run(product, runId);
    assert.equal(product.requests.length, 60);
    await assertTrue(product, runId);
  });

  it('that names a group twice is refused, and nothing of it is left', async () => {
    const product = await start();
    const {
      services: { runs },
      connection,
    } = product;
    const kept = await create(product, 1);
    await assert.rejects(
      runs.create('getOrCreate', connection, [...items(300), ...items(1)], GO_ON),
      (error) =>
        error instanceof UserGroupsError &&
        error.kind === 'invalid' &&
        /group-1.* is a duplicate: item 1 and item 301/.test(error.message),
    );
    assert.deepEqual([runs.list().map(({ id }) => id), product.requests], [[kept], []]);
    await cleared(product, kept + 1);
  });

  it('that is removed is seen by nobody at once, and its rows go little by little', async () => {
    const product = await start();
    const {
      services: { runs },
      store,
    } = product;
    const other = product.anotherWindow();
    const kept = await create(product, 3);
    const removed = await create(product, 1_200);
    runs.remove(removed);
    for (const window of [product, other])
      assert.deepEqual(
        window.services.runs.list().map(({ id }) => id),
        [kept],
      );
    assert.equal(store.runs.itemCounts(removed).waiting, 1_200);
    const left: number[] = [];
    while (store.runs.itemCounts(removed).waiting > 0) {
      left.push(store.runs.itemCounts(removed).waiting);
      await turn();
    }
    assert.deepEqual([...new Set(left)], [1_200, 700, 200]);
    assert.equal(store.runs.itemCounts(kept).waiting, 3);
  });

  it('that is removed by a window that closes is left for another to clear away', async () => {
    const product = await start();
    const { runs } = product.services;
    const runId = await create(product, 3);
    runs.remove(runId);
    runs.dispose();
    for (let turns = 0; turns < 5; turns += 1) await turn();
    assert.equal(product.store.runs.itemCounts(runId).waiting, 3);
  });

  it('that cannot be cleared away is cleared away with the next', async () => {
    const product = await start();
    const { runs } = product.store;
    const [runId, next] = [await create(product, 3), await create(product, 3)];
    const failing = mock.method(runs, 'clearRemoved', () => {
      throw new Error('The disk is full.');
    });
    product.services.runs.remove(runId);
    while (failing.mock.callCount() === 0) await turn();
    failing.mock.restore();
    product.services.runs.remove(next);
    await cleared(product, runId);
    assert.match(product.logged.join('\n'), /could not be cleared away: Error: The disk is full\./);
  });

  it('whose window died while it was removed is cleared away with the next', async () => {
    const product = await start();
    const runId = await create(product, 700);
    product.store.runs.remove(runId);
    await create(product, 1);
    await cleared(product, runId);
    assert.equal(product.store.runs.clearRemoved(1), false);
  });

  it('is cancelled for good where nobody works on it, unless it has ended', async () => {
    const product = await start();
    const [waiting, ended] = [await create(product, 3), await create(product, 1)];
    await run(product, ended);
    for (const runId of [waiting, ended]) await product.services.runs.cancel(runId);
    assert.deepEqual(
      [product.services.runs.find(waiting)?.state, product.services.runs.find(ended)?.state],
      ['cancelled', 'ended'],
    );
    assert.throws(() => {
      product.services.runs.start(waiting);
    }, /is completed/);
  });

  it('that is cancelled aborts what is in progress for long, with an unknown outcome', async () => {
    const product = await start();
    const runId = await create(product, 1);
    product.remote.misbehave('neverAnswers');
    product.services.runs.start(runId);
    await asked(product, 1);
    const cancelled = product.services.runs.cancel(runId);
    await product.elapse(20_000);
    await cancelled;
    assert.deepEqual(
      [product.services.runs.counts(runId).unknown, product.record('group-1')?.unknownOutcome?.operation],
      [1, 'getOrCreate'],
    );
  });

  it('that loses its window in the middle is taken over by another, and nothing is missing or done twice', async () => {
    const product = await start();
    const runId = await create(product, 80);
    const other = product.anotherWindow();
    product.services.runs.start(runId);
    await asked(product, 20);
    await product.close();
    assert.equal(other.services.runs.find(runId)?.state, 'running');
    assert.throws(() => {
      other.services.runs.start(runId);
    }, /operation is running/);
    await other.elapse(LEASE_MS);
    assert.equal(other.services.runs.find(runId)?.state, 'interrupted');
    await run(other, runId);
    const counts = other.services.runs.counts(runId);
    assert.deepEqual([counts.new + counts.existed, counts.sending + counts.waiting + counts.unknown], [80, 0]);
    await assertTrue(other, runId);
    const asksOf = new Map<string, number>();
    for (const { requestBody } of product.requests) asksOf.set(requestBody, (asksOf.get(requestBody) ?? 0) + 1);
    // The items that were leased when the window died, and nothing else.
    assert.ok([...asksOf.values()].filter((times) => times > 1).length <= MOST_IN_HAND);
  });

  it('is owned by one of two windows, seen by both, and paused by the other', async () => {
    const product = await start();
    const other = product.anotherWindow();
    const runId = await create(product, 60);
    product.services.runs.start(runId);
    assert.throws(
      () => {
        other.services.runs.start(runId);
      },
      (error) => error instanceof UserGroupsError && error.kind === 'conflict',
    );
    await asked(product, 10);
    // Else it may be at its end before its owner looks.
    product.remote.misbehave('slow', { seconds: HELD_SECONDS });
    assert.deepEqual(
      [other.services.runs.find(runId)?.isOwnedHere, product.services.runs.find(runId)?.isOwnedHere],
      [false, true],
    );
    assert.equal(other.services.runs.progress(runId).total, 60);
    await other.services.runs.pause(runId);
    assert.equal(other.services.runs.find(runId)?.isEnding, true);
    await product.elapse(LEASE_MS / 3);
    product.remote.misbehave(undefined);
    timers.goOff();
    await product.services.runs.whenLeft(runId);
    assert.equal(other.services.runs.find(runId)?.state, 'paused');
    await run(other, runId);
    await assertTrue(other, runId);
    assert.equal(product.requests.length, 60);
  });
});

describe('What blocks all items pauses a run instead of failing each', () => {
  const start = productStarter();
  const troubles: Readonly<Record<string, { readonly set: (product: Product) => unknown; readonly says: RegExp }>> = {
    'a refused API token': {
      set: ({ services, connection }) => services.apiTokens.set(connection, 'another-token'),
      says: /401/,
    },
    'a locked connection': {
      set: ({ settings }) => {
        settings.edit(settings.entries.map((entry) => ({ ...(entry as object), locked: 'all' })));
      },
      says: /locked/,
    },
    'another address': {
      set: ({ settings, remote }) => {
        settings.edit([{ name: 'staging', baseUrl: `${remote.baseUrl}/eu`, environment: 'Testing' }]);
      },
      says: /The connection's address changed from .* to/,
    },
    'a removed connection': {
      set: ({ settings }) => {
        settings.edit([]);
      },
      says: /no longer contain/,
    },
    'a keyring that is broken': {
      set: ({ sealing }) => {
        sealing.failure = new UserGroupsError('unavailable', 'No key.');
      },
      says: /No key/,
    },
  };
  for (const [name, { set, says }] of Object.entries(troubles)) {
    it(name, async () => {
      const product = await start();
      const runId = await create(product, 20);
      await set(product);
      await run(product, runId);
      const counts = product.services.runs.counts(runId);
      assert.deepEqual([counts.waiting, counts.failed, counts.unknown, counts.sending], [20, 0, 0, 0]);
      assert.match(stateOf(product, runId), says);
      assert.equal(product.services.runs.find(runId)?.state, 'paused');
    });
  }

  it('a service that cannot be reached is waited for with growing patience, then the run pauses', async () => {
    const product = await start();
    const runId = await create(product, 20);
    await product.stopRemote();
    product.services.runs.start(runId);
    while (product.services.runs.find(runId)?.state === 'running') await product.elapse(1_000);
    assert.deepEqual(
      [product.services.runs.counts(runId).waiting, product.services.runs.find(runId)?.state],
      [20, 'paused'],
    );
    await product.restartRemote();
    await run(product, runId);
    await assertTrue(product, runId);
  });
});

describe('A run of updates', () => {
  const start = productStarter();

  it('sends what was confirmed, and keeps what was sent before it', async () => {
    const product = await start();
    await run(product, await create(product, 30));
    const id = await runUpdates(product, 30, 'US');
    assert.equal(product.services.runs.counts(id).updated, 30);
    for (const { userGroupId, before } of await all(product, id)) {
      assert.deepEqual([before, regionOf(product, userGroupId)], [textOf(userGroupId, 'EU'), 'US']);
    }
    await assertTrue(product, id);
  });

  it('overwrites nothing that was changed elsewhere', async () => {
    const product = await start();
    await run(product, await create(product, 2));
    assert.equal((await ask(product.remote, 'PUT', textOf('group-2', 'APAC'))).status, 200);
    const id = await runUpdates(product, 2, 'US');
    assert.match((await resultsOf(product, id)).join('; '), /^updated; failed \| /);
    assert.equal(regionOf(product, 'group-2'), 'APAC');
  });

  it('sends nothing where the service has all of it', async () => {
    const product = await start();
    await run(product, await create(product, 1));
    const sent = product.requests.length;
    const id = await runUpdates(product, 1, 'EU');
    assert.deepEqual(await resultsOf(product, id), ['skipped | The service already has all of this.']);
    assert.equal(product.requests.length, sent);
  });

  it('says so where the group was gone, which is there again as it was last sent', async () => {
    const product = await start();
    await run(product, await create(product, 1));
    product.loseOnService('group-1');
    const id = await runUpdates(product, 1, 'US');
    assert.match(
      (await resultsOf(product, id)).join(),
      /^failed \| .*The group was gone\. It was recreated as last sent\./,
    );
    assert.equal(regionOf(product, 'group-1'), 'EU');
  });
});

describe('A run of rotations', () => {
  const start = productStarter();

  it('delivers each token before the next is rotated, and again what failed, the last one as well, without rotating it again', async () => {
    const product = await start();
    const { runs } = product.services;
    const id = await createRotations(product, 3);
    const handed: [string, string][] = [];
    const failing = { at: ['group-2', 'group-2', 'group-3'] };
    const deliver = (token: string, { userGroupId }: { readonly userGroupId: string }): Promise<void> => {
      if (failing.at[0] === userGroupId) {
        failing.at.shift();
        return Promise.reject(new Error(token));
      }
      assert.equal(product.requests.filter(({ operation }) => operation === 'rotate').length, handed.length + 1);
      handed.push([userGroupId, token]);
      return Promise.resolve();
    };
    assert.throws(() => {
      runs.start(id);
    }, /can't be delivered/);
    const reported: unknown[] = [];
    for (let times = 0; times < 4; times += 1) {
      runs.start(id, { deliver });
      await runs.whenLeft(id);
      reported.push([
        stateOf(product, id),
        (await runs.deliveriesDue(id)).map(({ userGroupId }) => userGroupId),
        runs.counts(id).rotated,
      ]);
    }
    const stopped = (userGroupId: string): string => `paused: The new token of "${userGroupId}" couldn't be delivered.`;
    assert.deepEqual(reported, [
      [stopped('group-2'), ['group-2'], 2],
      [stopped('group-2'), ['group-2'], 2],
      [stopped('group-3'), ['group-3'], 3],
      ['ended', [], 3],
    ]);
    assert.equal(product.requests.filter(({ operation }) => operation === 'rotate').length, 3);
    assert.deepEqual(
      handed,
      ['group-1', 'group-2', 'group-3'].map((userGroupId) => [userGroupId, product.remote.group(userGroupId)?.token]),
    );
    const rows = JSON.stringify(await all(product, id)) + product.logged.join('\n');
    for (const [, token] of handed) assert.ok(!rows.includes(token));
  });

  it('stops where nobody knows whether a token was rotated, which is never rotated again unasked', async () => {
    const product = await start();
    const { runs } = product.services;
    const id = await createRotations(product, 3);
    product.remote.misbehave('resetBeforeAnswer', { operation: 'rotate', times: 1 });
    const handed: string[] = [];
    const deliver = (token: string): Promise<void> => Promise.resolve(void handed.push(token));
    runs.start(id, { deliver });
    await runs.whenLeft(id);
    assert.deepEqual(
      [stateOf(product, id), runs.counts(id).unknown, handed.length],
      ['paused: The token of "group-1" may have been rotated.', 1, 0],
    );
    assert.deepEqual(
      product.services.rotation.open().map(({ userGroupId }) => userGroupId),
      ['group-1'],
    );
    assert.equal(await runs.repeatFailed(id), 0);
    runs.start(id, { deliver });
    await runs.whenLeft(id);
    assert.deepEqual(
      [runs.counts(id).unknown, handed],
      [1, ['group-2', 'group-3'].map((userGroupId) => product.remote.group(userGroupId)?.token)],
    );
    assert.equal(product.requests.filter(({ operation }) => operation === 'rotate').length, 3);
  });

  it('is cancelled at once although its window closed during a rotation', async () => {
    const product = await start();
    const id = await createRotations(product, 2);
    const other = product.anotherWindow();
    product.remote.misbehave('neverAnswers', { operation: 'rotate' });
    product.requests.length = 0;
    product.services.runs.start(id, { deliver: () => Promise.resolve() });
    await asked(product, 1);
    await product.close();
    await other.elapse(LEASE_MS);
    await other.services.runs.cancel(id);
    assert.deepEqual(
      [
        other.services.runs.find(id)?.state,
        other.services.runs.counts(id).unknown,
        other.services.runs.counts(id).waiting,
      ],
      ['cancelled', 1, 1],
    );
  });

  describe('whose outcome nobody knew', () => {
    /** The answer to the first of so many rotations was lost; those that can go on have done so. */
    async function afterLostAnswer(
      count: number,
      fault: 'resetBeforeAnswer' | 'resetUnprocessed',
    ): Promise<
      Product & {
        readonly id: number;
        readonly goOn: () => Promise<string[]>;
        readonly findOut: () => Promise<unknown>;
      }
    > {
      const product = await start();
      const { runs, rotation } = product.services;
      const id = await createRotations(product, count);
      product.remote.misbehave(fault, { operation: 'rotate', times: 1 });
      const goOn = async (): Promise<string[]> => {
        const handed: string[] = [];
        runs.start(id, { deliver: (_, { userGroupId }) => Promise.resolve(void handed.push(userGroupId)) });
        await runs.whenLeft(id);
        return handed;
      };
      assert.deepEqual(await goOn(), []);
      return {
        ...product,
        id,
        goOn,
        findOut: () => rotation.findOut(product.connection, 'group-1', () => Promise.resolve(true)),
      };
    }

    /** Without what follows the first sentence. */
    const results = async (product: Product & { readonly id: number }): Promise<readonly string[]> =>
      (await resultsOf(product, product.id)).map((result) => result.split('.')[0] ?? '');

    it('shows that it was rotated once that is resolved, and delivers its token before it continues', async () => {
      const product = await afterLostAnswer(2, 'resetBeforeAnswer');
      await product.findOut();
      assert.deepEqual(await results(product), ['rotated | not applied | Resolved later: rotated', 'waiting']);
      assert.deepEqual(await product.goOn(), ['group-1', 'group-2']);
      assert.equal(stateOf(product, product.id), 'ended');
    });

    it('is no longer at its end once that is resolved, and continues with its delivery', async () => {
      const product = await afterLostAnswer(1, 'resetBeforeAnswer');
      assert.equal(stateOf(product, product.id), 'ended');
      await product.findOut();
      assert.equal(stateOf(product, product.id), 'paused: A rotated token is not delivered yet.');
      assert.deepEqual(await product.goOn(), ['group-1']);
      assert.deepEqual(
        [product.services.runs.find(product.id)?.state, await results(product)],
        ['ended', ['rotated | Delivered later']],
      );
    });

    it('is not at its end when that is resolved while it continues', async () => {
      const product = await afterLostAnswer(2, 'resetBeforeAnswer');
      const { runs } = product.services;
      runs.start(product.id, {
        deliver: async () => {
          await product.findOut();
        },
      });
      await runs.whenLeft(product.id);
      assert.deepEqual(
        [product.services.runs.find(product.id)?.state, runs.counts(product.id).notApplied],
        ['paused', 1],
      );
    });

    it('shows that it was not rotated, and repeats it then', async () => {
      const product = await afterLostAnswer(2, 'resetUnprocessed');
      product.clock.now += 2 * 60 * 60 * 1000;
      await product.findOut();
      assert.deepEqual((await results(product))[0], 'failed | Resolved later: not rotated');
      assert.equal(await product.services.runs.repeatFailed(product.id), 1);
      assert.deepEqual(await product.goOn(), ['group-1', 'group-2']);
    });

    it('says so where another rotation came between, and lets the results of other runs alone', async () => {
      const product = await afterLostAnswer(2, 'resetUnprocessed');
      const { runs, rotation } = product.services;
      const other = await runs.create('rotate', product.connection, [{ userGroupId: 'group-1', text: '' }], GO_ON);
      runs.start(other.id, { deliver: () => Promise.resolve() });
      await runs.whenLeft(other.id);
      await product.findOut();
      await rotation.rotate(product.connection, 'group-1', { despite: rotation.openOf(product.ref('group-1'))?.id });
      assert.deepEqual((await results(product))[0], 'unknown | Never resolved');
      assert.deepEqual(runs.counts(other.id).failed, 1);
    });
  });

  it('whose window dies while it delivers waits for a look, and rotates nothing twice', async () => {
    const product = await start();
    const { runs } = product.services;
    const id = await createRotations(product, 3);
    const other = product.anotherWindow();
    const handing = new Promise<void>((resolve) => {
      runs.start(id, {
        deliver: () => {
          resolve();
          return new Promise(() => undefined);
        },
      });
    });
    await handing;
    await product.close();
    await other.elapse(LEASE_MS);
    const handed: string[] = [];
    const deliver = (_: string, { userGroupId }: { readonly userGroupId: string }): Promise<void> =>
      Promise.resolve(void handed.push(userGroupId));
    other.services.runs.start(id, { deliver });
    await other.services.runs.whenLeft(id);
    assert.match(stateOf(other, id), /window closed while a token/);
    assert.match((await resultsOf(other, id)).join('; '), /^rotated \| not applied.*; waiting; waiting$/);
    assert.deepEqual(handed, []);
    other.services.runs.start(id, { deliver });
    await other.services.runs.whenLeft(id);
    assert.deepEqual(handed, ['group-1', 'group-2', 'group-3']);
    assert.equal(product.requests.filter(({ operation }) => operation === 'rotate').length, 3);
    await assertTrue(other, id);
  });
});
