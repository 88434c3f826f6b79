// Links to groups: what they say comes back as it was, and nothing else is a link.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { linkTo, readLink } from '../../../src/document/groupLink.ts';
import { delivered } from '../../support/delivered.ts';

const BASE = { path: '/open', query: 'connection=staging&id=acme', fragment: '' };

describe('A link to a group', () => {
  it('names connection and ID, in the scheme of the editor', () => {
    assert.equal(
      linkTo('cursor', { connection: 'staging', userGroupId: 'acme' }),
      'cursor://embedded-dashboards.user-groups/open?connection=staging&id=acme',
    );
  });

  it('comes back as it was, whatever it names', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), fc.string({ unit: 'binary' }), (connection, id) => {
        const group = { connection, userGroupId: id };
        assert.deepEqual(readLink(delivered(linkTo('vscode', group))), group);
      }),
    );
  });

  it('of the longest ID, of the longest characters, is still one', () => {
    const group = { connection: 'staging', userGroupId: '\uFFFD'.repeat(10_000) };
    assert.deepEqual(readLink(delivered(linkTo('vscode', group))), group);
  });

  it('is not made of half a character', () => {
    for (const group of [
      { connection: 'staging', userGroupId: 'a\uD83D' },
      { connection: 'a\uD83D', userGroupId: 'acme' },
    ])
      assert.throws(() => linkTo('vscode', group), { kind: 'invalid' });
  });

  it('may be written by hand, encoded once, where nothing of it is special', () => {
    assert.deepEqual(readLink({ ...BASE, query: 'connection=my staging&id=acme 7' }), {
      connection: 'my staging',
      userGroupId: 'acme 7',
    });
  });
});

describe('No link to a group', () => {
  const hostile: Readonly<Record<string, Partial<typeof BASE>>> = {
    'has another path': { path: '/rotate' },
    'has a longer path': { path: '/open/' },
    'has a path up': { path: '/open/../open' },
    'has a path of other letters': { path: '/OPEN' },
    'has a fragment': { fragment: 'x' },
    'is empty': { query: '' },
    'lacks the ID': { query: 'connection=staging' },
    'lacks the connection': { query: 'id=acme' },
    'has a connection without a name': { query: 'connection=&id=acme' },
    'names an address': { query: 'connection=staging&id=acme&baseUrl=https://evil.test' },
    'brings a token': { query: 'connection=staging&id=acme&token=x' },
    'picks a file': { query: 'file=/etc/passwd&connection=staging&id=acme' },
    'has a name for the group': { query: 'connection=staging&id=acme&name=Acme' },
    'has two IDs': { query: 'connection=staging&id=acme&id=globex' },
    'has two connections': { query: 'connection=staging&connection=production&id=acme' },
    'has a parameter of every object': { query: 'connection=staging&id=acme&__proto__=x' },
    'has its parameters in other letters': { query: 'Connection=staging&ID=acme' },
    'has an ID with half a character': { query: 'connection=staging&id=a\uD83D' },
    'has an ID with half a character, encoded': { query: 'connection=staging&id=%ED%A0%BD' },
    'has a connection that is not encoded': { query: 'connection=100%&id=acme' },
    'has an ID that is not encoded': { query: 'connection=staging&id=100%' },
    'has an ID that is too long': { query: `connection=staging&id=${'x'.repeat(10_001)}` },
    'is millions of characters long': { query: `connection=${'%41'.repeat(1_000_000)}&id=acme` },
    'is a line break away from one': { query: 'connection=staging&id=acme\n&id=globex' },
  };
  for (const [what, link] of Object.entries(hostile))
    it(what, () => {
      assert.deepEqual(readLink(BASE), { connection: 'staging', userGroupId: 'acme' });
      assert.equal(readLink({ ...BASE, ...link }), undefined);
    });
});
