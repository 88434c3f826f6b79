// Connections that were removed: nobody sees them, all of it comes back with them, and the clock that ends their time
// is not believed at once.

import assert from 'node:assert/strict';
import type { GroupQuestion } from '../../../../src/core/ports/groupSearch.ts';
import { openStore } from '../../../../src/store/sqliteStore.ts';
import { documentOf } from '../../../support/documents.ts';
import { locked } from '../../../support/storageTrouble.ts';
import { waitingRun } from '../runs/begunRun.ts';
import { DAY, MAY_12, sealed, storeFixture, type OpenedStore } from '../storeFixture.ts';

const WEEK = 7 * DAY;
const ENTRY = '{"name":"production","baseUrl":"https://dashboards.example.com","locked":"rotation"}';

describe('A connection that was removed', () => {
  const fixture = storeFixture();

  const KEPT = { groups: 1, tokens: 1, previousTokens: 1, drafts: 2, versions: 2 };

  function removed(): OpenedStore {
    const opened = fixture.open();
    const { store, connectionId, saveDraft, send, clock } = opened;
    const text = documentOf({ mapping: { 40: '213' }, properties: { region: 'EU' } });
    const entries = {
      mapping: [{ schemaId: '40', dataSource: '213' }],
      properties: ['region'],
      values: [{ path: 'region', value: 'EU' }],
    };
    const base = { text, from: 'sent', mappingKnown: true, entries } as const;
    send('acme', text, { outcome: 'created', token: sealed('first'), base });
    send('acme', '', { token: sealed('second') }, 'rotate');
    saveDraft('acme', documentOf({ name: 'Typed' }));
    store.newDrafts.add(connectionId, '{}', clock.now);
    waitingRun(opened, ['acme']);
    store.connections.keepRemoved(connectionId, { entry: ENTRY, removedAt: clock.now });
    return opened;
  }

  /** All that anybody can ask the store for, of this connection or of all. */
  function seen({ store, connectionId, ref }: OpenedStore): Record<string, unknown> {
    const acme = ref('acme');
    const matching = (conditions: GroupQuestion['conditions'], words: string[] = []): unknown =>
      store.search.matching({ words, conditions }, undefined, 9);
    return {
      connections: store.connections.all(),
      group: store.groups.find(acme),
      summary: store.groups.summary(acme),
      page: store.groups.page(connectionId, undefined, 9),
      groupCount: store.groups.groupCount(connectionId),
      count: store.groups.count(connectionId),
      search: store.search.containing('acme', 9),
      searchAll: store.search.containing('', 9),
      words: matching([], ['acme']),
      drafts: matching([{ kind: 'is', state: 'draft' }]),
      property: matching([{ kind: 'property', path: 'region', value: 'EU' }]),
      ofConnection: matching([{ kind: 'connection', connectionId }]),
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
    const { kind, name } = store.connections.all().find(({ id }) => id === connectionId)!;
    assert.deepEqual([kind, name, store.connections.removed()], ['service', 'production', []]);
    assert.deepEqual(store.groups.keptCounts(connectionId), KEPT);
    assert.deepEqual(opened.find('acme')?.token?.sealed, sealed('second'));
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
    const { store, connectionId, ref, saveDraft, begin, rotate, clock } = removed();
    const run = { kind: 'update', connectionId, baseUrl: '', at: clock.now, stopAtFirstFailure: true } as const;
    for (const attempt of [
      () => saveDraft('acme'),
      () => saveDraft('new'),
      () => store.newDrafts.add(connectionId, '{}', clock.now),
      () => store.newDrafts.save(connectionId, 1, '{"name":1}', clock.now),
      () => begin('acme'),
      () => rotate('acme', { token: sealed('second') }),
      () => rotate(),
      () => store.groups.put(connectionId, [{ userGroupId: 'new', versions: [] }], 'stay'),
      () => store.runs.begin(run, 'window'),
      () => {
        store.connections.change(connectionId, { name: 'other' });
      },
      () => {
        store.connections.keepRemoved(connectionId, { removedAt: clock.now });
      },
    ])
      assert.throws(attempt, {
        kind: 'conflict',
        message: 'The connection was removed meanwhile. Check the list of connections.',
      });
    store.groups.forget(ref('acme'));
    store.groups.discardDraft(ref('acme'));
    store.newDrafts.remove(connectionId, 1);
    assert.equal(store.tokens.dropReplacedOf(ref('acme')), false);
    assert.deepEqual(store.groups.keptCounts(connectionId), KEPT);
  });

  it('keeps the answer to what was sent before, which is there when it is restored', () => {
    const { store, connectionId, begin, find, clock } = fixture.open();
    const version = begin('acme', { operation: 'getOrCreate' });
    store.connections.keepRemoved(connectionId, { removedAt: clock.now });
    store.journal.finishSend(version, { outcome: 'created', at: clock.now, token: sealed('only') });
    store.connections.restore(connectionId, 'production');
    assert.deepEqual(find('acme')?.token?.sealed, sealed('only'));
  });

  it('reports nothing that a closed window had begun there', () => {
    const { store, connectionId, begin, find, clock } = fixture.open();
    store.journal.noLongerSending(begin('acme'));
    store.connections.keepRemoved(connectionId, { removedAt: clock.now });
    clock.now += DAY;
    assert.deepEqual(store.journal.closeAbandoned(), []);
    store.connections.restore(connectionId, 'production');
    assert.equal(find('acme')?.unknownOutcome?.operation, 'update');
  });

  it('leaves its name free for another, and is restored by another name then', () => {
    const { store, connectionId, connect } = removed();
    const id = connect('production');
    const restore = (name: string) => () => {
      store.connections.restore(connectionId, name);
    };
    const inUse = 'A connection named "production" already exists. Choose another name.';
    assert.throws(restore('production'), { kind: 'conflict', message: inUse });
    restore('production 2')();
    assert.deepEqual(
      store.connections.all().map((row) => [row.id, row.name, store.groups.groupCount(row.id)]),
      [
        [id, 'production', 0],
        [connectionId, 'production 2', 1],
      ],
    );
  });

  it('is one of several of the same name, the last removed first', () => {
    const { store, clock, connectionId, connect } = removed();
    const id = connect('production');
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

  it('needs no entry in the settings, may have any name, and can be removed again when it was restored', () => {
    const { store, connectionId } = fixture.open();
    const row = { id: connectionId, kind: 'service', name: 'zero \0', baseUrl: 'https://dashboards.example.com' };
    store.connections.change(connectionId, { name: row.name });
    for (const removedAt of [MAY_12, MAY_12 + 1]) {
      store.connections.keepRemoved(connectionId, { removedAt });
      assert.deepEqual(store.connections.removed(), [{ ...row, removedAt }]);
      store.connections.restore(connectionId, row.name);
      assert.deepEqual(store.connections.all(), [row]);
    }
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

  it('is no sandbox again while another one is there, and is restored beside one else', () => {
    const { store, connectionId, clock } = fixture.open();
    const add = (port: number): string =>
      store.connections.add({ kind: 'sandbox', name: 'Sandbox', baseUrl: `http://127.0.0.1:${port}` }).id;
    const removedAt = clock.now;
    const sandbox = add(1);
    for (const id of [sandbox, connectionId]) store.connections.keepRemoved(id, { removedAt });
    const again = add(2);
    const restore = (): void => {
      store.connections.restore(sandbox, 'Another Sandbox');
    };
    store.connections.restore(connectionId, 'production');
    assert.throws(restore, {
      kind: 'conflict',
      message: 'The list already has a local sandbox. Remove that one first.',
    });
    store.connections.remove(again);
    restore();
    assert.equal(store.connections.all().length, 2);
  });

  it('is not removed while a rotation is in progress, in the same transaction', () => {
    const { store, connectionId, rotate, clock } = fixture.open();
    rotate('acme');
    const remove = (): void => {
      store.connections.keepRemoved(connectionId, { removedAt: clock.now });
    };
    assert.throws(remove, { kind: 'conflict', message: /a rotation is in progress.*"acme"/i });
    assert.deepEqual([store.connections.all().length, store.connections.removed()], [1, []]);
  });
});

describe('The time of a connection that was removed', () => {
  const fixture = storeFixture();

  /** What is to be erased at each look at these times after the removal, and how many can be restored after it. */
  function looks(times: readonly number[], { store, connectionId, clock } = fixture.open()): string[] {
    store.connections.keepRemoved(connectionId, { removedAt: MAY_12 });
    return times.map((after) => {
      clock.now = MAY_12 + after;
      const erased = store.connections.toErase().length;
      return `${erased} erased, ${store.connections.removed().length} kept`;
    });
  }
  const [KEPT, DUE, ERASED] = ['0 erased, 1 kept', '0 erased, 0 kept', '1 erased, 0 kept'];
  const YEAR = 365 * DAY;

  for (const [words, times, seen] of [
    [
      'ends after seven days; it is erased a day after that was first seen',
      [0, WEEK - 1, WEEK, WEEK + DAY - 1, WEEK + DAY],
      [KEPT, KEPT, DUE, DUE, ERASED],
    ],
    [
      'is not over because the clock was ahead for a day',
      [YEAR, YEAR + DAY - 1, 2 * DAY, WEEK, WEEK + DAY - 1, WEEK + DAY],
      [DUE, DUE, KEPT, DUE, DUE, ERASED],
    ],
    [
      'begins again when the clock was set back to before the removal, and ends all the same',
      [-YEAR, -YEAR + WEEK - 1, -YEAR + WEEK, -YEAR + WEEK + DAY],
      [KEPT, KEPT, DUE, ERASED],
    ],
    [
      'goes on when the clock was set back by less, and nothing is erased early',
      [WEEK, WEEK - DAY, WEEK + 1, WEEK + DAY, WEEK + DAY + 1],
      [DUE, KEPT, DUE, DUE, ERASED],
    ],
  ] as const) {
    it(words, () => {
      assert.deepEqual(looks(times), seen);
    });
  }

  it('cannot be restored once erasing has begun, in any window', () => {
    const opened = fixture.openTwice();
    const { store, connectionId, saveDraft, other } = opened;
    saveDraft('acme');
    looks([WEEK, WEEK + DAY], opened);
    const restore = (): void => {
      other.connections.restore(connectionId, 'production');
    };
    assert.throws(restore, { kind: 'conflict', message: /^The connection was restored or erased meanwhile/ });
    assert.deepEqual([other.connections.toErase(), other.groups.keptCounts(connectionId).groups], [[connectionId], 1]);
    store.connections.clear(connectionId);
    store.connections.remove(connectionId);
    assert.deepEqual([other.connections.toErase(), other.groups.keptCounts().groups], [[], 0]);
  });
});
