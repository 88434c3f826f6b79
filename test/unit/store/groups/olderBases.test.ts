// Files of the time before siblings: their groups are counted at once, the entries of their bases when somebody has
// read them.

import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';

import { migrate, MIGRATIONS } from '../../../../src/store/database/migrations.ts';
import type { SqliteStore } from '../../../../src/store/sqliteStore.ts';
import { storeFixture } from '../storeFixture.ts';

const connectionId = 'connection-1';
const ref = (userGroupId: string): { connectionId: string; userGroupId: string } => ({ connectionId, userGroupId });
const ENTRIES = { mapping: [{ schemaId: '40', dataSource: '213' }], properties: ['region'] };

/** As version 1 of the schema left it: so many groups, those of the bases sent, the others drafted. */
function olderFile(path: string, bases: readonly string[], drafts = 1): void {
  const database = new DatabaseSync(path);
  migrate(database, MIGRATIONS.slice(0, 1));
  database
    .prepare(
      "INSERT INTO connections (connection_id, kind, name, base_url) VALUES (?, 'service', 'staging', 'https://x.example.com')",
    )
    .run(connectionId);
  const insert = database.prepare(`
    INSERT INTO user_groups (connection_id, user_group_id, folded, alike, document_mtime, base_at, base_from, base) VALUES (?, ?, '', '', 1, ?, ?, ?)`);
  for (const [index, base] of bases.entries()) insert.run(connectionId, `sent-${index}`, 1, 'sent', base);
  for (let index = 0; index < drafts; index += 1) insert.run(connectionId, `drafted-${index}`, null, null, null);
  database.close();
}

const unread = (store: SqliteStore, limit = 10): string[] =>
  store.basesToRead(limit).map(({ ref: { userGroupId }, text }) => `${userGroupId} ${text}`);

describe('A file of the time before siblings', () => {
  const fixture = storeFixture();

  it('keeps its groups, which are counted from then on', () => {
    const path = fixture.path();
    olderFile(path, ['{"a":1}', '{"b":1}'], 3);
    const store = fixture.reopen(path);
    assert.deepEqual(
      [
        store.groupCount(connectionId),
        store.count(connectionId).groups,
        store.groupPage(connectionId, undefined, 10).length,
      ],
      [5, 5, 5],
    );
    store.saveDraft(ref('another'), 'typed', 1);
    store.forget(ref('sent-0'));
    store.forget(ref('sent-1'));
    assert.equal(store.groupCount(connectionId), 4);
    assert.equal(store.groupCount('none'), 0);
  });

  it('tells which bases are to be read, with their texts as they are, a few at a time', () => {
    const path = fixture.path();
    olderFile(path, ['{"a":1}', 'control \u00011 and \u00010', '{"c":1}']);
    const store = fixture.reopen(path);
    assert.deepEqual(unread(store, 2), ['sent-0 {"a":1}', 'sent-1 control \u0001 and \0']);
    store.keepEntries(store.basesToRead(2).map((base) => ({ ...base, entries: ENTRIES })));
    assert.deepEqual(unread(store), ['sent-2 {"c":1}']);
    assert.equal(store.siblingsWith(ref(''), 'properties', 'region'), 2);
  });

  it('has nothing to read of groups that are forgotten, or sent, before it is read', () => {
    const path = fixture.path();
    olderFile(path, ['{"a":1}', '{"b":1}', '{"c":1}']);
    const store = fixture.reopen(path);
    store.forget(ref('sent-0'));
    const version = store.beginSend(ref('sent-1'), { operation: 'update', text: 'x', at: 2 });
    store.finishSend(version, {
      outcome: 'updated',
      at: 2,
      base: { text: '{"new":1}', from: 'sent', mappingKnown: false, entries: { properties: ['new'] } },
    });
    assert.deepEqual(unread(store), ['sent-2 {"c":1}']);
  });

  it('keeps no entries of a base that another one replaced meanwhile, in whichever window', () => {
    const path = fixture.path();
    olderFile(path, ['{"a":1}', '{"b":1}', '{"c":1}']);
    const [store, other] = [fixture.reopen(path), fixture.reopen(path)];
    const read = store.basesToRead(10).map((base) => ({ ...base, entries: ENTRIES }));
    for (const [userGroupId, entries] of [
      ['sent-0', { properties: ['new'] }],
      ['sent-1', undefined],
    ] as const) {
      const version = other.beginSend(ref(userGroupId), { operation: 'update', text: 'x', at: 2 });
      other.finishSend(version, {
        outcome: 'updated',
        at: 2,
        base: { text: '{"new":1}', from: 'sent', mappingKnown: false, entries },
      });
    }
    store.keepEntries(read);
    store.keepEntries(read);
    assert.deepEqual(store.siblingNames(ref(''), 'properties', 10), [
      { name: 'new', groups: 1 },
      { name: 'region', groups: 1 },
    ]);
    assert.deepEqual(unread(store), ['sent-1 {"new":1}']);
  });

  it('is read without anybody being told of a change: nothing shown has changed', () => {
    const path = fixture.path();
    olderFile(path, ['{"a":1}']);
    const store = fixture.reopen(path);
    let reported = 0;
    store.onDidChange(() => {
      reported += 1;
    });
    store.keepEntries(store.basesToRead(10).map((base) => ({ ...base, entries: ENTRIES })));
    assert.deepEqual([reported, unread(store)], [0, []]);
  });
});
