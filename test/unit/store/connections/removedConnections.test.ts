// Connections that were removed: nobody sees them, all of it comes back with them, and the clock that ends their time
// is not believed at once.

import assert from 'node:assert/strict';
import { openStore } from '../../../../src/store/sqliteStore.ts';
import { documentOf } from '../../../support/documents.ts';
import { locked } from '../../../support/storageTrouble.ts';
import { DAY, MAY_12, sealed, storeFixture, type OpenedStore } from '../storeFixture.ts';

const WEEK = 7 * DAY;
const ENTRY = '{"name":"production","baseUrl":"https://dashboards.example.com","locked":"rotation"}';

describe('A connection that was removed', () => {
  const fixture = storeFixture();

  function removed(): OpenedStore {
    const opened = fixture.open();
    const { store, connectionId, ref, send, clock } = opened;
    const text = documentOf({ mapping: { 40: '213' }, properties: { region: 'EU' } });
    const entries = {
      mapping: [{ schemaId: '40', dataSource: '213' }],
      properties: ['region'],
      values: [{ path: 'region', value: 'EU' }],
    };
    send('acme', text, {
      outcome: 'created',
      token: sealed('first'),
      base: { text, from: 'sent', mappingKnown: true, entries },
    });
    send('acme', '', { token: sealed('second') }, 'rotate');
    store.groups.saveDraft(ref('acme'), documentOf({ name: 'Typed' }), clock.now);
    store.newDrafts.add(connectionId, '{}', clock.now);
    const run = store.runs.begin(
      {
        kind: 'update',
        connectionId,
        baseUrl: 'https://dashboards.example.com',
        at: clock.now,
        stopAtFirstFailure: true,
      },
      'window',
    );
    store.runs.addItems(run, [{ userGroupId: 'acme', text }]);
    store.runs.isFilled(run);
    store.connections.keepRemoved(connectionId, { entry: ENTRY, removedAt: clock.now });
    return opened;
  }

  /** All that anybody can ask the store for, of this connection or of all. */
  function seen({ store, connectionId, ref }: OpenedStore): Record<string, unknown> {
    const acme = ref('acme');
    return {
      connections: store.connections.all(),
      group: store.groups.find(acme),
      summary: store.groups.summary(acme),
      page: store.groups.page(connectionId, undefined, 9),
      groupCount: store.groups.groupCount(connectionId),
      count: store.groups.count(connectionId),
      search: store.search.containing('acme', 9),
      searchAll: store.search.containing('', 9),
      words: store.search.matching({ words: ['acme'], conditions: [] }, undefined, 9),
      drafts: store.search.matching({ words: [], conditions: [{ kind: 'is', state: 'draft' }] }, undefined, 9),
      property: store.search.matching(
        { words: [], conditions: [{ kind: 'property', path: 'region', value: 'EU' }] },
        undefined,
        9,
      ),
      ofConnection: store.search.matching(
        { words: [], conditions: [{ kind: 'connection', connectionId }] },
        undefined,
        9,
      ),
      lookAlikes: store.groups.lookAlikes(ref('ACME')),
      similar: store.groups.idsOfSimilarLength(ref('acmes'), 1),
      known: store.groups.knownAmong(connectionId, ['acme', 'Acme']),
      newDrafts: store.newDrafts.all(connectionId),
      newDraft: store.newDrafts.find(connectionId, 1),
      versions: store.journal.versions({ limit: 9 }),
      versionsOfGroup: store.journal.versions({ ref: acme, limit: 9 }),
      replaced: store.tokens.replaced(acme),
      owners: store.tokens.owners('key-1', 'fingerprint of second'),
      formerOwners: store.tokens.owners('key-1', 'fingerprint of first'),
      siblings: store.search.siblingNames(ref('other'), 'mapping', 9),
      siblingsWith: store.search.siblingsWith(ref('other'), 'properties', 'region'),
      dataSources: store.search.siblingDataSources(ref('other'), '40', 9),
      onlySibling: store.search.onlySiblingWith(ref('other'), '213'),
      runs: store.runs.all(),
      run: store.runs.find(1),
    };
  }

  it('is seen nowhere, nor is anything that belongs to it', () => {
    const opened = removed();
    const empty = fixture.open();
    empty.store.connections.remove(empty.connectionId);
    assert.deepEqual(seen(opened), seen(empty));
  });

  it('comes back with all of it: groups, tokens, drafts, history and runs', () => {
    const opened = removed();
    const { store, connectionId } = opened;
    store.connections.restore(connectionId, 'production');
    const all = seen(opened);
    assert.deepEqual(
      Object.entries(all).filter(
        ([, value]) => value === undefined || value === 0 || (Array.isArray(value) && value.length === 0),
      ),
      [],
    );
    assert.deepEqual(
      store.connections.all().map(({ id, kind, name }) => [id, kind, name]),
      [[connectionId, 'service', 'production']],
    );
    assert.deepEqual(store.groups.keptCounts(connectionId), {
      groups: 1,
      tokens: 1,
      previousTokens: 1,
      drafts: 2,
      versions: 2,
    });
    assert.deepEqual(
      [store.groups.find(opened.ref('acme'))?.token?.sealed.fingerprint, store.connections.removed()],
      ['fingerprint of second', []],
    );
  });

  it('is listed with its name, its entry in the settings and the time; its data can be counted', () => {
    const { store, connectionId } = removed();
    assert.deepEqual(store.connections.removed(), [
      {
        id: connectionId,
        kind: 'service',
        name: 'production',
        baseUrl: 'https://dashboards.example.com',
        removedAt: MAY_12,
        entry: ENTRY,
      },
    ]);
    assert.deepEqual(store.groups.keptCounts(connectionId).groups, 1);
  });

  it('accepts nothing any more under its id', () => {
    const { store, connectionId, ref, clock } = removed();
    const sending = { operation: 'update', text: documentOf(), at: clock.now } as const;
    const attempts = [
      () => store.groups.saveDraft(ref('acme'), '{}', clock.now),
      () => store.groups.saveDraft(ref('new'), '{}', clock.now),
      () => store.newDrafts.add(connectionId, '{}', clock.now),
      () => store.newDrafts.save(connectionId, 1, '{"name":1}', clock.now),
      () => store.journal.beginSend(ref('acme'), sending),
      () => store.journal.beginRotation(ref('acme'), { at: clock.now, token: sealed('second') }),
      () =>
        store.journal.beginRotation(
          { connectionId, userGroupId: undefined },
          { at: clock.now, token: sealed('other') },
        ),
      () => store.groups.put(connectionId, [{ userGroupId: 'new', versions: [] }], 'stay'),
      () =>
        store.runs.begin(
          { kind: 'update', connectionId, baseUrl: '', at: clock.now, stopAtFirstFailure: true },
          'window',
        ),
      () => {
        store.connections.change(connectionId, { name: 'other' });
      },
      () => {
        store.connections.keepRemoved(connectionId, { removedAt: clock.now });
      },
    ];
    for (const attempt of attempts)
      assert.throws(attempt, {
        kind: 'conflict',
        message: 'The connection was removed meanwhile. Check the list of connections.',
      });
    store.groups.forget(ref('acme'));
    store.groups.discardDraft(ref('acme'));
    store.newDrafts.remove(connectionId, 1);
    assert.equal(store.tokens.dropReplacedOf(ref('acme')), false);
    assert.deepEqual(store.groups.keptCounts(connectionId), {
      groups: 1,
      tokens: 1,
      previousTokens: 1,
      drafts: 2,
      versions: 2,
    });
  });

  it('keeps the answer to what was sent before, which is there when it is restored', () => {
    const { store, connectionId, ref, clock } = fixture.open();
    const version = store.journal.beginSend(ref('acme'), {
      operation: 'getOrCreate',
      text: documentOf(),
      at: clock.now,
    });
    store.connections.keepRemoved(connectionId, { removedAt: clock.now });
    store.journal.finishSend(version, { outcome: 'created', at: clock.now, token: sealed('only') });
    store.connections.restore(connectionId, 'production');
    assert.equal(store.groups.find(ref('acme'))?.token?.sealed.fingerprint, 'fingerprint of only');
  });

  it('reports nothing that a closed window had begun there', () => {
    const { store, connectionId, ref, clock } = fixture.open();
    const version = store.journal.beginSend(ref('acme'), { operation: 'update', text: documentOf(), at: clock.now });
    store.journal.noLongerSending(version);
    store.connections.keepRemoved(connectionId, { removedAt: clock.now });
    clock.now += DAY;
    assert.deepEqual(store.journal.closeAbandoned(), []);
    store.connections.restore(connectionId, 'production');
    assert.equal(store.groups.find(ref('acme'))?.unknownOutcome?.operation, 'update');
  });

  it('leaves its name free for another, and is restored by another name then', () => {
    const { store, connectionId } = removed();
    const { id } = store.connections.add({
      kind: 'service',
      name: 'production',
      baseUrl: 'https://elsewhere.example.com',
    });
    assert.throws(
      () => {
        store.connections.restore(connectionId, 'production');
      },
      { kind: 'conflict', message: 'A connection named "production" already exists. Choose another name.' },
    );
    store.connections.restore(connectionId, 'production 2');
    assert.deepEqual(
      store.connections.all().map((row) => [row.id, row.name, store.groups.groupCount(row.id)]),
      [
        [id, 'production', 0],
        [connectionId, 'production 2', 1],
      ],
    );
  });

  it('is one of several of the same name, the last removed first', () => {
    const { store, clock, connectionId } = removed();
    const { id } = store.connections.add({
      kind: 'service',
      name: 'production',
      baseUrl: 'https://dashboards.example.com',
    });
    clock.now += 1;
    store.connections.keepRemoved(id, { removedAt: clock.now });
    assert.deepEqual(
      store.connections.removed().map((each) => [each.id, each.name]),
      [
        [id, 'production'],
        [connectionId, 'production'],
      ],
    );
  });

  it('needs no entry in the settings, and may have any name', () => {
    const { store, connectionId } = fixture.open();
    const name = 'zero \0';
    store.connections.change(connectionId, { name });
    store.connections.keepRemoved(connectionId, { removedAt: MAY_12 });
    const baseUrl = 'https://dashboards.example.com';
    assert.deepEqual(store.connections.removed(), [
      { id: connectionId, kind: 'service', name, baseUrl, removedAt: MAY_12 },
    ]);
    store.connections.restore(connectionId, name);
    assert.deepEqual(store.connections.all(), [{ id: connectionId, kind: 'service', name, baseUrl }]);
  });

  it('can be removed again when it was restored', () => {
    const { store, connectionId } = removed();
    store.connections.restore(connectionId, 'again');
    store.connections.keepRemoved(connectionId, { removedAt: MAY_12 + 1 });
    assert.deepEqual(
      store.connections.removed().map(({ name, removedAt }) => [name, removedAt]),
      [['again', MAY_12 + 1]],
    );
  });

  it('is restored beside a sandbox', () => {
    const { store, connectionId } = fixture.open();
    store.connections.add({ kind: 'sandbox', name: 'Sandbox', baseUrl: 'http://127.0.0.1:1' });
    store.connections.keepRemoved(connectionId, { removedAt: MAY_12 });
    store.connections.restore(connectionId, 'production');
    assert.equal(store.connections.all().length, 2);
  });

  it('is looked for at its end without waiting for anybody, where there is none', () => {
    const path = fixture.path();
    fixture.open(path);
    const impatient = openStore({ path, busyTimeoutMs: 0 });
    const writing = locked(path);
    writing.begin();
    const due = impatient.connections.toErase();
    writing.end();
    impatient.close();
    assert.deepEqual(due, []);
  });

  it('is no sandbox again while another one is there', () => {
    const { store, clock } = fixture.open();
    const { id } = store.connections.add({ kind: 'sandbox', name: 'Sandbox', baseUrl: 'http://127.0.0.1:1' });
    store.connections.keepRemoved(id, { removedAt: clock.now });
    const again = store.connections.add({ kind: 'sandbox', name: 'Sandbox', baseUrl: 'http://127.0.0.1:2' });
    assert.throws(
      () => {
        store.connections.restore(id, 'Another Sandbox');
      },
      { kind: 'conflict', message: 'The list already has a local sandbox. Remove that one first.' },
    );
    store.connections.remove(again.id);
    store.connections.restore(id, 'Sandbox');
    assert.deepEqual(
      store.connections
        .all()
        .map(({ kind }) => kind)
        .toSorted(),
      ['sandbox', 'service'],
    );
  });

  it('is not removed while a rotation is in progress, in the same transaction', () => {
    const { store, connectionId, ref, clock, send } = fixture.open();
    send('acme', documentOf(), { outcome: 'created', token: sealed('first') });
    store.journal.beginRotation(ref('acme'), { at: clock.now, token: sealed('first') });
    assert.throws(
      () => {
        store.connections.keepRemoved(connectionId, { removedAt: clock.now });
      },
      { kind: 'conflict', message: /a rotation is in progress, here or in another window: "acme"/i },
    );
    assert.deepEqual([store.connections.all().length, store.connections.removed()], [1, []]);
  });
});

