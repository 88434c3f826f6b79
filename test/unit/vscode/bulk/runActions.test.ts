// What can be done with a run at each moment.

import assert from 'node:assert/strict';
import { ITEM_OUTCOMES, type ItemCounts, type RunSummary } from '../../../../src/core/runs.ts';
import type { BulkContext } from '../../../../src/vscode/bulk/bulkContext.ts';
import { runActions } from '../../../../src/vscode/bulk/runs/runActions.ts';
import { RUN_KIND_ACTIONS } from '../../../../src/vscode/bulk/runs/runKinds.ts';
import { standIn } from '../../../support/standIn.ts';

const NONE = Object.fromEntries([...ITEM_OUTCOMES, 'notApplied'].map((what) => [what, 0])) as ItemCounts;
const RUN: RunSummary = {
  id: 1,
  kind: 'getOrCreate',
  connectionId: 'c',
  baseUrl: 'https://service.invalid',
  at: 0,
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
    for (const kind of ['update', 'import'] as const)
      assert.deepEqual(offered({ kind, state: 'paused' }, { waiting: 63 }), ['Send Remaining 63…', 'Cancel']);
  });

  it('repeat what failed, never while it runs, and no rotation whose outcome nobody knows', () => {
    assert.deepEqual(offered({ state: 'ended' }), []);
    assert.deepEqual(offered({ state: 'ended' }, { failed: 1_200, unknown: 3 }), ['Retry 1,200 Failed and 3 Unknown…']);
    assert.deepEqual(offered({ state: 'ended' }, { unknown: 3 }), ['Retry 3 Unknown…']);
    assert.deepEqual(offered({ state: 'cancelled', kind: 'rotate' }, { failed: 1, unknown: 3 }), ['Retry 1 Failed…']);
    assert.deepEqual(offered({}, { failed: 1 }), ['Pause', 'Cancel']);
  });
});

describe('The further buttons of a run, by its kind', () => {
  const UNDO = ['Undo Bulk Operation…'];
  const DEPLOYED = ['Mark as Deployed…'];
  for (const [kind, state, counts, labels] of [
    ['getOrCreate', 'ended', { new: 3 }, []],
    ['update', 'ended', { updated: 0 }, []],
    ['update', 'running', { updated: 3 }, []],
    ['update', 'running', { updated: 0 }, []],
    ['update', 'paused', { updated: 3 }, UNDO],
    ['update', 'ended', { updated: 3 }, UNDO],
    ['import', 'ended', { updated: 3, new: 1 }, UNDO],
    ['import', 'ended', { new: 1 }, []],
    ['rotate', 'ended', { rotated: 3, notApplied: 3 }, []],
    ['rotate', 'ended', { rotated: 3, notApplied: 2 }, DEPLOYED],
    ['rotate', 'cancelled', { rotated: 3 }, DEPLOYED],
    ['rotate', 'paused', { rotated: 3 }, []],
  ] as const)
    it(`are these: ${kind}, ${state}, ${JSON.stringify(counts)}`, () => {
      const found = RUN_KIND_ACTIONS[kind].actions({ ...RUN, kind, state }, { ...NONE, ...counts });
      assert.deepEqual(
        found.map(({ label, isEnabled }) => (isEnabled ? label : `(${label})`)),
        labels,
      );
    });

  for (const [kind, action, ran] of [
    ['update', 'undo', ['userGroups.undoRun {"run":1}']],
    ['update', 'another', []],
    ['rotate', 'next', []],
    ['rotate', 'copyAgain', []],
    ['rotate', 'another', []],
  ] as const)
    it(`do what they say, and nothing where it is over: ${kind}, ${action}`, async () => {
      const done: string[] = [];
      const run: BulkContext['run'] = (id, about) => Promise.resolve(void done.push(`${id} ${JSON.stringify(about)}`));
      await RUN_KIND_ACTIONS[kind].onAction(standIn<BulkContext>({ run }), { ...RUN, kind }, action);
      assert.deepEqual(done, ran);
    });

  it('leave it to a command to go on with rotations', async () => {
    const done: string[] = [];
    const run: BulkContext['run'] = (id, about) => Promise.resolve(void done.push(`${id} ${JSON.stringify(about)}`));
    await RUN_KIND_ACTIONS.rotate.begin(standIn<BulkContext>({ run }), { ...RUN, kind: 'rotate' });
    assert.deepEqual(done, ['userGroups.rotateMany {"run":1}']);
  });
});
