// A failure as the sentence a person reads.

import assert from 'node:assert/strict';
import { cancelled, UserGroupsError, whileDoing, whileDoingSync } from '../../../src/core/errors.ts';

const REFUSED = new UserGroupsError(
  'unauthorized',
  'The service does not accept the API token (401).',
  'Set the API token again.',
  { status: 401 },
);

describe('A failure', () => {
  it('is one sentence: what happened, and what to do next', () => {
    assert.equal(REFUSED.message, 'The service does not accept the API token (401). Set the API token again.');
  });

  it('has its kind as its name', () => {
    assert.equal(REFUSED.name, 'unauthorized');
  });

  it('needs no advice', () => {
    assert.equal(new UserGroupsError('notFound', 'Nothing was sent yet.').message, 'Nothing was sent yet.');
  });

  it('says what was being done, on which connection', () => {
    const reported = REFUSED.while(`Couldn't update "acme" on staging.`, { connection: 'staging' });
    assert.equal(
      reported.message,
      `Couldn't update "acme" on staging. The service does not accept the API token (401). Set the API token again.`,
    );
    assert.deepEqual(
      [reported.kind, reported.failure.status, reported.failure.about?.connection],
      ['unauthorized', 401, 'staging'],
    );
  });

  it('keeps what its innermost teller said, who knew most', () => {
    const reported = REFUSED.while("Couldn't fetch acme from staging", { connection: 'staging' }).while(
      `Couldn't update "acme" on staging.`,
      { connection: 'staging' },
    );
    assert.match(reported.message, /^Couldn't fetch acme from staging\. /);
  });

  const BROKEN = new UserGroupsError('outcomeUnknown', 'The connection broke.', 'Update again.', {
    maybeDone: 'The update may have been applied.',
  });
  const DOING = { failed: "Couldn't update acme.", maybeDone: 'The update of acme may have been applied.' };
  const told: Readonly<Record<string, readonly [message: string, expected: string]>> = {
    'that nothing was done': [
      REFUSED.while(DOING).message,
      "Couldn't update acme. The service does not accept the API token (401). Set the API token again.",
    ],
    'that it may have been done': [
      BROKEN.while(DOING).message,
      'The update of acme may have been applied. The connection broke. Update again.',
    ],
    'that it may have been done, where the action says nothing of that': [
      BROKEN.while("Couldn't send the file.").message,
      "Couldn't send the file. The connection broke. The update may have been applied.",
    ],
    'that it may have been done, without an action': [
      BROKEN.message,
      'The connection broke. The update may have been applied. Update again.',
    ],
    'that it may have been done, in a row': [
      BROKEN.while(DOING).inRow,
      'The connection broke. The update may have been applied. Update again.',
    ],
  };
  for (const [what, [message, expected]] of Object.entries(told))
    it(`says in three sentences at most ${what}`, () => {
      assert.equal(message, expected);
    });

  it('ends with the name of a command as the menus spell it', () => {
    const { message } = new UserGroupsError('unauthorized', 'No API token is set for it.', 'Use "Set API Token…".');
    assert.equal(message, 'No API token is set for it. Use "Set API Token…".');
  });

  it('does not say in a row of a table what the table is about', () => {
    assert.equal(
      REFUSED.while(`Couldn't update "acme" on staging.`, { connection: 'staging' }).inRow,
      'The service does not accept the API token (401). Set the API token again.',
    );
  });

  it('is about a group once that is known, and says the same', () => {
    const about = { connection: 'staging', userGroupId: 'acme' };
    const reported = REFUSED.while("Couldn't update it.", { connection: 'staging' }).with({ about: about });
    assert.deepEqual([reported.failure.about, reported.message], [about, REFUSED.while("Couldn't update it.").message]);
  });

  it('of a person who said no is one of its own kind', () => {
    assert.deepEqual([cancelled().kind, cancelled().message], ['cancelled', 'Canceled.']);
  });

  it('keeps its cause', () => {
    const cause = new Error('ECONNREFUSED');
    assert.equal(
      new UserGroupsError('unavailable', 'It failed.', undefined, { cause }).while('It failed.', {
        connection: 'staging',
      }).cause,
      cause,
    );
  });
});

describe('Work that is done while something is being done', () => {
  it('tells so when it fails', async () => {
    await assert.rejects(
      whileDoing(`Couldn't update "acme" on staging.`, { connection: 'staging' }, () => Promise.reject(REFUSED)),
      (error) => error instanceof UserGroupsError && error.failure.doing === `Couldn't update "acme" on staging.`,
    );
  });

  it('that does not wait tells so as well, or answers, or passes a bug on', () => {
    const about = { connection: 'staging' };
    const bug = new TypeError('x is undefined');
    const failing = (error: Error) => (): void => {
      whileDoingSync("Couldn't read it.", about, () => {
        throw error;
      });
    };
    assert.throws(failing(REFUSED), { message: /^Couldn't read it\. /, kind: 'unauthorized' });
    assert.throws(failing(bug), bug);
    assert.equal(
      whileDoingSync("Couldn't read it.", about, () => 1),
      1,
    );
  });

  it('answers as ever when it succeeds', async () => {
    assert.equal(
      await whileDoing(`Couldn't update "acme" on staging.`, { connection: 'staging' }, () => Promise.resolve(1)),
      1,
    );
  });

  it('passes a bug on unchanged', async () => {
    const bug = new TypeError('x is undefined');
    await assert.rejects(
      whileDoing(`Couldn't update "acme" on staging.`, { connection: 'staging' }, () => Promise.reject(bug)),
      (error) => error === bug,
    );
  });
});
