// Ids of groups: every string that the service may know comes back as it is and finds its own group only.

import assert from 'node:assert/strict';

import fc from 'fast-check';

import { storeFixture } from '../storeFixture.ts';
import { inDepth } from '../../../support/depth.ts';

const anyId = fc.string({ unit: 'binary' });
const AWKWARD = [
  '',
  ' ',
  ' acme',
  'acme ',
  'acme',
  'Acme',
  '6',
  '06',
  'a\0b',
  'a\0c',
  '\0',
  '\u0001',
  '\u00010',
  '\u00011',
  '\u0001\0',
  'a',
  '🦊',
  'é',
  'e\u0301',
  'a\nb',
  "'; --",
  '%',
  '_',
  '\uFEFFacme',
  '~new',
  'a/b',
  '__proto__',
  'x'.repeat(2000),
  `${'x'.repeat(1999)}y`,
];

describe('Ids of user groups', () => {
  const fixture = storeFixture();

  it('each find their own group, however awkward and alike they are', () => {
    const { store, connectionId, saveDraft, find } = fixture.open(fixture.path());
    for (const id of AWKWARD) saveDraft(id, `text of ${id}`);
    for (const id of AWKWARD) assert.equal(find(id)?.draft?.text, `text of ${id}`);
    const listed = store.groups.page(connectionId, undefined, 100).map(({ ref: { userGroupId } }) => userGroupId);
    assert.deepEqual(listed.toSorted(), AWKWARD.toSorted());
  });

  it('come back from every list as they are (any string without lone surrogates)', () => {
    const { store, connectionId, ref, find, send } = fixture.open();
    fc.assert(
      fc.property(anyId, (id) => {
        send(id, id, { answer: { name: id, providedId: id } });
        const { answered, name, ref: found } = find(id)!;
        assert.deepEqual([found.userGroupId, name, answered?.name, answered?.providedId], [id, id, id, id]);
        const [version] = store.journal.versions({ ref: ref(id), limit: 1 });
        assert.deepEqual([version?.ref.userGroupId, version?.text], [id, id]);
        assert.ok(store.search.containing(id, 10_000).some(({ ref: { userGroupId } }) => userGroupId === id));
        store.groups.forget(ref(id));
        assert.equal(find(id), undefined);
        assert.equal(store.groups.count(connectionId).groups, 0);
      }),
    );
  });

  it('pages go through all of them once, with any ids and any size of a page', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyId, { maxLength: 20 }), fc.integer({ min: 1, max: 7 }), (ids, size) => {
        const { store, connectionId, saveDraft } = fixture.open();
        for (const id of ids) saveDraft(id);
        const seen: string[] = [];
        let page = store.groups.page(connectionId, undefined, size);
        while (page.length > 0) {
          seen.push(...page.map((summary) => summary.ref.userGroupId));
          const last = page.at(-1)!;
          page = store.groups.page(connectionId, { name: last.name, userGroupId: last.ref.userGroupId }, size);
        }
        assert.deepEqual(seen.toSorted(), ids.toSorted());
      }),
      { numRuns: inDepth(50) },
    );
  });

  it('look alike when letter case or white space at the edges is all that differs', () => {
    const { store, ref, saveDraft } = fixture.open();
    for (const id of ['acme', 'Acme', ' ACME\t', 'ac me', 'acme2', 'straße', 'STRASSE']) saveDraft(id);
    for (const [id, alike] of [
      ['acme', [' ACME\t', 'Acme']],
      ['acmE ', [' ACME\t', 'Acme', 'acme']],
      ['strasse', ['STRASSE', 'straße']],
      ['acme2', []],
    ] as const)
      assert.deepEqual(store.groups.lookAlikes(ref(id)), alike);
    assert.deepEqual(store.groups.lookAlikes({ connectionId: 'another', userGroupId: 'ACME' }), []);
  });
});
