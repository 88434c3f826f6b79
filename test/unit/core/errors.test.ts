// A failure as the sentence a person reads.

import assert from 'node:assert/strict';
import { UserGroupsError, whileDoing } from '../../../src/core/errors.ts';

const REFUSED = new UserGroupsError({
  kind: 'unauthorized',
  happened: 'The service does not accept the API token (401).',
  next: 'Set the API token again.',
  status: 401,
});

describe('A failure', () => {
  it('is one sentence: what happened, and what to do next', () => {
    assert.equal(REFUSED.message, 'The service does not accept the API token (401). Set the API token again.');
  });

  it('has its kind as its name', () => {
    assert.equal(REFUSED.name, 'unauthorized');
  });

  it('needs no advice', () => {
    assert.equal(
      new UserGroupsError({ kind: 'notFound', happened: 'Nothing was sent yet.' }).message,
      'Nothing was sent yet.',
    );
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

  it('ends with the name of a command as the menus spell it', () => {
    const { message } = new UserGroupsError({
      kind: 'unauthorized',
      happened: 'No API token is set for it.',
      next: 'Use "Set API Token…".',
    });
    assert.equal(message, 'No API token is set for it. Use "Set API Token…".');
  });

  it('does not say in a row of a table what the table is about', () => {
    assert.equal(
      REFUSED.while(`Couldn't update "acme" on staging.`, { connection: 'staging' }).inRow,
      'The service does not accept the API token (401). Set the API token again.',
    );
  });

  it('keeps its cause', () => {
    const cause = new Error('ECONNREFUSED');
    assert.equal(
      new UserGroupsError({ kind: 'unavailable', happened: 'It failed.', cause }).while('It failed.', {
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
