import assert from 'node:assert/strict';
import { once } from 'node:events';
import { UserGroupsError } from '../../../src/core/errors.ts';
import type { RequestOptions } from '../../../src/core/ports/client.ts';
import type { PaceStore, Turn } from '../../../src/core/ports/paceStore.ts';
import { Pace } from '../../../src/api/pace.ts';
import { SharedPace, type SharedPaceDependencies } from '../../../src/api/sharedPace.ts';
import { createUserGroupClient } from '../../../src/api/userGroupClient.ts';
import { Redactor } from '../../../src/core/redactor.ts';
import { answers, succeeds } from '../../support/answeringServer.ts';
import { failureOf, withServer } from '../../support/clientUnderTest.ts';
import { networkWith } from '../../support/network.ts';
import { standIn } from '../../support/standIn.ts';
import { storeFixture } from '../store/storeFixture.ts';

describe('One pace for a connection', () => {
  const fixture = storeFixture();

  /** Windows on one store, whose waits pass on one clock. */
  function windows(requestsPerMinute: number | undefined): {
    readonly clock: { now: number };
    readonly paces: readonly [Pace, Pace];
  } {
    const clock = { now: 1_000_000 };
    const path = fixture.path();
    const { store, connectionId } = fixture.open(path);
    const wait = (seconds: number): Promise<void> => {
      clock.now += seconds * 1000;
      return Promise.resolve();
    };
    const paceOn = (each: PaceStore): Pace =>
      new Pace(
        requestsPerMinute,
        new SharedPace({ store: each, now: () => clock.now, wait }, connectionId, requestsPerMinute),
      );
    return { clock, paces: [paceOn(store.pace), paceOn(fixture.reopen(path).pace)] };
  }

  async function timesOf(
    pace: Pace,
    clock: { now: number },
    times: number,
    options: RequestOptions,
  ): Promise<number[]> {
    return Promise.all(Array.from({ length: times }, () => pace.run(() => Promise.resolve(clock.now), options)));
  }

  it('lets two windows together send no more in a minute than one may', async () => {
    const {
      clock,
      paces: [one, other],
    } = windows(60);
    const left = [
      ...(await timesOf(one, clock, 50, { isBulk: true })),
      ...(await timesOf(other, clock, 50, { isBulk: true })),
    ];
    assert.ok(left.filter((at) => at < 1_060_000).length <= 60);
    assert.equal(left.length, 100);
  });

  it('holds back the whole queue of every window, and single requests, too', async () => {
    const {
      clock,
      paces: [one, other],
    } = windows(undefined);
    one.holdBack(30);
    const left = [...(await timesOf(other, clock, 20, { isBulk: true })), ...(await timesOf(one, clock, 1, {}))];
    assert.ok(left.every((at) => at >= 1_030_000));
  });

  it('lets no single request wait behind those of a bulk operation', async () => {
    const { clock, paces } = windows(60);
    const [pace] = paces;
    const left: string[] = [];
    const leaves = (what: string): (() => Promise<void>) => {
      return () => Promise.resolve(void left.push(what));
    };
    await timesOf(pace, clock, 60, {});
    const bulk = Array.from({ length: 9 }, () => pace.run(leaves('bulk'), { isBulk: true }));
    await Promise.all([...bulk, pace.run(leaves('single'), {})]);
    assert.ok(left.indexOf('single') < 5, left.join(', '));
  });

  it('fails at once, with nothing sent, when the service asks for longer than anybody would wait', async () => {
    const {
      paces: [one, other],
    } = windows(undefined);
    one.holdBack(300);
    const error: unknown = await other.run(() => assert.fail('it was sent'), {}).catch((reason: unknown) => reason);
    assert.ok(error instanceof UserGroupsError);
    assert.deepEqual([error.kind, error.failure.status], ['rateLimited', undefined]);
    error.failure.endHold!();
    for (const pace of [one, other]) assert.equal(await pace.run(() => Promise.resolve('sent'), {}), 'sent');
  });
});

