// What a failed sending proves: only what is known to be harmless is not unknown.

import assert from 'node:assert/strict';
import { UserGroupsError, type ErrorKind } from '../../../../src/core/errors.ts';
import { outcomeOfFailure } from '../../../../src/services/sending/sendingFailures.ts';

/** Each kind of failure without an answer, and with one of this status. */
const OUTCOMES: readonly (readonly [ErrorKind, string, status: number, string])[] = [
  ['cancelled', 'notSent', 0, 'notSent'],
  ['unauthorized', 'notSent', 401, 'refused'],
  ['forbidden', 'notSent', 403, 'refused'],
  ['notFound', 'notSent', 404, 'refused'],
  ['conflict', 'notSent', 409, 'refused'],
  ['invalid', 'notSent', 422, 'refused'],
  ['rateLimited', 'notSent', 429, 'refused'],
  ['unavailable', 'notSent', 500, 'unknown'],
  ['outcomeUnknown', 'unknown', 200, 'unknown'],
  ['unexpectedResponse', 'unknown', 299, 'unknown'],
  ['unexpectedResponse', 'unknown', 300, 'refused'],
  ['unexpectedResponse', 'unknown', 399, 'refused'],
  ['unexpectedResponse', 'unknown', 400, 'unknown'],
];

describe('The outcome of a sending that failed', () => {
  for (const [kind, unanswered, status, answered] of OUTCOMES) {
    it(`as ${kind} is ${unanswered} without an answer, ${answered} with ${status}`, () => {
      assert.deepEqual(
        [undefined, status].map((each) =>
          outcomeOfFailure(new UserGroupsError(kind, 'So.', undefined, { status: each })),
        ),
        [unanswered, answered],
      );
    });
  }

  it('by a bug is unknown', () => {
    assert.equal(outcomeOfFailure(new TypeError('x is not a function')), 'unknown');
  });
});
