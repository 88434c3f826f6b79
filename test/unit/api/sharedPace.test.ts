import assert from 'node:assert/strict';
import { UserGroupsError } from '../../../src/core/errors.ts';
import type { RequestOptions } from '../../../src/core/ports/client.ts';
import type { PaceStore } from '../../../src/core/ports/paceStore.ts';
import { Pace } from '../../../src/api/pace.ts';
import { SharedPace } from '../../../src/api/sharedPace.ts';
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
    one.holdBack(600);
    const error: unknown = await other.run(() => assert.fail('it was sent'), {}).catch((reason: unknown) => reason);
    assert.ok(error instanceof UserGroupsError);
    assert.deepEqual([error.kind, error.failure.status], ['rateLimited', undefined]);
  });
});