describe('A wait for a turn', () => {
  const FREE: Turn = { waitMs: 0, isHeldBack: false };
  const waiting = (waitMs: number, isHeldBack = false): Turn => ({ waitMs, isHeldBack });

  const paceOn = (
    store: PaceStore,
    wait: SharedPaceDependencies['wait'] = () => assert.fail('it waited'),
  ): SharedPace => new SharedPace({ store, now: () => 0, wait }, 'staging', undefined);

  /** The store gives these turns, one after another; a wait ends at once unless it is given another end. */
  function paceWith(
    turns: readonly Turn[],
    end: (signal: AbortSignal | undefined) => Promise<void> = () => Promise.resolve(),
  ): { readonly pace: SharedPace; readonly waits: number[]; readonly left: Turn[] } {
    const left = [...turns];
    const waits: number[] = [];
    const wait = (seconds: number, signal: AbortSignal | undefined): Promise<void> => {
      waits.push(seconds);
      return end(signal);
    };
    const store = standIn<PaceStore>({ reserveTurn: () => left.shift() ?? FREE });
    return { pace: paceOn(store, wait), waits, left };
  }

  for (const [what, turns, shown, waits] of [
    ['is not shown when it is as short as a second', [waiting(1000)], [], [1]],
    ['is shown in whole seconds', [waiting(1001)], [[2, 'connection']], [1.001]],
    ['is shown once', [waiting(4000), waiting(3000)], [[4, 'connection']], [4, 3]],
    ['is shown when it follows a short one', [waiting(500), waiting(30_000, true)], [[30, 'service']], [0.5, 5]],
    ['looks again after five seconds', [waiting(90_000)], [[90, 'connection']], [5]],
    ['names the service that asks for it', [waiting(60_000, true)], [[60, 'service']], [5]],
  ] as const) {
    it(what, async () => {
      // The first turn is asked for outside of the line, and once more in it.
      const { pace, waits: waited } = paceWith([turns[0], ...turns]);
      const reported: (readonly [number, string])[] = [];
      await pace.turn({ onWaiting: (...words) => reported.push(words) });
      assert.deepEqual([reported, waited], [shown, waits]);
    });
  }

  it('is refused when the service asks for more than a minute, with the seconds rounded up', async () => {
    const { pace, waits } = paceWith([waiting(60_001, true), waiting(60_001, true)]);
    await assert.rejects(pace.turn({}), {
      kind: 'rateLimited',
      message: /^The service asks to wait\. Try again in 61 s\.$/,
    });
    assert.deepEqual(waits, []);
  });

  it('ends when it is cancelled, and so does one behind it in the line', async () => {
    const { pace, left } = paceWith([waiting(1000), waiting(1000)], (signal) =>
      once(signal!, 'abort').then(() => signal!.throwIfAborted()),
    );
    const [first, second] = [new AbortController(), new AbortController()];
    const [one, other] = [pace.turn({ signal: first.signal }), pace.turn({ signal: second.signal })];
    second.abort();
    await assert.rejects(other, { name: 'AbortError' });
    first.abort();
    await assert.rejects(one, { name: 'AbortError' });
    assert.deepEqual(left, []);
  });

  it('is asked of the store, for a single request and for one of many', async () => {
    const asked: unknown[] = [];
    const store = standIn<PaceStore>({
      reserveTurn: (...values) => {
        asked.push(values);
        return FREE;
      },
    });
    await paceOn(store).turn({});
    await paceOn(store).turn({ isBulk: true });
    assert.deepEqual(asked, [
      ['staging', undefined, 0, false],
      ['staging', undefined, 0, true],
    ]);
  });

  for (const options of [{}, { isBulk: true }])
    it(`ends in the order in which the waits began: ${JSON.stringify(options)}`, async () => {
      const waited = Promise.withResolvers<undefined>();
      const { pace } = paceWith([waiting(1000), waiting(1000)], () => waited.promise);
      const order: string[] = [];
      const one = pace.turn(options).then(() => order.push('one'));
      const other = pace.turn(options).then(() => order.push('other'));
      waited.resolve(undefined);
      await Promise.all([one, other]);
      assert.deepEqual(order, ['one', 'other']);
    });

  it('fails nothing when it, or its end, cannot be recorded', () => {
    const full = (): void => {
      throw new Error('The disk is full.');
    };
    const pace = paceOn(standIn<PaceStore>({ holdBack: full }));
    pace.holdBack(1);
    pace.endHold();
  });
});

describe('A client that shares its pace', () => {
  const fixture = storeFixture();
  const clientOn = (pace: PaceStore, wait = () => Promise.resolve()) =>
    createUserGroupClient({
      log: { request: () => undefined, warn: () => undefined },
      redactor: new Redactor(),
      network: { current: networkWith },
      now: () => 1_000,
      wait,
      pace,
    });

  it('asks the store for each of its turns, and tells it how long the service asks to wait', () =>
    withServer([answers(429, '', { 'retry-after': '7' }), succeeds()], async ({ target }) => {
      const calls: unknown[] = [];
      const client = clientOn({
        reserveTurn: (id, _rule, now) => {
          calls.push([id, now]);
          return { waitMs: 0, isHeldBack: false };
        },
        holdBack: (...until) => calls.push(until),
      });
      await client.update({ ...target, connectionId: 'of staging' }, 'acme', '{}');
      await client.close();
      assert.deepEqual(calls, [
        ['of staging', 1_000],
        ['of staging', 8_000],
        ['of staging', 1_000],
      ]);
    }));

  it('asks again at once where the user does not wait for as long as the service asks', () => {
    const { store, connectionId } = fixture.open();
    return withServer([answers(429, '', { 'retry-after': '99999999' }), succeeds()], async ({ target, server }) => {
      const client = clientOn(store.pace, () => assert.fail('it waited'));
      const update = () => client.update({ ...target, connectionId }, 'acme', '{}');
      const [answered, held] = [await failureOf(update()), await failureOf(update())];
      assert.deepEqual(
        [answered.failure.next, held.failure.next, server.requests.length],
        ['Try again in 300 s.', 'Try again in 300 s.', 1],
      );
      answered.failure.endHold!();
      await update();
      await client.close();
    });
  });
});
