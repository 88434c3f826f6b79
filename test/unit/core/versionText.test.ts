// By which words a sending of the history is found.

import assert from 'node:assert/strict';
import { ANSWERED_OUTCOMES, type SendOutcome, type SentVersion } from '../../../src/core/userGroup.ts';
import { finderOf, isApplied, isOutcomeUnknown } from '../../../src/core/versionText.ts';

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
  const found: [string, string][] = [
    ['nothing typed yet', ' '],
    ['its day', '21'],
    ['its day and month', '21 Nov'],
    ['its month, a part of it typed', 'nove'],
    ['its year', '2026'],
    ['its whole date', 'Saturday, 21 November 2026'],
    ['its date as in a file name', '2026-11-21'],
    ['its minute', '14:02'],
    ['its second', '14:02:31'],
    ['its operation and outcome', 'update updated'],
    ['its outcome and its date, in any order', 'UPDATED 21'],
    ['its group', 'globex'],
    ['its group and date', 'corp 2026'],
    ['what it changed', 'plan'],
    ['what it changed and how it ended', 'PRO updated'],
  ];
  for (const [words, query] of found) {
    it(`is found by ${words} (${query})`, () => {
      assert.equal(finderOf(version(), ['Globex-Corp on staging', 'properties.plan: basic → pro'], NOW)(query), true);
    });
  }

  for (const [words, query] of [
    ['a day', '22'],
    ['a minute', '31'],
    ['an outcome', 'created'],
    ['a year', '2025'],
    ['one of several words', '21 dec'],
    ['today', 'today'],
    ['the zone', 'gmt'],
    ['the end of one text and the beginning of the next', 'stagingplan'],
  ] as const) {
    it(`is not found by ${words} that is not its own (${query})`, () => {
      assert.equal(finderOf(version(), ['acme on staging', 'plan'], NOW)(query), false);
    });
  }

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
