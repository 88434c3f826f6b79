// New drafts: documents that no group exists for yet.

import assert from 'node:assert/strict';

import { MAY_12, storeFixture } from '../storeFixture.ts';

describe('A new draft', () => {
  const fixture = storeFixture();

  it('is kept under the next number of its connection', () => {
    const { store, connectionId } = fixture.open();
    const other = store.connections.add({ kind: 'service', name: 'testing', baseUrl: 'https://testing.example.com' });
    const numbers = [connectionId, connectionId, other.id].map((id) => store.newDrafts.add(id, '{}', MAY_12).number);
    assert.deepEqual(numbers, [1, 2, 1]);
    assert.deepEqual(
      store.newDrafts.all(connectionId).map(({ number }) => number),
      [1, 2],
    );
  });

  it('never reuses the number of one that was removed', () => {
    const { store, connectionId } = fixture.open();
    const first = store.newDrafts.add(connectionId, '{}', MAY_12);
    store.newDrafts.remove(connectionId, first.number);
    assert.equal(store.newDrafts.find(connectionId, first.number), undefined);
    assert.notEqual(store.newDrafts.add(connectionId, '{}', MAY_12).number, first.number);
  });

  it('holds the text as typed, with a time that grows with each change of it', () => {
    const { store, connectionId } = fixture.open();
    const { number, mtime } = store.newDrafts.add(connectionId, '', MAY_12);
    const changed = store.newDrafts.save(connectionId, number, 'nul \0 inside', MAY_12 - 5)!;
    assert.ok(changed.mtime > mtime);
    assert.deepEqual(store.newDrafts.find(connectionId, number), changed);
    assert.deepEqual(store.newDrafts.save(connectionId, number, 'nul \0 inside', MAY_12 + 5), changed);
    assert.equal(store.newDrafts.save(connectionId, number, 'later', MAY_12 + 9)?.mtime, MAY_12 + 9);
  });

  it('is neither added nor saved where its connection was removed', () => {
    const { store, connectionId } = fixture.open();
    const { number } = store.newDrafts.add(connectionId, 'one', MAY_12);
    store.connections.keepRemoved(connectionId, { removedAt: MAY_12 });
    const gone = { kind: 'conflict', message: /connection was removed/ };
    assert.throws(() => store.newDrafts.add(connectionId, 'two', MAY_12), gone);
    assert.throws(() => store.newDrafts.save(connectionId, number, 'two', MAY_12), gone);
  });

  it('is not kept again when it is saved after another window removed it', () => {
    const { store, connectionId } = fixture.open();
    const { number } = store.newDrafts.add(connectionId, 'one', MAY_12);
    store.newDrafts.remove(connectionId, number);
    assert.equal(store.newDrafts.save(connectionId, number, 'two', MAY_12), undefined);
    assert.deepEqual(store.newDrafts.all(connectionId), []);
  });
});
