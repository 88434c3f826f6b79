// Connections that were removed: nobody sees them, all of it comes back with them, and the clock that ends their time
// is not believed at once.

import assert from 'node:assert/strict';
import { documentOf } from '../../../support/documents.ts';
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
    store.saveDraft(ref('acme'), documentOf({ name: 'Typed' }), clock.now);
    store.addNewDraft(connectionId, '{}', clock.now);
    const run = store.beginRun(
      {
        kind: 'update',
        connectionId,
        baseUrl: 'https://dashboards.example.com',
        at: clock.now,
        stopAtFirstFailure: true,
      },
      'window',
    );
    store.addRunItems(run, [{ userGroupId: 'acme', text }]);
    store.isFilled(run);
    store.keepRemoved(connectionId, { entry: ENTRY, removedAt: clock.now });
    return opened;
  }

  /** All that anybody can ask the store for, of this connection or of all. */
  function seen({ store, connectionId, ref }: OpenedStore): Record<string, unknown> {
    const acme = ref('acme');
    return {
      connections: store.connections(),
      group: store.group(acme),
      summary: store.summary(acme),
      page: store.groupPage(connectionId, undefined, 9),
      groupCount: store.groupCount(connectionId),
      count: store.count(connectionId),
      search: store.searchGroups('acme', 9),
      searchAll: store.searchGroups('', 9),
      words: store.matchingGroups({ words: ['acme'], conditions: [] }, undefined, 9),
      drafts: store.matchingGroups({ words: [], conditions: [{ kind: 'is', state: 'draft' }] }, undefined, 9),
      property: store.matchingGroups(
        { words: [], conditions: [{ kind: 'property', path: 'region', value: 'EU' }] },
        undefined,
        9,
      ),
      ofConnection: store.matchingGroups(
        { words: [], conditions: [{ kind: 'connection', connectionId }] },
        undefined,
        9,
      ),
      lookAlikes: store.lookAlikes(ref('ACME')),
      similar: store.idsOfSimilarLength(ref('acmes'), 1),
      known: store.knownAmong(connectionId, ['acme', 'Acme']),
      newDrafts: store.newDrafts(connectionId),
      newDraft: store.newDraft(connectionId, 1),
      versions: store.versions({ limit: 9 }),
      versionsOfGroup: store.versions({ ref: acme, limit: 9 }),
      replaced: store.replacedTokens(acme),
      owners: store.tokenOwners('key-1', 'fingerprint of second'),
      formerOwners: store.tokenOwners('key-1', 'fingerprint of first'),
      siblings: store.siblingNames(ref('other'), 'mapping', 9),
      siblingsWith: store.siblingsWith(ref('other'), 'properties', 'region'),
      dataSources: store.siblingDataSources(ref('other'), '40', 9),
      onlySibling: store.onlySiblingWith(ref('other'), '213'),
      runs: store.runs(),
      run: store.run(1),
    };
  }

  it('is seen nowhere, nor is anything that belongs to it', () => {
    const opened = removed();
    const empty = fixture.open();
    empty.store.removeConnection(empty.connectionId);
    assert.deepEqual(seen(opened), seen(empty));
  });

  it('comes back with all of it: groups, tokens, drafts, history and runs', () => {
    const opened = removed();
    const { store, connectionId } = opened;
    store.restoreConnection(connectionId, 'production');
    const all = seen(opened);
    assert.deepEqual(
      Object.entries(all).filter(
        ([, value]) => value === undefined || value === 0 || (Array.isArray(value) && value.length === 0),
      ),
      [],
    );
    assert.deepEqual(
      store.connections().map(({ id, kind, name }) => [id, kind, name]),
      [[connectionId, 'service', 'production']],
    );
    assert.deepEqual(store.keptCounts(connectionId), {
      groups: 1,
      tokens: 1,
      replacedTokens: 1,
      drafts: 2,
      versions: 2,
    });
    assert.deepEqual(
      [store.group(opened.ref('acme'))?.token?.sealed.fingerprint, store.removedConnections()],
      ['fingerprint of second', []],
    );
  });

  it('is told with its name, its entry in the settings and the time; what is kept for it can be counted', () => {
    const { store, connectionId } = removed();
    assert.deepEqual(store.removedConnections(), [
      {
        id: connectionId,
        kind: 'service',
        name: 'production',
        baseUrl: 'https://dashboards.example.com',
        removedAt: MAY_12,
        entry: ENTRY,
      },
    ]);
    assert.deepEqual(store.keptCounts(connectionId).groups, 1);
  });

  it('takes nothing any more from whoever still knows its id', () => {
    const { store, connectionId, ref, clock } = removed();
    const sending = { operation: 'update', text: documentOf(), at: clock.now } as const;
    const attempts = [
      () => store.saveDraft(ref('acme'), '{}', clock.now),
      () => store.saveDraft(ref('new'), '{}', clock.now),
      () => store.addNewDraft(connectionId, '{}', clock.now),
      () => store.saveNewDraft(connectionId, 1, '{"name":1}', clock.now),
      () => store.beginSend(ref('acme'), sending),
      () => store.beginRotation(ref('acme'), { at: clock.now, token: sealed('second') }),
      () => store.beginRotation({ connectionId, userGroupId: undefined }, { at: clock.now, token: sealed('other') }),
      () => store.putGroups(connectionId, [{ userGroupId: 'new', versions: [] }], 'stay'),
      () =>
        store.beginRun(
          { kind: 'update', connectionId, baseUrl: '', at: clock.now, stopAtFirstFailure: true },
          'window',
        ),
      () => {
        store.changeConnection(connectionId, { name: 'other' });
      },
      () => {
        store.keepRemoved(connectionId, { removedAt: clock.now });
      },
    ];
    for (const attempt of attempts)
      assert.throws(attempt, { kind: 'conflict', happened: 'the connection was removed meanwhile' });
    store.forget(ref('acme'));
    store.discardDraft(ref('acme'));
    store.removeNewDraft(connectionId, 1);
    assert.equal(store.dropReplacedTokensOf(ref('acme')), false);
    assert.deepEqual(store.keptCounts(connectionId), {
      groups: 1,
      tokens: 1,
      replacedTokens: 1,
      drafts: 2,
      versions: 2,
    });
  });

  it('keeps the answer to what was sent before, which is there when it is restored', () => {
    const { store, connectionId, ref, clock } = fixture.open();
    const version = store.beginSend(ref('acme'), { operation: 'getOrCreate', text: documentOf(), at: clock.now });
    store.keepRemoved(connectionId, { removedAt: clock.now });
    store.finishSend(version, { outcome: 'created', at: clock.now, token: sealed('only') });
    store.restoreConnection(connectionId, 'production');
    assert.equal(store.group(ref('acme'))?.token?.sealed.fingerprint, 'fingerprint of only');
  });

  it('tells nobody of what a window that is gone had begun there', () => {
    const { store, connectionId, ref, clock } = fixture.open();
    const version = store.beginSend(ref('acme'), { operation: 'update', text: documentOf(), at: clock.now });
    store.noLongerSending(version);
    store.keepRemoved(connectionId, { removedAt: clock.now });
    clock.now += DAY;
    assert.deepEqual(store.closeAbandoned(), []);
    store.restoreConnection(connectionId, 'production');
    assert.equal(store.group(ref('acme'))?.unknownOutcome?.operation, 'update');
  });

  it('leaves its name free for another, and is restored by another name then', () => {
    const { store, connectionId } = removed();
    const { id } = store.addConnection({
      kind: 'service',
      name: 'production',
      baseUrl: 'https://elsewhere.example.com',
    });
    assert.throws(
      () => {
        store.restoreConnection(connectionId, 'production');
      },
      { kind: 'conflict', happened: 'a connection named production is known already' },
    );
    store.restoreConnection(connectionId, 'production 2');
    assert.deepEqual(
      store.connections().map((row) => [row.id, row.name, store.groupCount(row.id)]),
      [
        [id, 'production', 0],
        [connectionId, 'production 2', 1],
      ],
    );
  });

  it('is one of several of the same name, the last removed first', () => {
    const { store, clock, connectionId } = removed();
    const { id } = store.addConnection({
      kind: 'service',
      name: 'production',
      baseUrl: 'https://dashboards.example.com',
    });
    clock.now += 1;
    store.keepRemoved(id, { removedAt: clock.now });
    assert.deepEqual(
      store.removedConnections().map((each) => [each.id, each.name]),
      [
        [id, 'production'],
        [connectionId, 'production'],
      ],
    );
  });

  it('is no sandbox again while another one is there', () => {
    const { store, clock } = fixture.open();
    const { id } = store.addConnection({ kind: 'sandbox', name: 'Sandbox', baseUrl: 'http://127.0.0.1:1' });
    store.keepRemoved(id, { removedAt: clock.now });
    const again = store.addConnection({ kind: 'sandbox', name: 'Sandbox', baseUrl: 'http://127.0.0.1:2' });
    assert.throws(
      () => {
        store.restoreConnection(id, 'Sandbox');
      },
      { kind: 'conflict' },
    );
    store.removeConnection(again.id);
    store.restoreConnection(id, 'Sandbox');
    assert.deepEqual(
      store
        .connections()
        .map(({ kind }) => kind)
        .toSorted(),
      ['sandbox', 'service'],
    );
  });

  it('is not removed while a rotation is under way, in the same transaction', () => {
    const { store, connectionId, ref, clock, send } = fixture.open();
    send('acme', documentOf(), { outcome: 'created', token: sealed('first') });
    store.beginRotation(ref('acme'), { at: clock.now, token: sealed('first') });
    assert.throws(
      () => {
        store.keepRemoved(connectionId, { removedAt: clock.now });
      },
      { kind: 'conflict', message: /the token of acme is being rotated at this moment/i },
    );
    assert.deepEqual([store.connections().length, store.removedConnections()], [1, []]);
  });
});

