// What is counted of groups, and which of their ids are alike.

import assert from 'node:assert/strict';
import { MAY_12, sealed, storeFixture } from '../storeFixture.ts';

const NONE = { groups: 0, tokens: 0, previousTokens: 0, drafts: 0, versions: 0 };

describe('What would be lost', () => {
  const fixture = storeFixture();

  it('is counted of one connection or of all, of a removed one as well', () => {
    const { store, connectionId, ref, send } = fixture.open();
    const other = store.connections.add({
      kind: 'service',
      name: 'testing',
      baseUrl: 'https://testing.example.com',
    }).id;
    for (const token of ['a', 'b']) send('acme', '{}', { token: sealed(token) });
    store.groups.saveDraft(ref('globex'), '{}', MAY_12);
    store.newDrafts.add(other, '{}', MAY_12);
    const kept = { groups: 2, tokens: 1, previousTokens: 1, drafts: 1, versions: 2 };
    assert.deepEqual(
      [connectionId, other, undefined, 'none'].map((id) => store.groups.keptCounts(id)),
      [kept, { ...NONE, drafts: 1 }, { ...kept, drafts: 2 }, NONE],
    );
    store.connections.keepRemoved(connectionId, { removedAt: MAY_12 });
    assert.deepEqual(store.groups.keptCounts(connectionId), kept);
  });

  it('may be a draft of a group, or a new one', () => {
    const { store, connectionId, ref, send } = fixture.open();
    send('acme', '{}', {});
    const has = [store.groups.hasDrafts()];
    store.groups.saveDraft(ref('acme'), '{}', 1);
    has.push(store.groups.hasDrafts());
    store.groups.discardDraft(ref('acme'));
    has.push(store.groups.hasDrafts());
    store.newDrafts.add(connectionId, '{}', 1);
    has.push(store.groups.hasDrafts());
    assert.deepEqual(has, [false, true, false, true]);
  });
});

describe('A group in the list', () => {
  const fixture = storeFixture();

  it('is described by itself as on its page, and is none where it is not there', () => {
    const { store, connectionId, ref, send, clock } = fixture.open();
    send('zero \0', '{}', { outcome: 'existed', answer: { name: 'one \u0001' }, token: sealed('a') }, 'getOrCreate');
    clock.now += 1;
    store.journal.beginRotation(ref('zero \0'), { at: clock.now, token: sealed('a') });
    assert.deepEqual([store.groups.summary(ref('zero \0'))], store.groups.page(connectionId, undefined, 9));
    assert.deepEqual(store.groups.summary(ref('zero \0')), {
      ref: ref('zero \0'),
      name: 'one \u0001',
      draftAt: undefined,
      sentAt: undefined,
      answeredAt: MAY_12,
      mappingKnown: false,
      existedNotAppliedAt: undefined,
      goneAt: undefined,
      unknownOutcome: undefined,
      tokenKeyId: 'key-1',
      tokenSince: MAY_12,
      previousTokens: 0,
    });
    assert.equal(store.groups.summary(ref('acme')), undefined);
    assert.equal(store.groups.groupsBefore(ref('acme')), 0);
  });

  it('says when the service was asked about a rotation that is open', () => {
    const { store, connectionId, ref, send } = fixture.open();
    send('acme', '{}', { token: sealed('a') });
    send('acme', '', { outcome: 'unknown' }, 'rotate');
    send('acme', '{}', { outcome: 'existed', token: sealed('a') }, 'getOrCreate');
    const unknownOutcome = { operation: 'rotate', at: MAY_12, askedAt: MAY_12 };
    assert.deepEqual(
      [
        store.groups.find(ref('acme'))?.unknownOutcome,
        store.groups.page(connectionId, undefined, 9)[0]?.unknownOutcome,
      ],
      [unknownOutcome, unknownOutcome],
    );
  });
});

describe('Ids that may be meant by another', () => {
  const fixture = storeFixture();

  it('are those that differ in length by so many characters', () => {
    const { store, ref } = fixture.open();
    for (const id of ['acm', 'acme', 'acmes', 'acme 22', '🦊🦊🦊', 'zero\0']) store.groups.saveDraft(ref(id), '{}', 1);
    assert.deepEqual(store.groups.idsOfSimilarLength(ref('acme'), 1).toSorted(), ['acm', 'acmes', '🦊🦊🦊']);
    assert.deepEqual(store.groups.idsOfSimilarLength(ref('🦊🦊'), 1).toSorted(), ['acm', '🦊🦊🦊']);
    assert.deepEqual(store.groups.idsOfSimilarLength(ref('acme 2'), 0).toSorted(), ['zero\0']);
    assert.deepEqual(store.groups.idsOfSimilarLength({ connectionId: 'none', userGroupId: 'acme' }, 9), []);
  });

  it('are told of many at once, with those that are in the list', () => {
    const { store, connectionId, ref } = fixture.open();
    for (const id of ['acme', 'ACME', 'zero\0', '  ']) store.groups.saveDraft(ref(id), '{}', 1);
    const ids = ['acme', 'Acme', 'globex', 'zero\0', 'Zero\0', ' '];
    assert.deepEqual(store.groups.knownAmong(connectionId, ids), [
      { userGroupId: 'acme', group: { unknownOutcome: undefined }, alike: [] },
      { userGroupId: 'Acme', alike: ['ACME', 'acme'] },
      { userGroupId: 'globex', alike: [] },
      { userGroupId: 'zero\0', group: { unknownOutcome: undefined }, alike: [] },
      { userGroupId: 'Zero\0', alike: ['zero\0'] },
      { userGroupId: ' ', alike: ['  '] },
    ]);
  });
});
