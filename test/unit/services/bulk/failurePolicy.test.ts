// What a failure means for its item and for the run.

import assert from 'node:assert/strict';
import { UserGroupsError, type ErrorKind, type Failure } from '../../../../src/core/errors.ts';
import { bugMessage } from '../../../../src/core/bugText.ts';
import { failedBefore, failedItem } from '../../../../src/services/bulk/failurePolicy.ts';

const failure = (kind: ErrorKind, more: Partial<Failure> = {}): UserGroupsError =>
  new UserGroupsError(kind, 'So it was.', 'Do that.', { doing: "Couldn't do it." }).with(more);

type FailureOfUpdate = readonly [what: string, error: UserGroupsError, outcome: string, policy: string | undefined];

/** What each failure of an update means. */
const FAILURES: readonly FailureOfUpdate[] = [
  ['no API token', failure('unauthorized'), 'waiting', 'stop'],
  ['a refused API token', failure('unauthorized', { status: 401 }), 'waiting', 'stop'],
  ['a locked connection', failure('forbidden'), 'waiting', 'stop'],
  ['an unverified API token', failure('conflict', { remedy: 'reviewApiToken' }), 'waiting', 'stop'],
  ['a store that needs a new window', failure('unavailable', { remedy: 'reloadWindow' }), 'waiting', 'stop'],
  [
    'a token that could not be stored',
    failure('unavailable', { status: 200, unstored: { connectionId: '1', userGroupId: 'acme' } }),
    'unknown',
    'stop',
  ],
  ['too many requests', failure('rateLimited', { status: 429 }), 'waiting', 'wait'],
  ['a service that cannot be reached', failure('unavailable'), 'waiting', 'wait'],
  ['a service with trouble of its own', failure('unavailable', { status: 500 }), 'unknown', undefined],
  ['a group that is not there', failure('notFound', { status: 404 }), 'failed', undefined],
  ['an unresolved rotation', failure('conflict', { remedy: 'resolveRotation' }), 'failed', undefined],
  ['a rejected document', failure('invalid', { status: 422 }), 'failed', undefined],
  ['a lost answer', failure('outcomeUnknown'), 'unknown', undefined],
  ['an answer that is not understood', failure('unexpectedResponse', { status: 200 }), 'unknown', undefined],
  ['a redirect', failure('unexpectedResponse', { status: 302 }), 'failed', undefined],
  ['a request that had not left when the run was paused', failure('cancelled'), 'waiting', undefined],
];

describe('An item of a run', () => {
  for (const [what, error, outcome, policy] of FAILURES) {
    it(`that meets ${what} is ${outcome}, and ${policy ?? 'nothing'} is what the run does`, () => {
      const { done, failurePolicy, why } = failedItem('update', error);
      assert.deepEqual(
        [done, failurePolicy, why],
        [outcome === 'waiting' ? { outcome } : { outcome, reason: 'So it was. Do that.' }, policy, 'So it was.'],
      );
    });
  }

  it('that meets a bug is unknown, and stops the run, in words that quote nothing of it', () => {
    assert.deepEqual(failedItem('update', new Error('quoted')), {
      done: { outcome: 'unknown', reason: bugMessage() },
      failurePolicy: 'stop',
      why: bugMessage(),
    });
  });

  it('of a get-or-create waits where everything stops, since asking again shows what the first one did', () => {
    const unstored = { connectionId: '1', userGroupId: 'acme' };
    const outcomes = (error: UserGroupsError): unknown[] =>
      (['getOrCreate', 'update', 'rotate'] as const).map((kind) => failedItem(kind, error).done.outcome);
    assert.deepEqual(outcomes(failure('unavailable', { status: 200, unstored })), ['waiting', 'unknown', 'unknown']);
    assert.deepEqual(outcomes(failure('outcomeUnknown')), ['unknown', 'unknown', 'unknown']);
  });

  it('that met it before its own request has failed, or waits where the run does not go on', () => {
    const before = (error: UserGroupsError): unknown => failedBefore(failedItem('update', error)).done.outcome;
    assert.deepEqual(
      [
        failure('outcomeUnknown'),
        failure('outcomeUnknown', { remedy: 'reviewApiToken' }),
        failure('invalid', { status: 422 }),
        failure('rateLimited', { status: 429 }),
      ].map(before),
      ['failed', 'waiting', 'failed', 'waiting'],
    );
  });
});
