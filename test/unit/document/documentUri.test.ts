import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parsePath, pathOf, pathOfNew } from '../../../src/document/documentUri.ts';
import { inDepth } from '../../support/depth.ts';

const wellFormed = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '\u0000',
    ...String.raw`. .. ~new a.usergroup.json .usergroup.json a/b %2F % a?b#c \ c: 1`.split(' '),
  ),
);

describe('the path of a document', () => {
  it('comes back as the same connection and id, for every well-formed string', () => {
    fc.assert(
      fc.property(
        wellFormed.filter((name) => name !== ''),
        wellFormed,
        (connection, userGroupId) => {
          assert.deepEqual(parsePath(pathOf({ connection, userGroupId })), { connection, userGroupId });
        },
      ),
      { numRuns: inDepth(1000) },
    );
  });

  it('has no segment that an editor would resolve away', () => {
    fc.assert(
      fc.property(
        wellFormed.filter((name) => name !== ''),
        wellFormed,
        (connection, userGroupId) => {
          const segments = pathOf({ connection, userGroupId }).split('/').slice(1);
          assert.equal(segments.length, 2);
          assert.ok(segments.every((segment) => !['', '.', '..'].includes(segment)));
        },
      ),
    );
  });

  it('tells a group named ~new from a new document', () => {
    assert.deepEqual(parsePath('/prod/~new.usergroup.json'), { connection: 'prod', userGroupId: '~new' });
    assert.deepEqual(parsePath('/prod/~new/3.usergroup.json'), { connection: 'prod', newNumber: 3 });
  });

  it('is not made of half a surrogate pair, nor without a connection', () => {
    assert.throws(() => pathOf({ connection: 'prod', userGroupId: 'a\uD800' }), {
      name: 'invalid',
      message: /^The ID contains an invalid character/,
    });
    assert.throws(() => pathOfNew({ connection: '\uDC00', number: 1 }), { name: 'invalid' });
    assert.throws(() => pathOf({ connection: '', userGroupId: 'a' }), { name: 'invalid' });
  });

  const foreign = [
    '',
    '/',
    '/prod',
    '/prod/',
    '/prod/a',
    '/prod/a.json',
    'prod/a.usergroup.json',
    'x/prod/a.usergroup.json',
    '//a.usergroup.json',
    '/prod/a.usergroup.json/',
    '/prod/b/a.usergroup.json',
    '/prod/a/b.usergroup.json',
    '/prod/%.usergroup.json',
    '/prod/%ED%A0%80.usergroup.json',
    '/prod/\uD800.usergroup.json',
    '/prod/~new',
    '/prod/~new/a.usergroup.json',
    '/prod/~new/0.usergroup.json',
    '/prod/~new/-1.usergroup.json',
    '/prod/~new/1.5.usergroup.json',
    '/prod/~new/01.usergroup.json',
    '/prod/~new/1e3.usergroup.json',
    '/prod/~new/.usergroup.json',
    '/prod/~new/1.usergroup.json/2',
    '/../a.usergroup.json',
  ];
  for (const path of foreign) {
    it(`is not ${JSON.stringify(path)}`, () => {
      assert.equal(parsePath(path), undefined);
    });
  }

  it('is the only one of its document: other spellings are none', () => {
    for (const path of ['/prod/a b', '/prod/%61', '/prod/%2f', '/%70rod/a'])
      assert.equal(parsePath(`${path}.usergroup.json`), undefined, path);
  });
});
