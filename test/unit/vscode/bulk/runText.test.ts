// The words for runs: what the user reads above the results.

import assert from 'node:assert/strict';
import { assertApproved, type Said } from '../../../support/approved.ts';
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

const headline = (run: Partial<RunSummary>, counts: Partial<ItemCounts> = {}): string =>
  runHeadline({ ...RUN, ...run }, { ...NONE, ...counts });
const KINDS = ['getOrCreate', 'update', 'rotate', 'import'] as const;

describe('The words for a run', () => {
  it('are those approved', () => {
    const states: readonly [Partial<RunSummary>, Partial<ItemCounts>][] = [
      [{ state: 'waiting' }, { waiting: 10_000 }],
      [{ state: 'waiting' }, { waiting: 1 }],
      [{}, { new: 1_200, sending: 8, waiting: 8_792 }],
      [{ isOwnedHere: false }, { waiting: 9_999 }],
      [{ isEnding: true }, { sending: 1 }],
      [{ state: 'paused' }, { waiting: 1 }],
      [{ state: 'interrupted' }, { waiting: 1 }],
      [{ state: 'cancelled' }, { waiting: 10_000 }],
      ...(
        [
          ['getOrCreate', 200, { new: 200 }],
          ['getOrCreate', 1, { new: 1 }],
          ['getOrCreate', 200, { existed: 200, notApplied: 12 }],
          ['getOrCreate', 1, { existed: 1 }],
          ['getOrCreate', 200, { new: 180, existed: 20 }],
          ['getOrCreate', 200, { new: 1, existed: 199 }],
          ['getOrCreate', 200, { new: 180, existed: 19, createdOrExisted: 1 }],
          ['getOrCreate', 1, { createdOrExisted: 1 }],
          ['update', 200, { updated: 1, skipped: 199 }],
          ['update', 200, { updated: 200 }],
          ['rotate', 200, { rotated: 200 }],
          ['rotate', 1, { rotated: 1 }],
          ['getOrCreate', 200, { new: 188, failed: 12 }],
          ['rotate', 200, { rotated: 199, unknown: 1 }],
          ['update', 200, { updated: 187, failed: 12, unknown: 1 }],
          ['import', 200, { updated: 150, new: 50 }],
          ['import', 2, { updated: 1, existed: 1 }],
        ] as const
      ).map(
        ([kind, total, counts]) =>
          [{ state: 'ended', kind, total }, counts] as [Partial<RunSummary>, Partial<ItemCounts>],
      ),
    ];
    const update = { kind: 'update', purpose: undefined, isUndo: false } as const;
    const titles: readonly (readonly [string, Pick<RunSummary, 'kind' | 'isUndo' | 'purpose'>])[] = [
      ...KINDS.map((kind) => [kind, { ...update, kind }] as const),
      ['a plan', { ...update, purpose: 'Set property plan to "pro"' }],
      ['an undo', { ...update, isUndo: true }],
    ];
    assertApproved('vscode/runs', [
      ...states.map(([run, counts]): Said => [JSON.stringify({ ...run, ...counts }), headline(run, counts)]),
      ...titles.map(([what, run]): Said => [
        `the title of ${what}, for one and for many`,
        [1, 10_000].map((total) => runTitle({ ...run, total }, 'staging')),
      ]),
    ]);
  });

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

  it('have a filter for each outcome that the kind can have, which names its items, and no id twice', () => {
    const ofAll = ['failed', 'unknown', 'skipped', 'sending', 'waiting'];
    for (const [kind, ids, sending] of [
      ['getOrCreate', ['new', 'createdOrExisted', 'existed', 'notApplied'], 'Sending…'],
      ['update', ['updated'], 'Sending…'],
      ['import', ['updated', 'new', 'createdOrExisted', 'existed', 'notApplied'], 'Sending…'],
      ['rotate', ['rotated', 'notApplied'], 'Rotating…'],
    ] as const) {
      const filters = itemFilters(kind);
      assert.deepEqual(
        filters.map(({ id }) => id),
        [...ids, ...ofAll],
      );
      for (const { label, outcome, isNotApplied = false } of filters)
        assert.equal(itemText(kind, { outcome, isNotApplied }), label);
      assert.equal(itemText(kind, { outcome: 'sending', isNotApplied: false }), sending);
    }
    assert.equal(itemText('getOrCreate', { outcome: 'existed', isNotApplied: true }), 'Existed already, not applied');
    assert.equal(itemText('rotate', { outcome: 'rotated', isNotApplied: true }), 'Rotated, not delivered');
    assert.equal(itemText('update', { outcome: 'new', isNotApplied: false }), 'new');
  });

  it('say how far it is, how quickly it goes, and how long it takes still', () => {
    for (const [progress, text] of [
      [{ done: 1_234, total: 10_000 }, '1,234 of 10,000'],
      [
        { done: 1_234, total: 10_000, perMinute: 119.6, remainingMs: 8 * 60_000 - 5 },
        '1,234 of 10,000 · 120 per minute · 8 min left',
      ],
      [{ perMinute: 1, remainingMs: 7_500_000 }, '1 of 2 · 1 per minute · 2 h 5 min left'],
      [{ perMinute: 0.4, remainingMs: 180_000 }, '1 of 2 · 3 min left'],
      [{ perMinute: 0.5, remainingMs: 0 }, '1 of 2 · 1 per minute · less than a minute left'],
      [{ remainingMs: 60_000 }, '1 of 2 · less than a minute left'],
      [{ remainingMs: 60_001 }, '1 of 2 · 2 min left'],
      [{ remainingMs: 59 * 60_000 }, '1 of 2 · 59 min left'],
      [{ remainingMs: 60 * 60_000 }, '1 of 2 · 1 h left'],
      [{ remainingMs: 61 * 60_000 }, '1 of 2 · 1 h 1 min left'],
    ] as const)
      assert.equal(progressText({ done: 1, failed: 0, total: 2, ...progress }), text);
  });
});
