// Only the window that owns a run works on it: what another one does comes to nothing.

import assert from 'node:assert/strict';
import { LEASE_MS } from '../../../../src/core/ports/journal.ts';
import { storeFixture } from '../storeFixture.ts';

describe('A run that another window has taken over', () => {
  const fixture = storeFixture();

  it('is neither kept, nor gone on with, nor left by the former one', async () => {
    const { store, clock, connectionId } = fixture.open();
    const { runs } = store;
    const baseUrl = 'https://dashboards.example.com';
    const run = runs.begin(
      { kind: 'getOrCreate', connectionId, baseUrl, at: clock.now, stopAtFirstFailure: false },
      'former',
    );
    runs.addItems(run, [
      { userGroupId: 'acme', text: '{}' },
      { userGroupId: 'globex', text: '{}' },
    ]);
    runs.isFilled(run);
    runs.lease(run, 'former');
    assert.equal((await runs.nextItems(run, 'former', [], 1))?.length, 1);
    clock.now += LEASE_MS;
    runs.lease(run, 'new');
    const before = [runs.itemCounts(run), runs.find(run)];

    const end = { number: 1, at: clock.now, outcome: 'failed' } as const;
    assert.equal(runs.keep(run, 'former'), undefined);
    assert.equal(await runs.nextItems(run, 'former', [end], 1), undefined);
    assert.equal(await runs.keepPrepared(run, 'former', { number: 1, text: 'other', before: undefined }), false);
    assert.equal(runs.waitAgain(run, 'former', ['waiting'], 9), 0);
    runs.leave(run, 'former', [end], { state: 'ended' });

    assert.deepEqual([runs.itemCounts(run), runs.find(run)], before);
    assert.equal((await runs.nextItems(run, 'new', [end], 1))?.length, 1);
    assert.equal(runs.keep(run, 'new')?.state, 'running');
  });
});
