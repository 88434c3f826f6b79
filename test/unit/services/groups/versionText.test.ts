// By which words a sending of the history is found.

import assert from 'node:assert/strict';
import { ANSWERED_OUTCOMES, type SendOutcome, type SentVersion } from '../../../../src/core/userGroup.ts';
import { finderOf, isApplied, isOutcomeUnknown } from '../../../../src/services/groups/versionText.ts';

const NOW = new Date(2026, 10, 22, 9).getTime();

function version(fields: Partial<SentVersion> = {}): SentVersion {
  const at = new Date(2026, 10, 21, 14, 2, 31).getTime();
  return {
    id: 1,
    ref: { connectionId: 'c', userGroupId: 'acme' },
    operation: 'update',
    text: '{}',
    at,
    outcome: 'updated',
    ...fields,
  };
}

describe('A sending', () => {
  it('is found by beginnings of words of its date, operation and outcome, and by parts of its texts', () => {
    const finder = finderOf(version(), ['Globex-Corp on staging', 'properties.plan: basic → pro'], NOW);
    for (const query of [
      ...[' ', '21', '21 Nov', 'nove', '2026', 'Saturday, 21 November 2026', '2026-11-21', '14:02', '14:02:31'],
      ...['update updated', 'UPDATED 21', 'globex', 'corp 2026', 'plan', 'PRO updated'],
    ])
      assert.equal(finder(query), true, query);
  });

  it('is not found by what is not its own, nor across two texts', () => {
    const finder = finderOf(version(), ['acme on staging', 'plan'], NOW);
    for (const query of ['22', '31', 'created', '2025', '21 dec', 'today', 'gmt', 'stagingplan'])
      assert.equal(finder(query), false, query);
  });

  it('is found by its group in any letter case of any language', () => {
    assert.equal(finderOf(version(), ['Straße on staging'], NOW)('STRASSE update'), true);
  });

  it('of today is found by that', () => {
    assert.equal(finderOf(version({ at: NOW - 1000 }), ['acme on staging'], NOW)('today updated'), true);
  });

  it('of a get-or-create is found by its name in either spelling', () => {
    const finder = finderOf(version({ operation: 'getOrCreate', outcome: 'existed' }), [], NOW);
    assert.deepEqual(['get-or-create', 'Get or create existed'].map(finder), [true, true]);
  });
});

describe('What became of a sending', () => {
  const outcomes: readonly SendOutcome[] = [
    ...ANSWERED_OUTCOMES,
    'sending',
    'notRotated',
    'refused',
    'notSent',
    'unknown',
  ];

  it('is applied as far as an answer proves it', () => {
    assert.deepEqual(
      outcomes.filter((outcome) => isApplied({ outcome })),
      ['created', 'updated'],
    );
  });

  it('is not known without an answer', () => {
    assert.deepEqual(
      outcomes.filter((outcome) => isOutcomeUnknown({ outcome })),
      ['sending', 'unknown'],
    );
  });
});
