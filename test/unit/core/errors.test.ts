// A failure as the sentences that a user reads.

import assert from 'node:assert/strict';
import { cancelled, UserGroupsError, whileDoing, whileDoingSync } from '../../../src/core/errors.ts';

const HAPPENED = 'The service does not accept the API token (401).';
const NEXT = 'Set the API token again.';
const REFUSED = new UserGroupsError('unauthorized', HAPPENED, NEXT, { status: 401 });
const ABOUT = { connection: 'staging' };
const FAILED = "Couldn't update acme.";

describe('A failure', () => {
  const BROKEN = new UserGroupsError('outcomeUnknown', 'The connection broke.', 'Update again.', {
    maybeDone: 'The update may have been applied.',
  });
  const DOING = { failed: FAILED, maybeDone: 'The update of acme may have been applied.' };
  const broken = 'The connection broke. The update may have been applied. Update again.';
  const cases: Readonly<Record<string, readonly [message: string, expected: string]>> = {
    'what happened, and what to do next': [REFUSED.message, `${HAPPENED} ${NEXT}`],
    'what happened alone': [new UserGroupsError('notFound', 'Nothing was sent yet.').message, 'Nothing was sent yet.'],
    'what was being done': [REFUSED.while(FAILED, ABOUT).message, `${FAILED} ${HAPPENED} ${NEXT}`],
    'what was being done, in the innermost words': [
      REFUSED.while("Couldn't fetch acme.").while(FAILED).message,
      `Couldn't fetch acme. ${HAPPENED} ${NEXT}`,
    ],
    'nothing of what was being done in a row of a table about that': [
      REFUSED.while(FAILED, ABOUT).inRow,
      `${HAPPENED} ${NEXT}`,
    ],
    'that nothing was done': [REFUSED.while(DOING).message, `${FAILED} ${HAPPENED} ${NEXT}`],
    'that it may have been done': [
      BROKEN.while(DOING).message,
      'The update of acme may have been applied. The connection broke. Update again.',
    ],
    'that it may have been done, where the action says nothing of that': [
      BROKEN.while("Couldn't send the file.").message,
      "Couldn't send the file. The connection broke. The update may have been applied.",
    ],
    'that it may have been done, without an action': [BROKEN.message, broken],
    'that it may have been done, in a row': [BROKEN.while(DOING).inRow, broken],
    'that the user said no': [cancelled().message, 'Canceled.'],
  };
  for (const [what, [message, expected]] of Object.entries(cases))
    it(`says in three sentences at most ${what}`, () => {
      assert.equal(message, expected);
    });

  it('has its kind as its name, and keeps that, its status and its cause when more is known', () => {
    const cause = new Error('ECONNREFUSED');
    const about = { connection: 'staging', userGroupId: 'acme' };
    const known = REFUSED.with({ cause }).while(FAILED, ABOUT).with({ about });
    const { name, kind, failure } = known;
    assert.deepEqual([name, kind, failure.status, failure.about], ['unauthorized', 'unauthorized', 401, about]);
    assert.equal(known.cause, cause);
    assert.deepEqual(REFUSED.while(FAILED, ABOUT).failure.about, ABOUT);
    assert.equal(cancelled().kind, 'cancelled');
  });
});

describe('Work that is done while something is being done', () => {
  const bug = new TypeError('x is undefined');
  const thrower = (error: Error) => (): never => {
    throw error;
  };
  for (const [words, run] of [
    ['that does not wait', <T>(work: () => T) => Promise.resolve().then(() => whileDoingSync(FAILED, ABOUT, work))],
    ['that waits', <T>(work: () => T) => whileDoing(FAILED, ABOUT, () => Promise.resolve().then(work))],
  ] as const)
    it(`${words} answers, tells its failure, and passes a bug on unchanged`, async () => {
      assert.equal(await run(() => 1), 1);
      await assert.rejects(run(thrower(REFUSED)), { kind: 'unauthorized', message: `${FAILED} ${HAPPENED} ${NEXT}` });
      await assert.rejects(run(thrower(bug)), bug);
    });
});
