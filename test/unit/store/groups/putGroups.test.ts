// Groups that come with what is known of them elsewhere.

import assert from 'node:assert/strict';
import type { GroupFacts } from '../../../../src/core/ports/userGroupStore.ts';
import { MAY_12, sealed, storeFixture } from '../storeFixture.ts';

const ODD = 'zero \0, one \u0001';
const LATER = MAY_12 + 1;
const BASE = {
  text: ODD,
  from: 'sent',
  at: 1,
  mappingKnown: true,
  entries: { properties: ['region'], values: [{ path: 'region', value: 'EU' }] },
} as const;
const ANSWERED = {
  name: ODD,
  providedId: ODD,
  teamId: '7',
  mapping: null,
  properties: '{}',
  environmentTag: 'EU',
  at: 2,
  operation: 'update',
} as const;
const WHOLE: GroupFacts = {
  userGroupId: 'acme',
  draft: { text: 'typed', at: 3 },
  base: BASE,
  answered: ANSWERED,
  existedNotAppliedAt: 4,
  goneAt: 5,
  versions: [],
};
const BARE: GroupFacts = { userGroupId: 'acme', versions: [] };

describe('A group from elsewhere', () => {
  const fixture = storeFixture();

  it('is put into the list as it is', () => {
    const { store, connectionId, ref, find } = fixture.open();
    assert.deepEqual(store.groups.put(connectionId, [WHOLE, { ...BARE, userGroupId: 'globex' }], 'stay'), [
      'acme',
      'globex',
    ]);
    const { draft, base, answered, existedNotAppliedAt, goneAt, name } = find('acme')!;
    assert.deepEqual(
      [name, draft, base, answered, existedNotAppliedAt, goneAt],
      [ODD, WHOLE.draft, { text: ODD, from: 'sent', at: 1 }, ANSWERED, 4, 5],
    );
    const { ref: _, ...globex } = find('globex')!;
    assert.deepEqual(JSON.parse(JSON.stringify(globex)), { name: 'globex', mappingKnown: false, documentMtime: LATER });
    assert.deepEqual(
      ['acme', 'globex'].map((id) => store.groups.summary(ref(id))?.mappingKnown),
      [true, false],
    );
    assert.equal(store.search.siblingsWith(ref('globex'), 'properties', 'region'), 1);
  });

  it('has no draft that is its base, and may be known to have no mapping', () => {
    const { store, connectionId, ref } = fixture.open();
    const base = { ...BASE, mappingKnown: false, hasNoMapping: true } as const;
    store.groups.put(connectionId, [{ ...WHOLE, answered: undefined, draft: { text: ODD, at: 3 }, base }], 'stay');
    const { draft, base: kept } = store.groups.find(ref('acme'))!;
    const { hasNoMapping, mappingKnown } = store.groups.summary(ref('acme'))!;
    assert.deepEqual(
      [draft, kept, hasNoMapping, mappingKnown],
      [undefined, { text: ODD, from: 'sent', at: 1, hasNoMapping: true }, true, false],
    );
  });

  it('has a known mapping where that was answered', () => {
    const { store, connectionId, ref } = fixture.open();
    const base = { ...BASE, from: 'answered', mappingKnown: false } as const;
    store.groups.put(connectionId, [{ ...BARE, base, answered: ANSWERED }], 'stay');
    const { mappingKnown, isMappingAnswered } = store.groups.summary(ref('acme'))!;
    assert.deepEqual([mappingKnown, isMappingAnswered], [true, true]);
  });

  it('stays as it is where it is in the list already, and it is to stay', () => {
    const { store, connectionId, saveDraft, find } = fixture.open();
    saveDraft('acme', 'mine');
    const before = find('acme');
    assert.deepEqual(store.groups.put(connectionId, [WHOLE], 'stay'), []);
    assert.deepEqual(find('acme'), before);
  });

  it('is replaced where it is to be, with its token kept, and moves under its editor', () => {
    const { store, connectionId, ref, find, send, clock } = fixture.open();
    send('acme', 'mine', { token: sealed('a'), answer: { name: 'Mine' }, base: { ...BASE, text: 'mine' } });
    clock.now += 1000;
    assert.deepEqual(store.groups.put(connectionId, [BARE], 'replace'), ['acme']);
    const { base, baseVersion, answered, answeredVersion, name, token, documentMtime } = find('acme')!;
    for (const gone of [base, baseVersion, answered, answeredVersion]) assert.equal(gone, undefined);
    assert.deepEqual([name, token?.sealed, documentMtime], ['acme', sealed('a'), clock.now]);
    assert.equal(store.search.siblingsWith(ref('globex'), 'properties', 'region'), 0);
    store.groups.put(connectionId, [BARE], 'replace');
    assert.equal(find('acme')?.documentMtime, clock.now + 1);
  });
});
