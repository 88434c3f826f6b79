// What one kind of run does for one group, and what its result says.

import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/connection.ts';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import type { RunItem } from '../../../../src/core/runs.ts';
import type { OpenRotation } from '../../../../src/core/userGroup.ts';
import { getOrCreateRun, type WorkDone } from '../../../../src/services/bulk/itemWork.ts';
import { rotateRun } from '../../../../src/services/bulk/rotateRun.ts';
import type { GetOrCreateResult } from '../../../../src/services/sending/sendService.ts';
import { standIn } from '../../../support/standIn.ts';

const CONNECTION: Connection = {
  id: '1',
  name: 'staging',
  baseUrl: 'https://staging.example.com',
  kind: 'service',
  status: 'ready',
};
const ITEM: RunItem = { number: 1, userGroupId: 'acme', text: '{}', outcome: 'sending', isNotApplied: false };
const OPTIONS = { isBulk: true };

describe('A get-or-create of a run', () => {
  const EXISTED: Partial<GetOrCreateResult> = {
    isNew: false,
    isNotApplied: false,
    isCreatedOrSame: false,
    mayHaveBeenCreatedByThisRequest: false,
    differences: [],
    notComparable: [],
    notes: [],
  };
  const rows: readonly (readonly [string, Partial<GetOrCreateResult>, WorkDone])[] = [
    ['a new group', { isNew: true }, { outcome: 'new', reason: undefined }],
    [
      'a new group of which something is to be known',
      { isNew: true, notes: ['Beware.', 'It is odd.'] },
      { outcome: 'new', reason: 'Beware. It is odd.' },
    ],
    [
      'one that had all of it',
      { notes: ['Beware.'] },
      { outcome: 'existed', isNotApplied: false, reason: 'It has all that was sent. Beware.' },
    ],
    [
      'one to which something was not applied',
      { isNotApplied: true, notComparable: ['mapping'] },
      { outcome: 'existed', isNotApplied: true, reason: 'Not applied: mapping: unknown.' },
    ],
    [
      'one that the request may have created, which was sent twice',
      { mayHaveBeenCreatedByThisRequest: true },
      {
        outcome: 'existed',
        isNotApplied: false,
        reason: 'It has all that was sent. It may have been created by this request, which was sent twice.',
      },
    ],
    [
      'one of which the service does not say whether it is new',
      { isNew: undefined },
      {
        outcome: 'existed',
        isNotApplied: false,
        reason: 'It has all that was sent. Unknown whether the group is new.',
      },
    ],
    [
      'one that was created or was the same',
      { isCreatedOrSame: true, isNew: undefined, notComparable: ['mapping'], notes: ['Beware.'] },
      { outcome: 'createdOrExisted', reason: "The service doesn't return mapping, but an update sends it. Beware." },
    ],
  ];
  for (const [what, answered, done] of rows) {
    it(`says of ${what} what became of it`, async () => {
      const work = getOrCreateRun({
        getOrCreate: () => Promise.resolve(standIn<GetOrCreateResult>({ ...EXISTED, ...answered })),
        isOutcomeUnknown: () => false,
      });
      assert.deepEqual(await work.send(CONNECTION, ITEM, OPTIONS), done);
    });
  }
});

describe('A rotation of a run', () => {
  const failing = new UserGroupsError('unexpectedResponse', 'It ended with exit code 3.');
  const STORED = 'Its new token is stored locally, but was not delivered.';
  const STOPS = 'The new token of "acme" couldn\'t be delivered.';

  /** With notes of the rotation, and what became of the delivery. */
  const rotated = (deliver: () => Promise<void>, open?: OpenRotation, byThePerson?: readonly string[]) =>
    rotateRun(
      {
        rotation: { rotate: () => Promise.resolve({ userGroupId: 'acme', notes: ['Beware.'] }), openOf: () => open },
        tokens: { require: () => Promise.resolve('tok-7f3a9c51') },
        runs: standIn({}),
      },
      deliver,
      byThePerson,
    );
  const open = standIn<OpenRotation>({ id: 1 });

  it('says what is to be known of it when its token is delivered', async () => {
    const work = rotated(() => Promise.resolve());
    assert.deepEqual(await work.send(CONNECTION, ITEM, OPTIONS), { outcome: 'rotated', reason: 'Beware.' });
    assert.deepEqual(await work.finish?.(CONNECTION, ITEM, OPTIONS), {
      outcome: 'rotated',
      reason: 'Delivered later.',
    });
  });

  for (const [why, deliver, unresolved, says] of [
    ['since the command failed', () => Promise.reject(failing), undefined, `${STORED} It ended with exit code 3.`],
    ['since of a bug, of which nothing is quoted', () => Promise.reject(new Error('tok-7f3a9c51')), undefined, STORED],
    ['since it may have been rotated again', () => Promise.resolve(), open, `${STORED} It has an unresolved rotation.`],
  ] as const) {
    it(`stops the run when its token is not delivered, ${why}`, async () => {
      const work = rotated(deliver, unresolved);
      const due = { outcome: 'rotated', isNotApplied: true, stops: STOPS } as const;
      assert.deepEqual(await work.send(CONNECTION, ITEM, OPTIONS), { ...due, reason: `${says} Beware.` });
      assert.deepEqual(await work.finish?.(CONNECTION, ITEM, OPTIONS), { ...due, reason: says });
    });
  }

  it('delivers nothing that the user has delivered', async () => {
    const work = rotated(() => Promise.reject(failing), undefined, ['acme']);
    assert.deepEqual(await work.finish?.(CONNECTION, ITEM, OPTIONS), {
      outcome: 'rotated',
      reason: 'Marked as delivered.',
    });
  });
});
