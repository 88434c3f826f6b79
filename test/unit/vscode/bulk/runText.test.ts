// The words for runs: what a person reads above the results.

import assert from 'node:assert/strict';
import { ITEM_OUTCOMES, type ItemCounts, type RunSummary } from '../../../../src/core/runs.ts';
import {
  itemFilters,
  itemText,
  progressText,
  runHeadline,
  runReason,
  runStateText,
  runTitle,
} from '../../../../src/vscode/bulk/runs/runText.ts';

const NONE = Object.fromEntries([...ITEM_OUTCOMES, 'notApplied'].map((what) => [what, 0])) as ItemCounts;
const RUN: RunSummary = {
  id: 1,
  kind: 'getOrCreate',
  connectionId: 'c',
  baseUrl: 'https://service.invalid',
  at: 0,
  state: 'running',
  isEnding: false,
  total: 10_000,
  isUndo: false,
  isOwnedHere: true,
  stopAtFirstFailure: false,
};

const said = (run: Partial<RunSummary>, counts: Partial<ItemCounts> = {}): string =>
  runHeadline({ ...RUN, ...run }, { ...NONE, ...counts });

describe('The words for a run', () => {
  it('say with a number how it stands', () => {
    assert.equal(said({ state: 'waiting' }, { waiting: 10_000 }), '10,000 groups will be sent');
    assert.equal(said({ state: 'waiting' }, { waiting: 1 }), '1 group will be sent');
    assert.equal(said({}, { new: 1_200, sending: 8, waiting: 8_792 }), 'Sending… 1,200 of 10,000 done');
    assert.equal(said({ isOwnedHere: false }, { waiting: 9_999 }), 'Sending in another window… 1 of 10,000 done');
    assert.equal(said({ isEnding: true }, { sending: 1 }), 'Stopping… 9,999 of 10,000 done');
    assert.equal(said({ state: 'paused' }, { waiting: 1 }), 'Paused with 9,999 of 10,000 done');
    assert.equal(said({ state: 'interrupted' }, { waiting: 1 }), 'Interrupted with 9,999 of 10,000 done');
    assert.equal(said({ state: 'cancelled' }, { waiting: 10_000 }), 'Canceled with 0 of 10,000 done');
  });

  for (const [kind, one, many] of [
    ['getOrCreate', 'Get or create 1 group on staging', 'Get or create 10,000 groups on staging'],
    ['update', 'Update 1 group on staging', 'Update 10,000 groups on staging'],
    ['rotate', 'Rotate 1 token on staging', 'Rotate 10,000 tokens on staging'],
  ] as const) {
    it(`name what it does, to one and to many: ${kind}`, () => {
      assert.deepEqual(
        [1, 10_000].map((total) => runTitle({ ...RUN, kind, total }, 'staging')),
        [one, many],
      );
    });
  }

  it('name the plan that it carries out, and that it undoes another one', () => {
    const update = { ...RUN, kind: 'update' as const };
    const planned = { ...update, purpose: 'Set property plan to "pro"' };
    assert.equal(runTitle(planned, 'staging'), 'Set property plan to "pro": 10,000 groups on staging');
    assert.equal(runTitle({ ...planned, total: 1 }, 'staging'), 'Set property plan to "pro": 1 group on staging');
    assert.equal(runTitle({ ...update, isUndo: true }, 'staging'), 'Undo the update of 10,000 groups on staging');
    assert.equal(runTitle({ ...update, isUndo: true, total: 1 }, 'staging'), 'Undo the update of 1 group on staging');
  });

  for (const [kind, total, counts, words] of [
    ['getOrCreate', 200, { new: 200 }, '200 groups created'],
    ['getOrCreate', 1, { new: 1 }, '1 group created'],
    ['getOrCreate', 200, { existed: 200, notApplied: 12 }, '200 groups already existed'],
    ['getOrCreate', 1, { existed: 1 }, '1 group already existed'],
    ['getOrCreate', 200, { new: 180, existed: 20 }, '180 groups created, 20 already existed'],
    ['getOrCreate', 200, { new: 1, existed: 199 }, '1 group created, 199 already existed'],
    ['getOrCreate', 200, { new: 180, existed: 19, createdOrExisted: 1 }, '200 groups completed'],
    ['getOrCreate', 1, { createdOrExisted: 1 }, '1 group completed'],
    ['update', 200, { updated: 1, skipped: 199 }, '1 group updated'],
    ['update', 200, { updated: 200 }, '200 groups updated'],
    ['rotate', 200, { rotated: 200 }, '200 tokens rotated'],
    ['rotate', 1, { rotated: 1 }, '1 token rotated'],
    ['getOrCreate', 200, { new: 188, failed: 12 }, '12 of 200 failed'],
    ['rotate', 200, { rotated: 199, unknown: 1 }, 'Outcome unknown for 1 of 200'],
    ['update', 200, { updated: 187, failed: 12, unknown: 1 }, '12 of 200 failed, outcome unknown for 1'],
  ] as const) {
    it(`say at its end what a person has to look at first: ${words}`, () => {
      assert.equal(said({ state: 'ended', kind, total }, counts), words);
    });
  }

  it('say why it does not go on, and what became of its groups', () => {
    assert.equal(
      runReason({ state: 'paused', pausedBecause: 'The API token was refused.' }),
      'The API token was refused.',
    );
    assert.match(runReason({ state: 'interrupted' }) ?? '', /Resume sends the rest/);
    assert.equal(runReason({ state: 'ended', pausedBecause: 'Once.' }), undefined);
    assert.equal(runReason({ state: 'paused' }), undefined);
    const counts = { ...NONE, new: 1_200, existed: 30, notApplied: 12, failed: 3 };
    const outcomes = 'Created: 1,200 · Existed, identical: 18 · Existed already, not applied: 12 · Failed: 3';
    assert.equal(runStateText({ ...RUN, state: 'ended', total: 1_233 }, counts), outcomes);
    assert.equal(
      runStateText({ ...RUN, state: 'paused', total: 1_242 }, { ...counts, waiting: 8, sending: 1 }),
      `Paused with 1,233 of 1,242 done · ${outcomes}`,
    );
  });

  it('tell a group that existed and stayed as it was from one that was the same, and a token that nobody is known to have', () => {
    assert.equal(itemText('getOrCreate', { outcome: 'existed', isNotApplied: true }), 'Existed already, not applied');
    assert.equal(itemText('getOrCreate', { outcome: 'existed', isNotApplied: false }), 'Existed, identical');
    assert.equal(itemText('rotate', { outcome: 'rotated', isNotApplied: true }), 'Rotated, not delivered');
    assert.equal(itemText('update', { outcome: 'updated', isNotApplied: false }), 'Updated');
    assert.deepEqual(
      (['update', 'rotate'] as const).map((kind) => itemText(kind, { outcome: 'sending', isNotApplied: false })),
      ['Sending…', 'Rotating…'],
    );
  });

  it('have a filter for each outcome that the kind can have, and no id twice', () => {
    const filters = (kind: 'getOrCreate' | 'update' | 'rotate'): unknown =>
      itemFilters(kind).map(({ id, outcome, label, isNotApplied }) => [id, outcome, label, isNotApplied]);
    const ofAll = (sending: string): unknown[] => [
      ['failed', 'failed', 'Failed', undefined],
      ['unknown', 'unknown', 'Outcome unknown', undefined],
      ['skipped', 'skipped', 'Skipped', undefined],
      ['sending', 'sending', sending, undefined],
      ['waiting', 'waiting', 'Waiting', undefined],
    ];
    assert.deepEqual(filters('getOrCreate'), [
      ['new', 'new', 'Created', undefined],
      ['createdOrExisted', 'createdOrExisted', 'Created or identical', undefined],
      ['existed', 'existed', 'Existed, identical', false],
      ['notApplied', 'existed', 'Existed already, not applied', true],
      ...ofAll('Sending…'),
    ]);
    assert.deepEqual(filters('update'), [['updated', 'updated', 'Updated', undefined], ...ofAll('Sending…')]);
    assert.deepEqual(filters('rotate'), [
      ['rotated', 'rotated', 'Rotated, delivered', false],
      ['notApplied', 'rotated', 'Rotated, not delivered', true],
      ...ofAll('Rotating…'),
    ]);
  });

  it('name an outcome that the kind cannot have as it is stored', () => {
    assert.equal(itemText('update', { outcome: 'new', isNotApplied: false }), 'new');
  });

  it('say how far it is, how quickly it goes, and how long it takes still', () => {
    assert.equal(progressText({ done: 1_234, failed: 0, total: 10_000 }), '1,234 of 10,000');
    assert.equal(
      progressText({ done: 1_234, failed: 0, total: 10_000, perMinute: 119.6, remainingMs: 8 * 60_000 - 5 }),
      '1,234 of 10,000 · 120 per minute · 8 min left',
    );
    assert.equal(
      progressText({ done: 1, failed: 0, total: 2, perMinute: 1, remainingMs: 7_500_000 }),
      '1 of 2 · 1 per minute · 2 h 5 min left',
    );
    assert.equal(
      progressText({ done: 1, failed: 0, total: 3, perMinute: 0.4, remainingMs: 180_000 }),
      '1 of 3 · 3 min left',
    );
    for (const [remainingMs, words] of [
      [0, 'less than a minute left'],
      [60_000, 'less than a minute left'],
      [60_001, '2 min left'],
      [59 * 60_000, '59 min left'],
      [60 * 60_000, '1 h left'],
      [61 * 60_000, '1 h 1 min left'],
    ] as const)
      assert.equal(
        progressText({ done: 1, failed: 0, total: 2, perMinute: 0.5, remainingMs }),
        `1 of 2 · 1 per minute · ${words}`,
      );
  });
});
