// Connections in the store: ids of their own, unique names, and what goes with them.

import assert from 'node:assert/strict';

import { storeFixture } from './storeFixture.ts';

describe('Connections in the store', () => {
  const fixture = storeFixture();

  it('get an id that has nothing to do with their name', () => {
    const { store } = fixture.open();
    const testing = store.addConnection({ kind: 'service', name: 'testing', baseUrl: 'https://testing.example.com' });
    assert.match(testing.id, /^[0-9a-f-]{36}$/);
    assert.deepEqual(store.connections().map(({ name }) => name), ['production', 'testing']);
    assert.deepEqual(store.connections().find(({ id }) => id === testing.id), testing);
  });

  it('keep their id and their groups when they are renamed or moved', () => {
    const { store, connectionId, ref } = fixture.open();
    store.saveDraft(ref('acme'), '{}', 1);
    store.changeConnection(connectionId, { name: 'live' });
    store.changeConnection(connectionId, { baseUrl: 'https://live.example.com' });
    assert.deepEqual(store.connections(), [{ id: connectionId, kind: 'service', name: 'live', baseUrl: 'https://live.example.com' }]);
    assert.equal(store.group(ref('acme'))?.draft?.text, '{}');
  });

  it('cannot take a name that is taken', () => {
    const { store } = fixture.open();
    const other = store.addConnection({ kind: 'sandbox', name: 'Sandbox', baseUrl: 'http://127.0.0.1:1' });
    const taken = { kind: 'conflict', happened: 'a connection named production is known already' };
    assert.throws(() => store.addConnection({ kind: 'service', name: 'production', baseUrl: 'https://x.example.com' }), taken);
    assert.throws(() => { store.changeConnection(other.id, { name: 'production' }); }, taken);
    store.changeConnection(other.id, { name: 'Sandbox' });
    assert.equal(store.connections().length, 2);
  });

  it('go with their groups, tokens, versions and new drafts', () => {
    const { store, connectionId, ref, send } = fixture.open();
    send('acme', '{}', { outcome: 'created' });
    store.addNewDraft(connectionId, '{}', 1);
    store.removeConnection(connectionId);
    assert.deepEqual(store.connections(), []);
    assert.equal(store.group(ref('acme')), undefined);
    assert.deepEqual(store.versions({ limit: 10 }), []);
    assert.deepEqual(store.newDrafts(connectionId), []);
    assert.deepEqual(store.searchGroups('acme', 10), []);
  });

  it('that are gone take nothing in', () => {
    const { store, connectionId, ref } = fixture.open();
    store.removeConnection(connectionId);
    const gone = { kind: 'conflict', happened: 'the connection was removed meanwhile' };
    assert.throws(() => store.saveDraft(ref('acme'), '{}', 1), gone);
    assert.throws(() => store.beginSend(ref('acme'), { operation: 'update', text: '{}', at: 1 }), gone);
    assert.throws(() => store.addNewDraft(connectionId, '{}', 1), gone);
    assert.throws(() => store.saveNewDraft(connectionId, 1, '{}', 1), gone);
    assert.throws(() => { store.changeConnection(connectionId, { name: 'live' }); }, gone);
  });
});
