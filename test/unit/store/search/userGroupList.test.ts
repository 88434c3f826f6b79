// Lists of groups: pages, counts and searches, small and large.

import assert from 'node:assert/strict';
import { mock } from 'node:test';

import type { UserGroupSummary } from '../../../../src/core/userGroup.ts';
import { Database, IN_MEMORY } from '../../../../src/store/database/database.ts';
import { SqliteGroups } from '../../../../src/store/groups/sqliteGroups.ts';
import { standIn } from '../../../support/standIn.ts';
import { MAY_12, type OpenedStore, sealed, storeFixture } from '../storeFixture.ts';
import { fill } from './filledList.ts';

const MANY = 12_000;

describe('A list of groups', () => {
  const fixture = storeFixture();
  const named = (opened: OpenedStore, names: Record<string, string>): void => {
    for (const [id, name] of Object.entries(names)) opened.send(id, '{}', { answer: { name } });
  };
  const found = ({ store }: OpenedStore, text: string, limit = 10): string[] =>
    store.search.containing(text, limit).map(({ ref }) => ref.userGroupId);

  it('is in the order of names as people count, without letter case and accents, then of ids', () => {
    const opened = fixture.open();
    named(opened, { id3: 'beta', id10: 'Beta', id4: 'ärger', id5: 'Ärger', id6: 'Alpha 2', id7: 'alpha 10' });
    named(opened, { '7': 'zero', '007': 'zero', '': 'zero', '10': 'Alpha' });
    const { store, connectionId } = opened;
    const page = store.groups.page(connectionId, undefined, 10);
    assert.deepEqual(
      page.map(({ ref, name }) => [name, ref.userGroupId]),
      [
        ['Alpha', '10'],
        ['Alpha 2', 'id6'],
        ['alpha 10', 'id7'],
        ['ärger', 'id4'],
        ['Ärger', 'id5'],
        ['beta', 'id3'],
        ['Beta', 'id10'],
        ['zero', ''],
        ['zero', '007'],
        ['zero', '7'],
      ],
    );
    assert.deepEqual(
      page.map(({ ref }) => store.groups.groupsBefore(ref)),
      page.map((_, index) => index),
    );
    const byOne = [];
    for (let last = undefined; byOne.length < page.length; last = byOne.at(-1)!)
      byOne.push(...store.groups.page(connectionId, last && { name: last.name, userGroupId: last.ref.userGroupId }, 1));
    assert.deepEqual(byOne, page);
    const all = { words: [], conditions: [] };
    assert.deepEqual(store.search.matching(all, undefined, 10).groups, page);
    assert.deepEqual(store.search.matching({ ...all, words: ['e'] }, undefined, 10).groups, page.slice(3));
  });

  it('is read a page at a time through one index', () => {
    const database = new Database(IN_MEMORY, Date.now);
    const asked = mock.method(database, 'all');
    const groups = new SqliteGroups(database, standIn({}), Date.now);
    for (const order of ['name', 'tokenAge'] as const) assert.deepEqual(groups.page('any', undefined, 1, order), []);
    const plans = asked.mock.calls.flatMap(({ arguments: [sql] }) =>
      database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => detail),
    );
    database.close();
    assert.equal(plans.length, 2);
    assert.match(plans[0]!, /^SEARCH user_groups USING INDEX user_groups_listed /);
    assert.match(
      plans[1]!,
      /^SEARCH user_groups USING INDEX user_groups_by_age .*\(token_since,sort_key,user_group_id\)>/,
    );
  });

  it('is by the age of tokens where that is asked, then by name, those without one last', () => {
    const opened = fixture.open();
    const { store, clock, connectionId } = opened;
    for (const [id, at] of [
      ['b', 3],
      ['a', 3],
      ['young', 5],
      ['old', 1],
    ] as const) {
      clock.now = at;
      opened.send(id, '{}', { token: sealed(id), answer: { name: id } });
    }
    named(opened, { none: 'none', 'a none': 'a none' });
    const order = ['old', 'a', 'b', 'young', 'a none', 'none'];
    const byOne: UserGroupSummary[] = [];
    while (byOne.length < order.length) {
      const last = byOne.at(-1);
      const after = last && { name: last.name, userGroupId: last.ref.userGroupId, tokenSince: last.tokenSince };
      byOne.push(...store.groups.page(connectionId, after, 1, 'tokenAge'));
    }
    assert.deepEqual(
      [byOne.map(({ name }) => name), byOne],
      [order, store.groups.page(connectionId, undefined, 9, 'tokenAge')],
    );
    assert.deepEqual(
      byOne.map(({ ref }) => store.groups.groupsBefore(ref, 'tokenAge')),
      order.map((_, index) => index),
    );
    const all = { words: [], conditions: [], order: 'tokenAge' } as const;
    assert.deepEqual(store.search.matching(all, undefined, 3).groups, byOne.slice(0, 3));
    assert.deepEqual(
      store.search.matching({ ...all, conditions: [{ kind: 'older', before: 5 }] }, undefined, 9).groups,
      byOne.slice(0, 3),
    );
  });

  it('is searched in its order, however many more there are than are asked for', () => {
    const opened = fixture.open();
    for (const number of [100, 10, 12, 1, 2, 20, 3]) named(opened, { [`id ${number}`]: `Customer ${number}` });
    named(opened, { 'customer 1000': 'Zeta', 'customer 9': 'Eta', 'customer 12': 'Theta' });
    for (const number of [1, 2, 3, 4, 5]) named(opened, { [`x${number}`]: `A customer ${number}1` });
    assert.deepEqual(found(opened, 'customer', 2), ['customer 9', 'customer 12']);
    assert.deepEqual(found(opened, 'customer', 5), ['customer 9', 'customer 12', 'customer 1000', 'id 1', 'id 2']);
    assert.deepEqual(found(opened, 'customer 1', 4), ['customer 12', 'customer 1000', 'id 1', 'id 10']);
    assert.deepEqual(found(opened, 'id', 3), ['id 1', 'id 2', 'id 3']);
    assert.deepEqual(found(opened, 'id 1', 3), ['id 1', 'id 10', 'id 12']);
  });

  it('describes each group, without the texts', () => {
    const { store, connectionId, ref, saveDraft, send, clock } = fixture.open();
    send('acme', 'sent', {
      answer: { name: 'Acme' },
      token: sealed('a'),
      base: { text: 'sent', from: 'sent', mappingKnown: true, entries: {} },
      gone: true,
      existedNotApplied: true,
    });
    clock.now += 1;
    send('acme', '', { outcome: 'unknown' }, 'rotate');
    saveDraft('acme', 'typed');
    assert.deepEqual(store.groups.page(connectionId, undefined, 10), [
      {
        ref: ref('acme'),
        name: 'Acme',
        draftAt: MAY_12 + 1,
        sentAt: MAY_12,
        answeredAt: MAY_12,
        mappingKnown: true,
        existedNotAppliedAt: MAY_12,
        goneAt: MAY_12,
        unknownOutcome: { operation: 'rotate', at: MAY_12 + 1 },
        tokenKeyId: 'key-1',
        tokenSince: MAY_12,
        previousTokens: 0,
      },
    ]);
    assert.deepEqual(store.search.containing('acme', 1), store.groups.page(connectionId, undefined, 1));
  });

  it('shows no time of sending for a base that was only answered', () => {
    const { store, connectionId, send } = fixture.open();
    send('acme', 'base', { base: { text: 'base', from: 'answered', mappingKnown: false, entries: {} } });
    assert.equal(store.groups.page(connectionId, undefined, 1)[0]?.sentAt, undefined);
  });

  it('counts groups, tokens and drafts of one connection', () => {
    const { store, connectionId, connect, saveDraft, send } = fixture.open();
    const other = connect('testing');
    send('acme', '{}', { token: sealed('a') });
    saveDraft('globex');
    store.groups.saveDraft({ connectionId: other, userGroupId: 'acme' }, 'typed', 1);
    assert.deepEqual(store.groups.count(connectionId), { groups: 2, tokens: 1, drafts: 1 });
    assert.deepEqual(store.groups.count('none'), { groups: 0, tokens: 0, drafts: 0 });
    assert.deepEqual(
      [connectionId, other, 'none'].map((id) => store.groups.groupCount(id)),
      [2, 1, 0],
    );
  });

  it('is searched for every word, in id or name, in any letter case', () => {
    const opened = fixture.open();
    named(opened, { 'tenant-1': 'Ärzte Berlin', 'tenant-2': 'Ärzte Hamburg', 'BERLIN-3': 'Zahnärzte' });
    assert.deepEqual(found(opened, 'ÄRZTE berlin'), ['tenant-1', 'BERLIN-3']);
    assert.deepEqual(found(opened, '  hamburg\t2 '), ['tenant-2']);
    assert.deepEqual(found(opened, 'berlin munich'), []);
    assert.deepEqual(found(opened, 'e'), ['tenant-1', 'tenant-2', 'BERLIN-3']);
  });

  it('puts the exact id first, then ids and names that begin with the text, then the rest by name', () => {
    const opened = fixture.open();
    named(opened, { x1: 'an acme', x2: 'Acme Works', 'acme-2': 'zzz', acme: 'yyy', x3: 'all acme' });
    for (const typed of ['ACME', ' acme\t'])
      assert.deepEqual(found(opened, typed), ['acme', 'acme-2', 'x2', 'x3', 'x1'], typed);
    assert.deepEqual(found(opened, 'ACME', 3), ['acme', 'acme-2', 'x2']);
    named(opened, { ACME: '1', Acme: '2' });
    assert.deepEqual(
      ['ACME', 'Acme', 'acme'].map((typed) => found(opened, typed, 4)),
      [
        ['ACME', 'Acme', 'acme', 'acme-2'],
        ['Acme', 'ACME', 'acme', 'acme-2'],
        ['acme', 'ACME', 'Acme', 'acme-2'],
      ],
    );
  });

  it('lists by name when the search is empty, and treats no character as a pattern', () => {
    const opened = fixture.open();
    named(opened, { b: '100%', a: 'under_score', c: '"quoted" \\ [x]*' });
    assert.deepEqual(found(opened, ' '), ['c', 'b', 'a']);
    assert.deepEqual(
      ['%', '_', '"', '\\', '*', '[x]'].map((text) => found(opened, text)),
      [['b'], ['a'], ['c'], ['c'], ['c'], ['c']],
    );
    assert.deepEqual(found(opened, '_%'), []);
  });

  it('with more ids that begin alike than are read at once is searched in its order', () => {
    const path = fixture.path();
    const opened = fixture.open(path);
    fill(path, opened.connectionId, [
      ...Array.from({ length: 1_200 }, (_, index) => ({ id: `tenant-${index}`, name: `Of ${index}` })),
      ...Array.from({ length: 3 }, (_, index) => ({ id: `a${index}`, name: 'A tenant-1' })),
    ]);
    assert.deepEqual(found(opened, 'tenant-', 3), ['tenant-0', 'tenant-1', 'tenant-2']);
    assert.deepEqual(found(opened, 'tenant-1', 3), ['tenant-1', 'tenant-10', 'tenant-11']);
  });

  it(`of ${MANY} groups is paged through completely and in order, and searched for the few among the many`, () => {
    const path = fixture.path();
    const opened = fixture.open(path);
    const { store, connectionId } = opened;
    const ids = Array.from({ length: MANY }, (_, index) => `tenant-${index}`);
    fill(
      path,
      connectionId,
      ids.map((id) => ({ id })),
    );
    const seen: string[] = [];
    let page = store.groups.page(connectionId, undefined, 5000);
    while (page.length > 0) {
      seen.push(...page.map(({ name }) => name));
      const last = page.at(-1)!;
      page = store.groups.page(connectionId, { name: last.name, userGroupId: last.ref.userGroupId }, 5000);
    }
    assert.deepEqual(seen, ids);
    for (const [text, expected] of [
      ['tenant-7777', ['tenant-7777']],
      ['777 0', ['tenant-7770', 'tenant-10777']],
      ['t', ['tenant-0', 'tenant-1', 'tenant-2']],
      ['nobody', []],
    ] as const)
      assert.deepEqual(found(opened, text, 3), expected);
  });
});
