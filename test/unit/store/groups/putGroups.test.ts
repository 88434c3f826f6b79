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
    const { store, connectionId, ref } = fixture.open();
    assert.deepEqual(store.groups.put(connectionId, [WHOLE, { ...BARE, userGroupId: 'globex' }], 'stay'), [
      'acme',
      'globex',
    ]);
    const unknown = { token: undefined, unknownOutcome: undefined, documentMtime: LATER };
    assert.deepEqual(store.groups.find(ref('acme')), {
      ...unknown,
      ref: ref('acme'),
      name: ODD,
      draft: { text: 'typed', at: 3 },
      base: { text: ODD, from: 'sent', at: 1 },
      answered: ANSWERED,
      existedNotAppliedAt: 4,
      goneAt: 5,
    });
    assert.deepEqual(store.groups.find(ref('globex')), {
      ...unknown,
      ref: ref('globex'),
      name: 'globex',
      draft: undefined,
      base: undefined,
      answered: undefined,
      existedNotAppliedAt: undefined,
      goneAt: undefined,
    });
    assert.deepEqual(
      [store.groups.summary(ref('acme'))?.mappingKnown, store.groups.summary(ref('globex'))?.mappingKnown],
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
    const { store, connectionId, ref } = fixture.open();
    store.groups.saveDraft(ref('acme'), 'mine', MAY_12);
    const before = store.groups.find(ref('acme'));
    assert.deepEqual(store.groups.put(connectionId, [WHOLE], 'stay'), []);
    assert.deepEqual(store.groups.find(ref('acme')), before);
  });

  it('is replaced where it is to be, with its token kept, and moves under its editor', () => {
    const { store, connectionId, ref, send, clock } = fixture.open();
    const base = { ...BASE, text: 'mine' };
    send('acme', 'mine', { token: sealed('a'), answer: { name: 'Mine' }, base });
    clock.now += 1000;
    assert.deepEqual(store.groups.put(connectionId, [BARE], 'replace'), ['acme']);
    const found = store.groups.find(ref('acme'))!;
    assert.deepEqual(
      [found.base, found.answered, found.name, found.token?.sealed, found.documentMtime],
      [undefined, undefined, 'acme', sealed('a'), clock.now],
    );
    assert.deepEqual([found.baseVersion, found.answeredVersion], [undefined, undefined]);
    assert.equal(store.search.siblingsWith(ref('globex'), 'properties', 'region'), 0);
    store.groups.put(connectionId, [BARE], 'replace');
    assert.equal(store.groups.find(ref('acme'))?.documentMtime, clock.now + 1);
  });

  it('is put into no connection that is gone', () => {
    const { store, connectionId } = fixture.open();
    store.connections.remove(connectionId);
    assert.throws(() => store.groups.put(connectionId, [BARE], 'stay'), { kind: 'conflict' });
  });
});
