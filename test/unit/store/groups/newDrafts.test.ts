// New drafts: documents that no group exists for yet.

import assert from 'node:assert/strict';

import { MAY_12, storeFixture } from '../storeFixture.ts';

describe('A new draft', () => {
  const fixture = storeFixture();

  it('is kept under the next number of its connection', () => {
    const { store, connectionId } = fixture.open();
    const other = store.addConnection({ kind: 'service', name: 'testing', baseUrl: 'https://testing.example.com' });
    const numbers = [connectionId, connectionId, other.id].map((id) => store.addNewDraft(id, '{}', MAY_12).number);
    assert.deepEqual(numbers, [1, 2, 1]);
    assert.deepEqual(
      store.newDrafts(connectionId).map(({ number }) => number),
      [1, 2],
    );
  });

  it('never takes the number of one that was removed', () => {
    const { store, connectionId } = fixture.open();
    const first = store.addNewDraft(connectionId, '{}', MAY_12);
    store.removeNewDraft(connectionId, first.number);
    assert.equal(store.newDraft(connectionId, first.number), undefined);
    assert.notEqual(store.addNewDraft(connectionId, '{}', MAY_12).number, first.number);
  });

  it('holds the text as typed, with a time that grows with each change of it', () => {
    const { store, connectionId } = fixture.open();
    const { number, mtime } = store.addNewDraft(connectionId, '', MAY_12);
    const changed = store.saveNewDraft(connectionId, number, 'nul \0 inside', MAY_12 - 5)!;
    assert.ok(changed.mtime > mtime);
    assert.deepEqual(store.newDraft(connectionId, number), changed);
    assert.deepEqual(store.saveNewDraft(connectionId, number, 'nul \0 inside', MAY_12 + 5), changed);
    assert.equal(store.saveNewDraft(connectionId, number, 'later', MAY_12 + 9)?.mtime, MAY_12 + 9);
  });

  it('is not kept again when it is saved after another window removed it', () => {
    const { store, connectionId } = fixture.open();
    const { number } = store.addNewDraft(connectionId, 'one', MAY_12);
    store.removeNewDraft(connectionId, number);
    assert.equal(store.saveNewDraft(connectionId, number, 'two', MAY_12), undefined);
    assert.deepEqual(store.newDrafts(connectionId), []);
  });
});
