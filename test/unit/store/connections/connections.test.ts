// Connections in the store: ids of their own, unique names, and what goes with them.

import assert from 'node:assert/strict';
import { mock } from 'node:test';

import type { BaseEntries, GroupFacts } from '../../../../src/core/ports/userGroupStore.ts';
import { sealed, storeFixture } from '../storeFixture.ts';

describe('Connections in the store', () => {
  const fixture = storeFixture();

  it('get an id that has nothing to do with their name', () => {
    const { store } = fixture.open();
    const testing = store.connections.add({ kind: 'service', name: 'testing', baseUrl: 'https://testing.example.com' });
    assert.match(testing.id, /^[0-9a-f-]{36}$/);
    assert.deepEqual(
      store.connections.all().map(({ name }) => name),
      ['production', 'testing'],
    );
    assert.deepEqual(
      store.connections.all().find(({ id }) => id === testing.id),
      testing,
    );
  });

  it('keep their id and their groups when they are renamed or moved', () => {
    const { store, connectionId, ref } = fixture.open();
    store.groups.saveDraft(ref('acme'), '{}', 1);
    store.connections.change(connectionId, { name: 'live' });
    store.connections.change(connectionId, { baseUrl: 'https://live.example.com' });
    assert.deepEqual(store.connections.all(), [
      { id: connectionId, kind: 'service', name: 'live', baseUrl: 'https://live.example.com' },
    ]);
    assert.equal(store.groups.find(ref('acme'))?.draft?.text, '{}');
  });

  it('keep the rest when nothing is changed, and any name', () => {
    const { store, connectionId } = fixture.open();
    store.connections.change(connectionId, { name: 'zero \0' });
    store.connections.change(connectionId, {});
    assert.deepEqual(store.connections.all(), [
      { id: connectionId, kind: 'service', name: 'zero \0', baseUrl: 'https://dashboards.example.com' },
    ]);
  });

  it('cannot have a name that is in use', () => {
    const { store } = fixture.open();
    const other = store.connections.add({ kind: 'sandbox', name: 'Sandbox', baseUrl: 'http://127.0.0.1:1' });
    const inUse = { kind: 'conflict', message: 'A connection named "production" already exists. Choose another name.' };
    assert.throws(
      () => store.connections.add({ kind: 'service', name: 'production', baseUrl: 'https://x.example.com' }),
      inUse,
    );
    assert.throws(() => {
      store.connections.change(other.id, { name: 'production' });
    }, inUse);
    store.connections.change(other.id, { name: 'Sandbox' });
    assert.equal(store.connections.all().length, 2);
  });

  it('go with their groups, tokens, versions and new drafts', () => {
    const { store, connectionId, ref, send } = fixture.open();
    send('acme', '{}', { outcome: 'created' });
    store.newDrafts.add(connectionId, '{}', 1);
    store.connections.remove(connectionId);
    assert.deepEqual(store.connections.all(), []);
    assert.equal(store.groups.find(ref('acme')), undefined);
    assert.deepEqual(store.journal.versions({ limit: 10 }), []);
    assert.deepEqual(store.newDrafts.all(connectionId), []);
    assert.deepEqual(store.search.containing('acme', 10), []);
  });

  it('are cleared in slices, of nothing but their own', () => {
    const { store, connectionId, send } = fixture.open(fixture.path());
    const other = store.connections.add({
      kind: 'service',
      name: 'testing',
      baseUrl: 'https://testing.example.com',
    }).id;
    const entries = (source: string): BaseEntries => ({
      mapping: [
        { schemaId: '40', dataSource: 'shared' },
        { schemaId: '41', dataSource: source },
      ],
      properties: ['region'],
    });
    const groups = Array.from({ length: 400 }, (_, index): GroupFacts => ({
      userGroupId: `group-${index}`,
      draft: undefined,
      answered: undefined,
      existedNotAppliedAt: undefined,
      goneAt: undefined,
      base: { text: '{}', from: 'sent', at: 1, mappingKnown: true, entries: entries(`of ${index}`) },
      versions: [],
    }));
    const runOf = (id: string): number => {
      const run = store.runs.begin(
        { kind: 'update', connectionId: id, baseUrl: 'https://testing.example.com', at: 1, stopAtFirstFailure: false },
        'a window',
      );
      store.runs.addItems(
        run,
        groups.map(({ userGroupId }) => ({ userGroupId, text: '{}' })),
      );
      store.runs.isFilled(run);
      return run;
    };
    for (const id of [connectionId, other]) store.groups.put(id, groups, 'stay');
    const runs = [connectionId, other].map(runOf);
    send('sent', '{}', { outcome: 'created', token: sealed('t') });
    const known = (id: string): unknown => [
      store.groups.groupCount(id),
      store.groups.page(id, undefined, 1000),
      store.search.siblingNames({ connectionId: id, userGroupId: '' }, 'mapping', 10),
      store.search.siblingDataSources({ connectionId: id, userGroupId: '' }, '41', 1000),
    ];
    const before = known(other);
    // Each step seems to take half a slice: 4 of items, 100 at once, then 41 of groups, 10 at once.
    let milliseconds = 0;
    const { mock: clock } = mock.method(performance, 'now', () => (milliseconds += 4));
    let slices = 0;
    while (store.connections.clear(connectionId)) slices += 1;
    clock.restore();
    assert.equal(slices, 22);
    assert.deepEqual([store.groups.page(connectionId, undefined, 10), store.groups.groupCount(connectionId)], [[], 0]);
    assert.deepEqual(
      [known(other), runs.map((run) => [store.runs.find(run)?.total, store.runs.itemCounts(run).waiting])],
      [
        before,
        [
          [undefined, 0],
          [400, 400],
        ],
      ],
    );
    store.connections.remove(connectionId);
    assert.deepEqual([store.connections.all().map(({ id }) => id), known(other)], [[other], before]);
  });

  for (const [words, rotated] of [
    ['a group', 'sent'],
    ['a token that no group has', undefined],
  ] as const) {
    it(`stay whole while a rotation of ${words} is open`, () => {
      const { store, connectionId, send } = fixture.open();
      for (const id of ['sent', 'other']) send(id, '{}', { outcome: 'created', token: sealed('t') });
      store.journal.beginRotation({ connectionId, userGroupId: rotated }, { token: sealed('t'), at: 2 });
      assert.throws(() => store.connections.clear(connectionId), { kind: 'conflict' });
      assert.throws(
        () => {
          store.connections.remove(connectionId);
        },
        { kind: 'conflict' },
      );
      assert.deepEqual([store.groups.groupCount(connectionId), store.journal.openRotations().length], [2, 1]);
    });
  }

  it('can be removed while a rotation on another one is open', () => {
    const { store, connectionId, ref } = fixture.open();
    const { id } = store.connections.add({ kind: 'service', name: 'testing', baseUrl: 'https://testing.example.com' });
    store.journal.beginRotation(ref('acme'), { token: sealed('t'), at: 2 });
    assert.equal(store.connections.clear(id), false);
    store.connections.remove(id);
    assert.deepEqual(
      store.connections.all().map((each) => each.id),
      [connectionId],
    );
  });

  it('that are gone accept nothing', () => {
    const { store, connectionId, ref } = fixture.open();
    store.connections.remove(connectionId);
    const gone = {
      kind: 'conflict',
      message: 'The connection was removed meanwhile. Check the list of connections.',
    };
    assert.throws(() => store.groups.saveDraft(ref('acme'), '{}', 1), gone);
    assert.throws(() => store.journal.beginSend(ref('acme'), { operation: 'update', text: '{}', at: 1 }), gone);
    assert.throws(() => store.newDrafts.add(connectionId, '{}', 1), gone);
    assert.throws(() => store.newDrafts.save(connectionId, 1, '{}', 1), gone);
    assert.throws(() => {
      store.connections.change(connectionId, { name: 'live' });
    }, gone);
  });
});
