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
