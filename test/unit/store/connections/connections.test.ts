// Connections in the store: ids of their own, unique names, and what goes with them.

import assert from 'node:assert/strict';
import { mock } from 'node:test';

import type { GroupFacts } from '../../../../src/core/ports/userGroupStore.ts';
import { waitingRun } from '../runs/begunRun.ts';
import { sealed, storeFixture } from '../storeFixture.ts';

describe('Connections in the store', () => {
  const fixture = storeFixture();

  it('get an id that has nothing to do with their name', () => {
    const { store, connect } = fixture.open();
    const id = connect('testing');
    assert.match(id, /^[0-9a-f-]{36}$/);
    const [production, testing] = store.connections.all();
    assert.equal(production?.name, 'production');
    assert.deepEqual(testing, { id, kind: 'service', name: 'testing', baseUrl: 'https://testing.example.com' });
  });

  it('keep their id, their groups and all that is not changed when they get any name, or another address', () => {
    const { store, connectionId, saveDraft, find } = fixture.open();
    saveDraft('acme');
    for (const change of [{ name: 'zero \0' }, { baseUrl: 'https://live.example.com' }, {}])
      store.connections.change(connectionId, change);
    assert.deepEqual(store.connections.all(), [
      { id: connectionId, kind: 'service', name: 'zero \0', baseUrl: 'https://live.example.com' },
    ]);
    assert.equal(find('acme')?.draft?.text, '{}');
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
    const opened = fixture.open(fixture.path());
    const { store, connectionId, connect, send } = opened;
    const other = connect('testing');
    const groups = Array.from({ length: 400 }, (_, index): GroupFacts => {
      const mapping = [
        { schemaId: '40', dataSource: 'shared' },
        { schemaId: '41', dataSource: `of ${index}` },
      ];
      const entries = { mapping, properties: ['region'] };
      const base = { text: '{}', from: 'sent', at: 1, mappingKnown: true, entries } as const;
      return { userGroupId: `group-${index}`, base, versions: [] };
    });
    for (const id of [connectionId, other]) store.groups.put(id, groups, 'stay');
    const ids = groups.map(({ userGroupId }) => userGroupId);
    const runs = [connectionId, other].map((id) => waitingRun({ ...opened, connectionId: id }, ids));
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
    it(`stay whole while a rotation of ${words} is open, while another one can be removed`, () => {
      const { store, connectionId, connect, rotate, send } = fixture.open();
      const other = connect('testing');
      for (const id of ['sent', 'other']) send(id, '{}', { outcome: 'created', token: sealed('t') });
      rotate(rotated);
      const remove = (id: string) => () => {
        store.connections.remove(id);
      };
      assert.throws(() => store.connections.clear(connectionId), { kind: 'conflict' });
      assert.throws(remove(connectionId), { kind: 'conflict' });
      assert.deepEqual([store.groups.groupCount(connectionId), store.journal.openRotations().length], [2, 1]);
      assert.equal(store.connections.clear(other), false);
      remove(other)();
      assert.equal(store.connections.all().length, 1);
    });
  }
});
