// The digest of a difference: the same for what the user has seen, and for nothing else.

import assert from 'node:assert/strict';
import { differenceDigest } from '../../../../src/services/bulk/itemPlan.ts';
import { documentOf } from '../../../support/documents.ts';

const long = (end: string): string => documentOf({ properties: { note: `${'x'.repeat(5_000)}${end}` } });

describe('The digest of a difference', () => {
  const digest = differenceDigest.bind(undefined, documentOf());

  it('is short, however long the difference', () => {
    assert.match(digest(long('a')), /^[\w+/]{43}=$/);
  });

  it('is the same for the same changes, however they are written', () => {
    assert.equal(digest(documentOf({ name: 'Acme Ltd' })), digest('{"name":"Acme Ltd","user_group_id":"acme"}'));
  });

  it('is another one for another value, to its last character', () => {
    assert.notEqual(digest(long('a')), digest(long('b')));
  });
});