describe('The time of a connection that was removed', () => {
  const fixture = storeFixture();

  function removed(): OpenedStore {
    const opened = fixture.open();
    opened.store.saveDraft(opened.ref('acme'), '{}', opened.clock.now);
    opened.store.keepRemoved(opened.connectionId, { removedAt: opened.clock.now });
    return opened;
  }

  /** What is to be erased at each look, and how many can be restored after it. */
  function looks({ store, clock }: OpenedStore, times: readonly number[]): (readonly [number, number])[] {
    return times.map((at) => {
      clock.now = at;
      return [store.connectionsToErase().length, store.removedConnections().length] as const;
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

  it('is over for whoever wants to restore it once erasing has begun, in any window', () => {
    const path = fixture.path();
    const { store, connectionId, ref, clock } = fixture.open(path);
    store.saveDraft(ref('acme'), '{}', clock.now);
    store.keepRemoved(connectionId, { removedAt: clock.now });
    const other = fixture.reopen(path);
    assert.equal(other.removedConnections().length, 1);
    for (const at of [MAY_12 + WEEK, MAY_12 + WEEK + DAY]) looks({ store, clock } as OpenedStore, [at]);
    assert.throws(
      () => {
        other.restoreConnection(connectionId, 'production');
      },
      { kind: 'conflict', happened: 'it was restored or erased meanwhile, here or in another window' },
    );
    assert.deepEqual([other.connectionsToErase(), other.keptCounts(connectionId).groups], [[connectionId], 1]);
    store.clearConnection(connectionId);
    store.removeConnection(connectionId);
    assert.deepEqual(
      [other.connectionsToErase(), other.keptCounts(connectionId).groups, other.keptCounts().groups],
      [[], 0, 0],
    );
  });
});
