// What one answer says about an API token, by the rules alone.

import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/connection.ts';
import { mismatchOf, type Evidence } from '../../../../src/services/connections/tokenMismatches.ts';
import { standIn } from '../../../support/standIn.ts';

const connection: Connection = {
  id: '1',
  name: 'undeclared',
  baseUrl: 'https://x.example.com',
  kind: 'service',
  status: 'ready',
};

/** Of `acme`, which answered `was` before the token was set, and now answers `is`. */
function evidence(was: string, is: string, known: Partial<Evidence> = {}): Evidence {
  return {
    connection,
    userGroupId: 'acme',
    before: { environmentTag: was, teamId: '1' },
    answer: standIn({ status: 200, isNew: undefined, userGroup: { environmentTag: is, teamId: '1' } }),
    isKnownFromBefore: true,
    isProved: false,
    accepted: undefined,
    ...known,
  };
}

describe('Where no environment is declared', () => {
  it('a group that was in another one before the token was set makes the token unverified', () => {
    assert.deepEqual(mismatchOf(evidence('Testing', 'Customer')), {
      about: 'environment',
      reason: 'The service returned the environment Customer for "acme", but Testing before this token was set.',
    });
  });

  it('one that is where it was, or is known through this token, or answers to one that is proved, does not', () => {
    assert.equal(mismatchOf(evidence('Testing', 'Testing')), 'proved');
    assert.equal(mismatchOf(evidence('Testing', 'Customer', { isKnownFromBefore: false })), undefined);
    assert.equal(mismatchOf(evidence('Testing', 'Customer', { isProved: true })), undefined);
  });
});

describe('What a group answers to a new API token', () => {
  const BEFORE = 'before this token was set';
  const RECREATED = 'so it was deleted or is of another environment';
  type Answered = Evidence['answer']['userGroup'];
  const rows: readonly (readonly [
    string,
    before: Answered | undefined,
    answer: Answered & { readonly isNew?: boolean },
    says: string | undefined,
    reason?: string,
  ])[] = [
    ['the same team_id proves the token', { teamId: '1' }, { teamId: '1' }, 'proved'],
    ['no team_id proves nothing', { teamId: '1' }, {}, undefined],
    ['a team_id where none was known proves nothing', {}, { teamId: '1' }, undefined],
    ['anything where nothing was known proves nothing', undefined, { teamId: '1' }, undefined],
    [
      'another team_id is a mismatch',
      { teamId: '1' },
      { teamId: '2' },
      'team',
      `The service returned team_id 2 for "acme", but 1 ${BEFORE}.`,
    ],
    [
      'that it was recreated is a mismatch, also with the same team_id',
      { teamId: '1' },
      { teamId: '1', isNew: true },
      'recreated',
      `"acme" was recreated since this token was set, ${RECREATED}.`,
    ],
    [
      'that it was recreated with another team_id is one',
      { teamId: '1' },
      { teamId: '2', isNew: true },
      'recreated',
      `"acme" was recreated since this token was set (team_id 2, was 1), ${RECREATED}.`,
    ],
    [
      'an environment where none was known proves the token',
      { teamId: '1' },
      { teamId: '1', environmentTag: 'A' },
      'proved',
    ],
    ['no environment where one was known proves it', { teamId: '1', environmentTag: 'A' }, { teamId: '1' }, 'proved'],
    [
      'an environment that is no text proves it',
      { teamId: '1', environmentTag: 'A' },
      { teamId: '1', environmentTag: null },
      'proved',
    ],
    [
      'an environment after one that was no text proves it',
      { teamId: '1', environmentTag: null },
      { teamId: '1', environmentTag: 'A' },
      'proved',
    ],
  ];
  for (const [what, before, { isNew, ...userGroup }, says, reason] of rows) {
    it(what, () => {
      const answer: Evidence['answer'] = standIn({ status: 200, isNew, userGroup });
      const found = mismatchOf(evidence('', '', { before, answer }));
      assert.deepEqual(found, reason === undefined ? says : { about: says, reason });
    });
  }
});

describe('The environment that a connection declares', () => {
  const declared = { ...connection, environment: 'Customer' as const };
  const CONTRADICTION = {
    about: 'environment',
    contradiction: 'Customer Testing',
    reason:
      'The service returned the environment Testing for "acme", but the connection "undeclared" is declared Customer.',
  };

  it('contradicts another one that is answered, whatever the token has proved', () => {
    for (const known of [{}, { isProved: true }, { isKnownFromBefore: false }, { accepted: 'Customer Staging' }])
      assert.deepEqual(mismatchOf(evidence('Testing', 'Testing', { connection: declared, ...known })), CONTRADICTION);
  });

  it('contradicts neither the same one, nor one that the person has accepted', () => {
    assert.equal(mismatchOf(evidence('Customer', 'Customer', { connection: declared })), 'proved');
    assert.equal(
      mismatchOf(evidence('Testing', 'Testing', { connection: declared, accepted: 'Customer Testing' })),
      'proved',
    );
  });
});
