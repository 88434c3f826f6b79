// Items of runs whose window died: the record of what was sent decides their outcomes.

import assert from 'node:assert/strict';
import { LEASE_MS } from '../../../../src/core/ports/journal.ts';
import { isUndoPlan, writeItemPlan } from '../../../../src/services/bulk/itemPlan.ts';
import { storeFixture } from '../storeFixture.ts';

describe('An item of get-or-create that was being sent when its window died', () => {
  const fixture = storeFixture();

  for (const [outcome, reported] of [
    ['created', ['new', false, undefined]],
    ['existed', ['existed', false, 'It has all that was sent.']],
    ['createdOrExisted', ['createdOrExisted', false, undefined]],
    ['existedNotApplied', ['existed', true, 'Not applied. The group shows what differs.']],
  ] as const) {
    it(`and was answered as ${outcome} says so`, async () => {
      const { store, clock, connectionId, send } = fixture.open();
      const run = store.runs.begin(
        {
          kind: 'getOrCreate',
          connectionId,
          baseUrl: 'https://dashboards.example.com',
          at: clock.now,
          stopAtFirstFailure: false,
        },
        'a window',
      );
      store.runs.addItems(run, [{ userGroupId: 'acme', text: '{}' }]);
      store.runs.isFilled(run);
      store.runs.lease(run, 'a window');
      await store.runs.nextItems(run, 'a window', [], 1);
      send('acme', '{}', { outcome }, 'getOrCreate');
      clock.now += LEASE_MS;
      store.runs.lease(run, 'another window');
      assert.deepEqual(
        store.runs
          .items(run, { after: 0, limit: 9 })
          .items.map((item) => [item.outcome, item.isNotApplied, item.reason]),
        [reported],
      );
    });
  }
});

describe('A run in the list', () => {
  const fixture = storeFixture();

  it('holds little of the plan of its first item, which may be as large as a document', () => {
    const { store, clock, connectionId } = fixture.open();
    const baseUrl = 'https://dashboards.example.com';
    const run = store.runs.begin(
      { kind: 'update', connectionId, baseUrl, at: clock.now, stopAtFirstFailure: false },
      'a window',
    );
    const plan = writeItemPlan({ after: 'x'.repeat(100_000), action: 'undo' });
    store.runs.addItems(run, [{ userGroupId: 'acme', text: '{}', plan }]);
    store.runs.isFilled(run);
    const [listed] = store.runs.all();
    assert.ok(JSON.stringify(listed).length < 1_000);
    assert.ok(isUndoPlan(listed?.firstPlanStart ?? ''));
  });
});
