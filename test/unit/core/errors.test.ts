// A failure as the sentence a person reads.

import assert from 'node:assert/strict';
import { UserGroupsError, whileDoing } from '../../../src/core/errors.ts';

const REFUSED = new UserGroupsError({
  kind: 'unauthorized',
  happened: 'the service does not accept the API token (401)',
  next: 'set the API token again',
  status: 401,
});

describe('A failure', () => {
  it('is one sentence: what happened, and what to do next', () => {
    assert.equal(REFUSED.message, 'The service does not accept the API token (401) — set the API token again.');
  });

  it('has its kind as its name', () => {
    assert.equal(REFUSED.name, 'unauthorized');
  });

  it('needs no advice', () => {
    assert.equal(
      new UserGroupsError({ kind: 'notFound', happened: 'nothing was sent from here yet' }).message,
      'Nothing was sent from here yet.',
    );
  });

  it('says what was being done, on which connection', () => {
    const reported = REFUSED.while('Could not update acme on staging', { connection: 'staging' });
    assert.equal(
      reported.message,
      'Could not update acme on staging: the service does not accept the API token (401) — set the API token again.',
    );
    assert.deepEqual([reported.kind, reported.status, reported.about?.connection], ['unauthorized', 401, 'staging']);
  });

  it('keeps what its innermost teller said, who knew most', () => {
    const reported = REFUSED.while('Could not fetch acme from staging', { connection: 'staging' }).while(
      'Could not update acme on staging',
      { connection: 'staging' },
    );
    assert.match(reported.message, /^Could not fetch acme from staging: /);
  });

  it('ends with the name of a command as the menus spell it', () => {
    const { message } = new UserGroupsError({
      kind: 'unauthorized',
      happened: 'no API token is set for it',
      next: 'use Set API Token…',
    });
    assert.equal(message, 'No API token is set for it — use Set API Token…');
  });

  it('does not say in a row of a table what the table is about', () => {
    assert.equal(
      REFUSED.while('Could not update acme on staging', { connection: 'staging' }).inRow,
      'The service does not accept the API token (401) — set the API token again.',
    );
  });

  it('keeps its cause', () => {
    const cause = new Error('ECONNREFUSED');
    assert.equal(
      new UserGroupsError({ kind: 'unavailable', happened: 'it failed', cause }).while('Could not', {
        connection: 'staging',
      }).cause,
      cause,
    );
  });
});

describe('Work that is done while something is being done', () => {
  it('tells so when it fails', async () => {
    await assert.rejects(
      whileDoing('Could not update acme on staging', { connection: 'staging' }, () => Promise.reject(REFUSED)),
      { doing: 'Could not update acme on staging' },
    );
  });

  it('answers as ever when it succeeds', async () => {
    assert.equal(
      await whileDoing('Could not update acme on staging', { connection: 'staging' }, () => Promise.resolve(1)),
      1,
    );
  });

  it('passes a bug on unchanged', async () => {
    const bug = new TypeError('x is undefined');
    await assert.rejects(
      whileDoing('Could not update acme on staging', { connection: 'staging' }, () => Promise.reject(bug)),
      (error) => error === bug,
    );
  });
});
