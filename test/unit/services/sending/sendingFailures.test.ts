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
import { standIn } from '../../../support/standIn.ts';

const ACME = { connectionId: 'c', userGroupId: 'acme' };
const ANSWER = standIn<ServiceAnswer>({ status: 200 });
const open = (fields: Partial<OpenRotation>): OpenRotation =>
  standIn<OpenRotation>({ isUnderWay: false, askedAt: undefined, ...fields });

describe('What blocks a sending', () => {
  const rows: readonly (readonly [
    () => UserGroupsError,
    kind: string,
    message: string,
    remedy?: string | undefined,
    status?: number,
  ])[] = [
    [
      () => groupRemoved(ANSWER),
      'conflict',
      'The service completed the request, but the group was removed from the list meanwhile. Add the group again to get its token.',
      undefined,
      200,
    ],
    [
      () => refusedFor('otherToken'),
      'conflict',
      'Its token was replaced meanwhile, here or in another window. To replace that one too, rotate it again.',
    ],
    [
      () => refusedFor(open({ isUnderWay: true })),
      'conflict',
      'Its token is being rotated, here or in another window. Wait until the rotation is complete.',
    ],
    [
      () => refusedFor(open({})),
      'conflict',
      'The outcome of an earlier rotation is unknown. Use "Resolve Rotation…" first, which asks the service for the current token.',
      'resolveRotation',
    ],
    [
      () => refusedFor(open({ askedAt: 1 })),
      'conflict',
      'An earlier rotation was probably not applied, but may still be. Use "Resolve Rotation…" first, which asks the service for the current token.',
      'resolveRotation',
    ],
    [
      () => namesNoGroup(200),
      'outcomeUnknown',
      `The response has a new token but doesn't say whose it is (200). The token may have been rotated. Use "Show Unrecognized Response…" to copy the new token.`,
      'resolveRotation',
      200,
    ],
    [
      () => tokenNotReplaced(201),
      'outcomeUnknown',
      'The service returned the same token as before (201). The token may have been rotated. Use "Resolve Rotation…", which asks the service for the current token.',
      'resolveRotation',
      201,
    ],
    [notReadBack, 'unavailable', "The token couldn't be read back from the list."],
  ];
  for (const [fail, kind, message, remedy, status] of rows)
    it(`is said: ${message}`, () => {
      const error = fail();
      assert.deepEqual(
        [error.kind, error.message, error.failure.remedy, error.failure.status],
        [kind, message, remedy, status],
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
