// What blocks a sending, or storing its result: its kind, and what helps.

import assert from 'node:assert/strict';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import type { ServiceAnswer } from '../../../../src/core/ports/client.ts';
import type { OpenRotation } from '../../../../src/core/userGroup.ts';
import {
  groupRemoved,
  namesNoGroup,
  notKept,
  notReadBack,
  refusedFor,
  tokenNotReplaced,
} from '../../../../src/services/sending/sendingFailures.ts';
import { assertApproved } from '../../../support/approved.ts';
import { standIn } from '../../../support/standIn.ts';

const ACME = { connectionId: 'c', userGroupId: 'acme' };
const ANSWER = standIn<ServiceAnswer>({ status: 200 });
const open = (fields: Partial<OpenRotation>): OpenRotation =>
  standIn<OpenRotation>({ isUnderWay: false, askedAt: undefined, ...fields });

describe('What blocks a sending', () => {
  it('has its kind, and says what helps', () => {
    const rows: readonly (readonly [string, () => UserGroupsError])[] = [
      ['its group was removed', () => groupRemoved(ANSWER)],
      ['its token was replaced', () => refusedFor('otherToken')],
      ['its token is being rotated', () => refusedFor(open({ isUnderWay: true }))],
      ['an earlier rotation is unknown', () => refusedFor(open({}))],
      ['an earlier rotation was probably not applied', () => refusedFor(open({ askedAt: 1 }))],
      ['the answer names no group', () => namesNoGroup(200)],
      ['the answer has the same token', () => tokenNotReplaced(201)],
      ['the token is not in the list', notReadBack],
    ];
    assertApproved(
      'services/sending/failures',
      rows.map(([situation, fail]) => {
        const { kind, message, failure } = fail();
        return [situation, [message, `${kind}, ${failure.remedy ?? 'no remedy'}, ${failure.status ?? 'no status'}`]];
      }),
    );
  });
});

describe('A token that could not be stored', () => {
  const failure = new UserGroupsError('conflict', 'The disk is full.');
  const replaced = new UserGroupsError('conflict', 'The file is gone.', undefined, { remedy: 'reloadWindow' });

  for (const [error, message] of [
    [failure, 'It failed. The disk is full. Copy the token now, because only the memory of this window has it.'],
    [replaced, 'It failed. The file is gone. Copy the token now, before you reload the window.'],
  ] as const)
    it(`is to be copied: ${message}`, () => {
      const said = notKept(error, ANSWER, ACME, 'It failed.');
      assert.ok(said instanceof UserGroupsError);
      const { kind, status, unstored, cause } = said.failure;
      assert.deepEqual([said.message, kind, status, unstored, cause], [message, 'unavailable', 200, ACME, error]);
    });

  it('passes on a mistake of the code, as an error', () => {
    const mistake = new TypeError('x is not a function');
    assert.equal(notKept(mistake, ANSWER, ACME, 'It failed.'), mistake);
    assert.deepEqual(notKept('broken', ANSWER, ACME, 'It failed.'), new Error('broken'));
  });
});
