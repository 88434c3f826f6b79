// Items of runs whose rotation nobody knew the end of: what is found out later is said of them, too.

import assert from 'node:assert/strict';
import { LEASE_MS } from '../../../../src/core/ports/journal.ts';
import { MAY_12, sealed, storeFixture, type OpenedStore } from '../storeFixture.ts';
import { leasedRun, WINDOW } from './begunRun.ts';

const UNKNOWN = { outcome: 'unknown', at: MAY_12 } as const;

describe('An item whose rotation nobody knew the end of', () => {
  const fixture = storeFixture();
  const ODD = 'zero \0';

  /** An item with an unknown outcome, in a run that has ended since. */
  async function unknown(): Promise<{ readonly opened: OpenedStore; readonly items: () => unknown }> {
    const opened = fixture.open();
    const { store, rotate, send } = opened;
    for (const id of [ODD, 'globex']) send(id, '{}', { outcome: 'created', token: sealed('a') });
    const run = leasedRun(opened, [ODD, 'globex'], { kind: 'rotate' });
    for (const number of [1, 2]) {
      await store.runs.nextItems(run, WINDOW, [], 1);
      store.journal.finishRotation(rotate(number === 1 ? ODD : 'globex'), UNKNOWN);
    }
    const ends = [1, 2].map((number) => ({ number, outcome: 'unknown', at: MAY_12 }) as const);
    store.runs.leave(run, WINDOW, ends, { state: 'ended' });
    return {
      opened,
      items: () => [
        store.runs.find(run)?.state,
        store.runs.find(run)?.pausedBecause,
        ...store.runs
          .items(run, { after: 0, limit: 9 })
          .items.map(({ outcome, isNotApplied, reason, at }) => [outcome, isNotApplied, reason, at]),
      ],
    };
  }

  const DELIVERY_DUE = 'A rotated token is not delivered yet.';
  const LATER = 'Resolved later: rotated. The new token is stored locally and may not be delivered.';
  const NEVER = 'Never resolved. The current token is stored locally.';
  const HOUR = 60 * 60 * 1000;

  for (const [words, passed, token, state, because, item] of [
    [
      'is rotated by another token, and its run has something to deliver',
      1,
      sealed('b'),
      'paused',
      DELIVERY_DUE,
      ['rotated', true, LATER, MAY_12 + 1],
    ],
    [
      'has failed by the former token, long enough after',
      HOUR,
      sealed('a'),
      'ended',
      undefined,
      ['failed', false, 'Resolved later: not rotated.', MAY_12 + HOUR],
    ],
    [
      'stays unknown by a token that cannot be compared',
      1,
      sealed('a', 'key-2'),
      'ended',
      undefined,
      ['unknown', false, NEVER, MAY_12 + 1],
    ],
    ['stays as it was by the former token, soon after', 1, sealed('a'), 'ended', undefined, undefined],
  ] as const) {
    it(words, async () => {
      const { opened, items } = await unknown();
      opened.clock.now += passed;
      opened.send(ODD, '{}', { outcome: 'existed', token }, 'getOrCreate');
      const other = ['unknown', false, undefined, MAY_12];
      assert.deepEqual(items(), [state, because, item ?? other, other]);
    });
  }

  it('lets the items of another run alone, be it of the same group', async () => {
    const { opened } = await unknown();
    const { store, send, clock } = opened;
    const later = leasedRun(opened, [ODD], { kind: 'rotate' });
    await store.runs.nextItems(later, WINDOW, [], 1);
    store.runs.leave(later, WINDOW, [{ number: 1, outcome: 'unknown', at: MAY_12 }], { state: 'ended' });
    clock.now += LEASE_MS;
    send(ODD, '{}', { outcome: 'existed', token: sealed('b') }, 'getOrCreate');
    const { items } = store.runs.items(later, { after: 0, limit: 9 });
    assert.deepEqual([store.runs.find(later)?.state, items[0]?.outcome], ['ended', 'unknown']);
  });
});
