// Which is newer: a group's base, what the service answered last, or what was sent as a version.

import assert from 'node:assert/strict';
import { answerAgainstBase, isAnsweredSince, isSentSince, type UserGroupRecord } from '../../../src/core/userGroup.ts';

interface Times {
  readonly base?: number;
  readonly baseVersion?: number;
  readonly answered?: number;
  readonly answeredVersion?: number;
}

const record = ({ base, answered, ...versions }: Times): UserGroupRecord => ({
  ref: { connectionId: 'staging', userGroupId: 'acme' },
  name: 'Acme',
  mappingKnown: false,
  documentMtime: 1,
  ...(base !== undefined && { base: { text: '{}', from: 'sent', at: base } }),
  ...(answered !== undefined && { answered: { at: answered, operation: 'update' } }),
  ...versions,
});

describe('The last answer against the base', () => {
  for (const [words, given, against] of [
    ['is nothing without a base', { answered: 5 }, undefined],
    ['is nothing without an answer', { base: 5 }, undefined],
    [
      'is newer by its version, whatever the clock says',
      { base: 9, baseVersion: 1, answered: 5, answeredVersion: 3 },
      2,
    ],
    ['is older by its version', { base: 5, baseVersion: 3, answered: 9, answeredVersion: 1 }, -2],
    ['is the same by its version', { base: 5, baseVersion: 3, answered: 9, answeredVersion: 3 }, 0],
    ['is newer than a base from a list file', { base: 9, answered: 5, answeredVersion: 1 }, 1],
    ['is compared by time where it has no version', { base: 5, baseVersion: 3, answered: 9 }, 4],
  ] as const) {
    it(words, () => {
      assert.equal(answerAgainstBase(record(given)), against);
      assert.equal(isAnsweredSince(record(given)), (against ?? 0) > 0);
    });
  }

  it('is none of a group that is not listed', () => {
    assert.equal(isAnsweredSince(undefined), false);
  });
});

describe('A version against the base', () => {
  for (const [words, given, id, at, isSince] of [
    ['is not newer where there is no base', {}, 1, 1, false],
    ['is newer by its number', { base: 9, baseVersion: 1 }, 2, 5, true],
    ['is not newer by its number', { base: 5, baseVersion: 2 }, 2, 9, false],
    ['is newer by its time than a base without a version', { base: 5 }, 1, 5, true],
    ['is not newer by its time', { base: 5 }, 1, 4, false],
  ] as const) {
    it(words, () => {
      assert.equal(isSentSince(record(given), { id, at }), isSince);
    });
  }
});
