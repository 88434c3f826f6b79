// What identifies a group, its token and its id among others.

import assert from 'node:assert/strict';
import { alike, fold, foldedListing } from '../../../src/core/folding.ts';
import { groupKey, groupRef } from '../../../src/core/groupKey.ts';
import { isSameToken } from '../../../src/core/userGroup.ts';

describe('A group', () => {
  it('has a key of its own for each connection and id', () => {
    assert.deepEqual(groupRef({ id: '1' }, 'acme'), { connectionId: '1', userGroupId: 'acme' });
    const keys = [
      ['1', 'acme'],
      ['2', 'acme'],
      ['1', 'globex'],
      ['1acme', ''],
    ].map(([id, userGroupId]) => groupKey(groupRef({ id: id! }, userGroupId!)));
    assert.equal(new Set(keys).size, keys.length);
  });

  it('has the same token only under the same key', () => {
    const token = { keyId: 'key', fingerprint: 'print' };
    assert.deepEqual(
      [token, { ...token, keyId: 'other' }, { ...token, fingerprint: 'other' }].map((other) =>
        isSameToken(token, other),
      ),
      [true, false, false],
    );
  });
});

describe('A folded text', () => {
  it('is upper case, on one line, and holds no NUL', () => {
    assert.equal(fold('Stra\u00DFe\n\ta\0b\uD800'), 'STRASSE  A B\uFFFD');
  });

  it('holds name and id on two lines', () => {
    assert.equal(foldedListing('Acme\nLtd', 'a'), 'ACME LTD\nA');
  });

  it('is alike for ids that differ in letter case or at their edges', () => {
    assert.equal(alike(' Acme\u00A0'), alike('acme'));
    assert.notEqual(alike('a cme'), alike('acme'));
  });
});
