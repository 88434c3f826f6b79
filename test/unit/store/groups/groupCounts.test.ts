// What is counted of groups, and which of their ids are alike.

import assert from 'node:assert/strict';
import { MAY_12, sealed, storeFixture } from '../storeFixture.ts';

const NONE = { groups: 0, tokens: 0, previousTokens: 0, drafts: 0, versions: 0 };

describe('What would be lost', () => {
  const fixture = storeFixture();

  it('is counted of one connection or of all, of a removed one as well', () => {
    const { store, connectionId, connect, saveDraft, send } = fixture.open();
    const other = connect('testing');
    for (const token of ['a', 'b']) send('acme', '{}', { token: sealed(token) });
    saveDraft('globex');
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
    const { store, connectionId, ref, saveDraft, send } = fixture.open();
    const has = [
      () => send('acme', '{}', {}),
      () => saveDraft('acme'),
      () => {
        store.groups.discardDraft(ref('acme'));
      },
      () => store.newDrafts.add(connectionId, '{}', 1),
    ].map((happens) => {
      happens();
      return store.groups.hasDrafts();
    });
    assert.deepEqual(has, [false, true, false, true]);
  });
});

describe('A group in the list', () => {
  const fixture = storeFixture();

  it('is described by itself as on its page, and is none where it is not there', () => {
    const { store, connectionId, ref, rotate, send, clock } = fixture.open();
    send('zero \0', '{}', { outcome: 'existed', answer: { name: 'one \u0001' }, token: sealed('a') }, 'getOrCreate');
    clock.now += 1;
    rotate('zero \0');
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
    const { store, connectionId, find, send } = fixture.open();
    send('acme', '{}', { token: sealed('a') });
    send('acme', '', { outcome: 'unknown' }, 'rotate');
    send('acme', '{}', { outcome: 'existed', token: sealed('a') }, 'getOrCreate');
    const unknownOutcome = { operation: 'rotate', at: MAY_12, askedAt: MAY_12 };
    for (const group of [find('acme'), store.groups.page(connectionId, undefined, 9)[0]])
      assert.deepEqual(group?.unknownOutcome, unknownOutcome);
  });
});

describe('Ids that may be meant by another', () => {
  const fixture = storeFixture();

  it('are those that differ in length by so many characters', () => {
    const { store, ref, saveDraft } = fixture.open();
    for (const id of ['acm', 'acme', 'acmes', 'acme 22', '🦊🦊🦊', 'zero\0']) saveDraft(id);
    const similar = (id: string, within: number): string[] =>
      store.groups.idsOfSimilarLength(ref(id), within).toSorted();
    assert.deepEqual(similar('acme', 1), ['acm', 'acmes', '🦊🦊🦊']);
    assert.deepEqual(similar('🦊🦊', 1), ['acm', '🦊🦊🦊']);
    assert.deepEqual(similar('acme 2', 0), ['zero\0']);
    assert.deepEqual(store.groups.idsOfSimilarLength({ connectionId: 'none', userGroupId: 'acme' }, 9), []);
  });

  it('are told of many at once, with those that are in the list', () => {
    const { store, connectionId, saveDraft } = fixture.open();
    for (const id of ['acme', 'ACME', 'zero\0', '  ']) saveDraft(id);
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
