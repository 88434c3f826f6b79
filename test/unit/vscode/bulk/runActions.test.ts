// What can be done with a run at each moment.

import assert from 'node:assert/strict';
import { ITEM_OUTCOMES, type ItemCounts, type RunSummary } from '../../../../src/core/runs.ts';
import { runActions } from '../../../../src/vscode/bulk/runs/runActions.ts';

const NONE = Object.fromEntries([...ITEM_OUTCOMES, 'notApplied'].map((what) => [what, 0])) as ItemCounts;
const RUN: RunSummary = {
  id: 1,
  kind: 'getOrCreate',
  connectionId: 'c',
  baseUrl: 'https://service.invalid',
  createdAt: 0,
  state: 'running',
  isEnding: false,
  total: 10,
  isUndo: false,
  isOwnedHere: true,
  stopAtFirstFailure: false,
};

/** The labels, those that can do nothing in brackets. */
function offered(run: Partial<RunSummary>, counts: Partial<ItemCounts> = {}): string[] {
  return runActions({ ...RUN, ...run }, { ...NONE, ...counts }).map(({ label, isEnabled }) =>
    isEnabled ? label : `(${label})`,
  );
}

describe('The buttons of a run', () => {
  it('pause and cancel what runs, in whichever window', () => {
    assert.deepEqual(offered({}), ['Pause', 'Cancel']);
    assert.deepEqual(offered({ isOwnedHere: false }), ['Pause', 'Cancel']);
    assert.deepEqual(offered({ isEnding: true }), ['(Pause)', 'Cancel']);
  });

  it('begin what waits, and go on with what was paused or interrupted', () => {
    assert.deepEqual(offered({ state: 'waiting' }), ['Start', 'Cancel']);
    for (const state of ['paused', 'interrupted'] as const)
      assert.deepEqual(offered({ state }, { failed: 2 }), ['Resume', 'Cancel', 'Retry 2 Failed…']);
    assert.deepEqual(offered({ kind: 'update', state: 'paused' }, { waiting: 63 }), ['Send Remaining 63…', 'Cancel']);
  });

  it('repeat what failed, never while it runs, and no rotation whose outcome nobody knows', () => {
    assert.deepEqual(offered({ state: 'ended' }), []);
    assert.deepEqual(offered({ state: 'ended' }, { failed: 1_200, unknown: 3 }), ['Retry 1,200 Failed and 3 Unknown…']);
    assert.deepEqual(offered({ state: 'ended' }, { unknown: 3 }), ['Retry 3 Unknown…']);
    assert.deepEqual(offered({ state: 'cancelled', kind: 'rotate' }, { failed: 1, unknown: 3 }), ['Retry 1 Failed…']);
    assert.deepEqual(offered({}, { failed: 1 }), ['Pause', 'Cancel']);
  });
});