describe('The time of a connection that was removed', () => {
  const fixture = storeFixture();

  function removed(): OpenedStore {
    const opened = fixture.open();
    opened.store.groups.saveDraft(opened.ref('acme'), '{}', opened.clock.now);
    opened.store.connections.keepRemoved(opened.connectionId, { removedAt: opened.clock.now });
    return opened;
  }

  /** What is to be erased at each look, and how many can be restored after it. */
  function looks({ store, clock }: OpenedStore, times: readonly number[]): (readonly [number, number])[] {
    return times.map((at) => {
      clock.now = at;
      return [store.connections.toErase().length, store.connections.removed().length] as const;
    });
  }

  it('ends after seven days; it is erased a day after that was first seen', () => {
    assert.deepEqual(
      looks(removed(), [MAY_12, MAY_12 + WEEK - 1, MAY_12 + WEEK, MAY_12 + WEEK + DAY - 1, MAY_12 + WEEK + DAY]),
      [
        [0, 1],
        [0, 1],
        [0, 0],
        [0, 0],
        [1, 0],
      ],
    );
  });

  it('is not over because the clock was ahead for a day', () => {
    const year = MAY_12 + 365 * DAY;
    const end = MAY_12 + WEEK;
    assert.deepEqual(looks(removed(), [year, year + DAY - 1, MAY_12 + 2 * DAY, end, end + DAY - 1, end + DAY]), [
      [0, 0],
      [0, 0],
      [0, 1],
      [0, 0],
      [0, 0],
      [1, 0],
    ]);
  });

  it('begins again when the clock was set back to before the removal, and ends all the same', () => {
    const back = MAY_12 - 365 * DAY;
    assert.deepEqual(looks(removed(), [back, back + WEEK - 1, back + WEEK, back + WEEK + DAY]), [
      [0, 1],
      [0, 1],
      [0, 0],
      [1, 0],
    ]);
  });

  it('goes on when the clock was set back by less, and nothing is erased early', () => {
    const end = MAY_12 + WEEK;
    assert.deepEqual(looks(removed(), [end, end - DAY, end + 1, end + DAY, end + DAY + 1]), [
      [0, 0],
      [0, 1],
      [0, 0],
      [0, 0],
      [1, 0],
    ]);
  });

  it('cannot be restored once erasing has begun, in any window', () => {
    const path = fixture.path();
    const { store, connectionId, ref, clock } = fixture.open(path);
    store.groups.saveDraft(ref('acme'), '{}', clock.now);
    store.connections.keepRemoved(connectionId, { removedAt: clock.now });
    const other = fixture.reopen(path);
    assert.equal(other.connections.removed().length, 1);
    for (const at of [MAY_12 + WEEK, MAY_12 + WEEK + DAY]) looks({ store, clock } as OpenedStore, [at]);
    assert.throws(
      () => {
        other.connections.restore(connectionId, 'production');
      },
      {
        kind: 'conflict',
        message:
          'The connection was restored or erased meanwhile, here or in another window. Check the list of connections.',
      },
    );
    assert.deepEqual([other.connections.toErase(), other.groups.keptCounts(connectionId).groups], [[connectionId], 1]);
    store.connections.clear(connectionId);
    store.connections.remove(connectionId);
    assert.deepEqual(
      [other.connections.toErase(), other.groups.keptCounts(connectionId).groups, other.groups.keptCounts().groups],
      [[], 0, 0],
    );
  });
});
