// The words for runs: what a person reads above the results.

import assert from 'node:assert/strict';
import { ITEM_OUTCOMES, type ItemCounts, type RunSummary } from '../../../src/core/runs.ts';
import { itemFilters, itemText, progressText, runStateText } from '../../../src/core/runText.ts';

const NONE = Object.fromEntries([...ITEM_OUTCOMES, 'notApplied'].map((what) => [what, 0])) as ItemCounts;
const RUN: RunSummary = {
  id: 1,
  kind: 'getOrCreate',
  connectionId: 'c',
  baseUrl: 'https://service.invalid',
  createdAt: 0,
  state: 'running',
  isEnding: false,
  total: 10_000,
  isOwnedHere: true,
  stopAtFirstFailure: false,
};

const said = (run: Partial<RunSummary>, counts: Partial<ItemCounts> = {}): string =>
  runStateText({ ...RUN, ...run }, { ...NONE, ...counts });

describe('The words for a run', () => {
  it('say how it stands and what became of its groups', () => {
    assert.equal(said({ state: 'waiting' }, { waiting: 10_000 }), '10,000 groups wait to be sent.');
    assert.equal(
      said({}, { new: 1_200, existed: 30, notApplied: 12, failed: 3, sending: 8, waiting: 9 }),
      'Running. New: 1,200 · Existed, same: 18 · Existed, not applied: 12 · Failed: 3.',
    );
    assert.equal(said({ isOwnedHere: false }), 'Running in another window.');
    assert.equal(said({ isEnding: true }), 'Finishing the requests in progress.');
    assert.equal(
      said({ state: 'paused', pausedBecause: 'The API token was refused.' }),
      'Paused. The API token was refused.',
    );
    assert.equal(said({ state: 'paused' }), 'Paused.');
    assert.match(said({ state: 'interrupted' }), /^Interrupted because its window closed\./);
    assert.equal(said({ state: 'cancelled' }, { new: 1, waiting: 1 }), 'Cancelled: 1 group was not sent. New: 1.');
    assert.equal(said({ state: 'ended' }, { new: 2 }), 'Completed. New: 2.');
  });

  it('tell a group that existed and stayed as it was from one that was the same, and a token that nobody is known to have', () => {
    assert.equal(itemText('getOrCreate', { outcome: 'existed', isNotApplied: true }), 'Existed, not applied');
    assert.equal(itemText('getOrCreate', { outcome: 'existed', isNotApplied: false }), 'Existed, same');
    assert.equal(itemText('rotate', { outcome: 'rotated', isNotApplied: true }), 'Rotated, not delivered');
    assert.equal(itemText('update', { outcome: 'updated', isNotApplied: false }), 'Updated');
    assert.deepEqual(
      (['update', 'rotate'] as const).map((kind) => itemText(kind, { outcome: 'sending', isNotApplied: false })),
      ['In progress', 'In progress'],
    );
  });

  it('have a filter for each outcome that the kind can have, and no id twice', () => {
    for (const kind of ['getOrCreate', 'update', 'rotate'] as const) {
      const ids = itemFilters(kind).map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
    }
    assert.deepEqual(
      itemFilters('update').map(({ outcome }) => outcome),
      ['updated', 'failed', 'unknown', 'skipped', 'sending', 'waiting'],
    );
  });

  it('say how far it is, how quickly it goes, and how long it takes still', () => {
    assert.equal(progressText({ done: 1_234, failed: 0, total: 10_000 }), '1,234 of 10,000');
    assert.equal(
      progressText({ done: 1_234, failed: 0, total: 10_000, perMinute: 119.6, remainingMs: 8 * 60_000 - 5 }),
      '1,234 of 10,000 · 120 a minute · 8 min left',
    );
    assert.equal(
      progressText({ done: 1, failed: 0, total: 2, perMinute: 1, remainingMs: 7_500_000 }),
      '1 of 2 · 1 a minute · 2 h 5 min left',
    );
    assert.equal(
      progressText({ done: 1, failed: 0, total: 3, perMinute: 0.4, remainingMs: 180_000 }),
      '1 of 3 · 3 min left',
    );
    assert.match(
      progressText({ done: 1, failed: 0, total: 2, perMinute: 9, remainingMs: 10 }),
      /less than a minute left$/,
    );
  });
});
