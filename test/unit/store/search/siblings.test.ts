// What the other groups of a connection have: by their bases, the group that asks left out, through counts that are
// always true.

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import fc from 'fast-check';

import type { BaseEntries } from '../../../../src/core/ports/userGroupStore.ts';
import type { DataSourceUse, NameUse, GroupSearch } from '../../../../src/core/ports/groupSearch.ts';
import { Database } from '../../../../src/store/database/database.ts';
import { SqliteSearch } from '../../../../src/store/search/sqliteSearch.ts';
import type { OpenedStore } from '../storeFixture.ts';
import { storeFixture } from '../storeFixture.ts';
import { expectedSources, expectedUses, type KnownGroups, sourceOrder } from './siblingOracle.ts';
import { inDepth } from '../../../support/depth.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

/** A mapping as an object; properties by name. */
const entries = (
  mapping: Readonly<Record<string, string>> | undefined,
  properties?: readonly string[],
): BaseEntries => ({
  ...(mapping !== undefined && {
    mapping: Object.entries(mapping).map(([schemaId, dataSource]) => ({ schemaId, dataSource })),
  }),
  ...(properties !== undefined && { properties }),
});
const sent = ({ send }: OpenedStore, userGroupId: string, has: BaseEntries, name = userGroupId): void => {
  const text = JSON.stringify([userGroupId, has]);
  const base = { text, from: 'sent', mappingKnown: has.mapping !== undefined, entries: has } as const;
  send(userGroupId, 'sent', { answer: { name }, base });
};
const mapped = (opened: OpenedStore, mappings: Readonly<Record<string, Readonly<Record<string, string>>>>): void => {
  for (const [userGroupId, mapping] of Object.entries(mappings))
    sent(opened, userGroupId, entries(mapping), `${userGroupId} Inc`);
};
const counts = (uses: readonly NameUse[]): string[] => uses.map(({ name, groups }) => `${name}: ${groups}`);
const sources = (uses: readonly DataSourceUse[]): string[] =>
  uses.map(
    ({ dataSource, groups, onlyBy }) =>
      `${dataSource}: ${groups}${onlyBy === undefined ? '' : `, only ${onlyBy.name}`}`,
  );

describe('The names that siblings have', () => {
  const fixture = storeFixture();

  it('come most used first, without those of the group that asks', () => {
    const opened = fixture.open();
    sent(opened, 'acme', entries({ 40: '1' }, ['region', 'own']));
    sent(opened, 'beta', entries({ 40: '2', 41: '2' }, ['region', 'tier']));
    sent(opened, 'gamma', entries({ 41: '3' }, ['tier']));
    const { store, ref } = opened;
    assert.deepEqual(counts(store.search.siblingNames(ref('acme'), 'mapping', 10)), ['41: 2', '40: 1']);
    assert.deepEqual(counts(store.search.siblingNames(ref('acme'), 'properties', 10)), ['tier: 2', 'region: 1']);
    assert.deepEqual(counts(store.search.siblingNames(ref('unknown'), 'properties', 3)), [
      'region: 2',
      'tier: 2',
      'own: 1',
    ]);
    assert.deepEqual(counts(store.search.siblingNames(ref(''), 'properties', 1)), ['region: 2']);
    assert.equal(store.search.siblingsWith(ref('acme'), 'properties', 'tier'), 2);
    assert.equal(store.search.siblingsWith(ref('beta'), 'properties', 'tier'), 1);
    assert.equal(store.search.siblingsWith(ref('beta'), 'mapping', 'tier'), 0);
  });

  it('are counted with the groups that have the field at all, be it empty', () => {
    const opened = fixture.open();
    sent(opened, 'acme', entries({}, []));
    sent(opened, 'beta', entries({ 40: '1' }));
    sent(opened, 'gamma', entries(undefined, ['tier']));
    opened.store.groups.saveDraft(opened.ref('delta'), 'typed', 1);
    const { store, ref } = opened;
    for (const field of ['mapping', 'properties'] as const)
      assert.deepEqual(
        ['', 'acme'].map((asking) => store.search.siblingsWith(ref(asking), field)),
        [2, 1],
      );
    assert.deepEqual(counts(store.search.siblingNames(ref(''), 'properties', 10)), ['tier: 1']);
  });

  it('are those of the present base, regardless of earlier or later sendings and drafts', () => {
    const opened = fixture.open();
    const { store, ref, send } = opened;
    sent(opened, 'acme', entries({ 40: '1' }, ['old', 'region']));
    sent(opened, 'acme', entries({ 40: '2' }, ['new', 'region']));
    send('acme', 'refused', { outcome: 'refused', draft: { text: 'refused' } });
    assert.deepEqual(counts(store.search.siblingNames(ref(''), 'properties', 10)), ['region: 1', 'new: 1']);
    assert.deepEqual(sources(store.search.siblingDataSources(ref(''), '40', 10)), ['2: 1, only acme']);
  });

  it('are those of one connection, and stay with it when it gets another name or address', () => {
    const opened = fixture.open();
    const { store, ref, connectionId, connect } = opened;
    const elsewhere = { connectionId: connect('testing'), userGroupId: '' };
    sent(opened, 'acme', entries({ 40: '1' }, ['region']));
    store.connections.change(connectionId, { name: 'renamed', baseUrl: 'https://renamed.example.com' });
    assert.deepEqual(counts(store.search.siblingNames(ref(''), 'mapping', 10)), ['40: 1']);
    assert.deepEqual(
      [store.search.siblingNames(elsewhere, 'mapping', 10), store.search.siblingDataSources(elsewhere, '40', 10)],
      [[], []],
    );
    assert.deepEqual(
      [store.search.onlySiblingWith(elsewhere, '1'), store.search.siblingsWith(elsewhere, 'mapping')],
      [undefined, 0],
    );
    assert.deepEqual(store.search.siblingNames({ connectionId: 'none', userGroupId: 'acme' }, 'mapping', 10), []);
  });

  it('come back as they are, however awkward', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1 }), (names) => {
        const opened = fixture.open();
        const userGroupId = names[0]!;
        sent(opened, userGroupId, entries(Object.fromEntries(names.map((name) => [name, name])), names));
        const { store, ref } = opened;
        assert.deepEqual(
          new Set(store.search.siblingNames(ref(''), 'properties', names.length).map(({ name }) => name)),
          new Set(names),
        );
        for (const name of names) {
          assert.deepEqual(store.search.onlySiblingWith(ref(''), name), { userGroupId, name: userGroupId });
          assert.equal(store.search.siblingDataSources(ref(''), name, 1)[0]?.dataSource, name);
        }
      }),
      { numRuns: inDepth(50) },
    );
  });

  it('are the first 250 of mapping and of properties each, however many a group has', () => {
    const opened = fixture.open();
    const names = Array.from({ length: 10_000 }, (_, at) => `n${at}`);
    sent(opened, 'acme', entries(Object.fromEntries(names.map((name) => [name, `of ${name}`])), names));
    const { store, ref } = opened;
    for (const field of ['mapping', 'properties'] as const) {
      const found = store.search.siblingNames(ref(''), field, 10_000);
      assert.deepEqual(
        found.map(({ name }) => name),
        names.slice(0, 250),
      );
    }
    assert.equal(store.search.siblingDataSources(ref(''), 'n0', 10_000).length, 250);
  });

  it('never fail the sending that they are stored with', () => {
    const opened = fixture.open();
    sent(opened, 'acme', {
      mapping: [{ schemaId: '', dataSource: '1' }, { schemaId: '\ud800' }, { schemaId: '\ud801' }],
      properties: ['', 'a', 'a', '\udc00', '\0'],
    });
    assert.deepEqual(counts(opened.store.search.siblingNames(opened.ref(''), 'properties', 10)), [
      'a: 1',
      '\ufffd: 1',
      '\0: 1',
    ]);
    assert.equal(opened.store.search.siblingsWith(opened.ref(''), 'mapping'), 1);
  });
});

describe('The data sources that siblings use', () => {
  const fixture = storeFixture();

  it('come with those of this schema id first, most used first, and those of a single group last, named', () => {
    const opened = fixture.open();
    mapped(opened, {
      a: { 40: 'main', 41: 'all' },
      b: { 40: 'main', 41: 'all' },
      c: { 40: 'odd', 41: 'all' },
      d: { 41: 'odd', 42: 'all' },
      e: { 40: 'of e', 42: 'also of e' },
    });
    const { store, ref } = opened;
    assert.deepEqual(sources(store.search.siblingDataSources(ref(''), '40', 10)), [
      'main: 2',
      'odd: 2',
      'all: 4',
      'of e: 1, only e Inc',
      'also of e: 1, only e Inc',
    ]);
    assert.deepEqual(sources(store.search.siblingDataSources(ref(''), 'unheard of', 4)), [
      'all: 4',
      'main: 2',
      'odd: 2',
      'of e: 1, only e Inc',
    ]);
    assert.deepEqual(sources(store.search.siblingDataSources(ref(''), '40', 2)), ['main: 2', 'odd: 2']);
  });

  it('leave out what the group that asks uses alone, and question nothing that it uses itself', () => {
    const opened = fixture.open();
    mapped(opened, { acme: { 40: 'own', 41: 'both' }, beta: { 40: 'both', 41: 'of beta' } });
    const { store, ref } = opened;
    assert.deepEqual(sources(store.search.siblingDataSources(ref('acme'), '40', 10)), [
      'both: 1',
      'of beta: 1, only beta Inc',
    ]);
    assert.deepEqual(store.search.onlySiblingWith(ref('acme'), 'of beta'), { userGroupId: 'beta', name: 'beta Inc' });
    for (const dataSource of ['own', 'both', 'unheard of', ''])
      assert.equal(store.search.onlySiblingWith(ref('acme'), dataSource), undefined, dataSource);
  });

  it('are in the order of how many others use them', () => {
    const opened = fixture.open();
    mapped(opened, { acme: { 40: 'x' }, b: { 40: 'x' }, c: { 40: 'y' }, d: { 40: 'y' } });
    const { store, ref } = opened;
    for (const [schemaId, limit, expected] of [
      ['40', 9, ['y: 2', 'x: 1']],
      ['unheard of', 9, ['y: 2', 'x: 1']],
      ['40', 1, ['y: 2']],
      ['unheard of', 1, ['y: 2']],
    ] as const)
      assert.deepEqual(sources(store.search.siblingDataSources(ref('acme'), schemaId, limit)), expected);
  });

  it('are counted by groups, however often a group uses them', () => {
    const opened = fixture.open();
    mapped(opened, { beta: { 40: 'x', 41: 'x', 42: 'x' } });
    const { store, ref } = opened;
    assert.deepEqual(sources(store.search.siblingDataSources(ref(''), '41', 10)), ['x: 1, only beta Inc']);
    mapped(opened, { beta: { 40: 'x', 41: 'y' } });
    assert.deepEqual(sources(store.search.siblingDataSources(ref(''), '41', 10)), [
      'y: 1, only beta Inc',
      'x: 1, only beta Inc',
    ]);
  });

  it('name a group by its id while it has no other name', () => {
    const opened = fixture.open();
    opened.send('beta', 'sent', {
      base: { text: 'sent', from: 'sent', mappingKnown: true, entries: entries({ 40: 'x' }) },
    });
    assert.deepEqual(opened.store.search.onlySiblingWith(opened.ref(''), 'x'), { userGroupId: 'beta', name: 'beta' });
  });

  it('are seen at once in every window, and gone with their group', () => {
    const opened = fixture.openTwice();
    const { other } = opened;
    const only = (): string | undefined => other.search.onlySiblingWith(opened.ref(''), 'x')?.name;
    mapped(opened, { beta: { 40: 'x' } });
    assert.equal(only(), 'beta Inc');
    mapped(opened, { gamma: { 41: 'x' } });
    assert.equal(only(), undefined);
    other.groups.forget(opened.ref('beta'));
    assert.equal(only(), 'gamma Inc');
    opened.store.groups.forget(opened.ref('gamma'));
    assert.deepEqual(
      [
        only(),
        other.search.siblingDataSources(opened.ref(''), '41', 10),
        other.search.siblingNames(opened.ref(''), 'mapping', 10),
      ],
      [undefined, [], []],
    );
  });

  it('are found through indexes alone', () => {
    const path = fixture.path();
    const opened = fixture.open(path);
    mapped(opened, { beta: { 40: '1', 41: '2' }, gamma: { 40: '1' } });
    const database = new Database(path, Date.now);
    const asked = [mock.method(database, 'all'), mock.method(database, 'get')];
    const search = new SqliteSearch(database);
    const ref = opened.ref('acme');
    search.siblingNames(ref, 'mapping', 9);
    search.siblingsWith(ref, 'mapping', '40');
    search.siblingDataSources(ref, '41', 9);
    search.onlySiblingWith(ref, '2');
    const plans = [...new Set(asked.flatMap(({ mock: { calls } }) => calls.map(({ arguments: [sql] }) => sql)))].map(
      (sql) => database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => detail),
    );
    database.close();
    assert.equal(plans.length, 10);
    assert.deepEqual(
      plans.flat().filter((step) => /^SCAN (?!CONSTANT)|TEMP B-TREE/.test(step)),
      [],
    );
  });
});

const groupIds = ['a', 'b', 'c', 'd', 'e'];
const schemaIds = ['40', '41', '42'];
const anyEntries = fc.record({
  mapping: fc.option(
    fc.array(
      fc.record({ schemaId: fc.constantFrom(...schemaIds), dataSource: fc.constantFrom('1', '2', '3', undefined) }),
      { maxLength: 4 },
    ),
    { nil: undefined },
  ),
  properties: fc.option(fc.array(fc.constantFrom('region', 'tier', 'seats'), { maxLength: 4 }), { nil: undefined }),
});
/** A sending with entries, and forgetting. */
const anyAction = fc.record({
  group: fc.constantFrom(...groupIds),
  has: fc.oneof({ weight: 6, arbitrary: anyEntries }, fc.constant('forget' as const)),
});

describe('What siblings have, after any sendings and any forgetting', () => {
  const fixture = storeFixture(temporaryFolder);

  it('is what counting again gives, for any group that asks', () => {
    fc.assert(
      fc.property(
        fc.array(anyAction, { maxLength: 25 }),
        fc.constantFrom(...groupIds, ''),
        fc.constantFrom(...schemaIds, '43'),
        fc.integer({ min: 1, max: 6 }),
        (actions, asking, schemaId, limit) => {
          const opened = fixture.open();
          const known = new Map<string, BaseEntries>();
          for (const { group, has } of actions) act(opened, known, group, has);
          const ref = opened.ref(asking);
          for (const field of ['mapping', 'properties'] as const)
            assertNames(opened.store.search, ref, field, known, asking, limit);
          const found = opened.store.search.siblingDataSources(ref, schemaId, limit);
          const expected = expectedSources(known, asking, schemaId);
          assert.deepEqual(
            found.map((use) => sourceOrder(expected, use)),
            expected.slice(0, limit).map((use) => sourceOrder(expected, use)),
          );
          assert.equal(new Set(found.map(({ dataSource }) => dataSource)).size, found.length);
          for (const dataSource of ['1', '2', '3']) {
            assert.equal(
              opened.store.search.onlySiblingWith(ref, dataSource)?.userGroupId,
              expected.find((use) => use.dataSource === dataSource)?.onlyBy,
            );
          }
        },
      ),
    );
  });

  it('is counted row by row as the entries kept say, and gone with the last group, or the connection', () => {
    fc.assert(
      fc.property(fc.array(anyAction, { maxLength: 25 }), fc.boolean(), (actions, isRemoved) => {
        const path = fixture.path(`${crypto.randomUUID()}.sqlite`);
        const opened = fixture.open(path);
        for (const { group, has } of actions) act(opened, new Map(), group, has);
        const database = new Database(path, Date.now);
        const rows = (sql: string): unknown[] => database.all(`${sql} ORDER BY 1, 2`);
        const pairs = [
          [
            'SELECT id, groups FROM entry_names',
            'SELECT name_id AS id, count(*) AS groups FROM base_entries GROUP BY name_id',
          ],
          [
            'SELECT id, groups FROM data_sources',
            'SELECT source_id AS id, count(DISTINCT group_row) AS groups FROM base_entries WHERE source_id IS NOT NULL GROUP BY source_id',
          ],
          [
            'SELECT name_id, source_id, groups FROM mapped_sources',
            'SELECT name_id, source_id, count(*) AS groups FROM base_entries WHERE source_id IS NOT NULL GROUP BY name_id, source_id',
          ],
          [
            'SELECT source_id, name_id, is_shared FROM mapped_sources',
            'SELECT source_id, name_id, data_sources.groups > 1 AS is_shared FROM mapped_sources JOIN data_sources ON id = source_id',
          ],
          ['SELECT groups, 0 FROM connection_counts', 'SELECT count(*) AS groups, 0 FROM user_groups'],
        ] as const;
        const counted = pairs.map((pair) => pair.map(rows));
        for (const group of isRemoved ? [] : groupIds) opened.store.groups.forget(opened.ref(group));
        for (const id of isRemoved ? [opened.connectionId] : []) opened.store.connections.remove(id);
        const left = ['base_entries', 'entry_names', 'data_sources', 'mapped_sources'].flatMap((table) =>
          rows(`SELECT * FROM ${table}`),
        );
        const groupsLeft = database.all('SELECT groups FROM connection_counts', {}, ({ groups }) => groups);
        database.close();
        opened.store.close();
        for (const [kept, reopened] of counted) assert.deepEqual(kept, reopened);
        assert.deepEqual([left, groupsLeft], [[], isRemoved ? [] : [0]]);
      }),
      { numRuns: inDepth(25) },
    );
  });
});

function act(opened: OpenedStore, known: Map<string, BaseEntries>, group: string, has: BaseEntries | 'forget'): void {
  known.delete(group);
  if (has === 'forget') opened.store.groups.forget(opened.ref(group));
  else {
    sent(opened, group, has);
    known.set(group, has);
  }
}

function assertNames(
  store: GroupSearch,
  ref: { connectionId: string; userGroupId: string },
  field: 'mapping' | 'properties',
  known: KnownGroups,
  asking: string,
  limit: number,
): void {
  const { whole, names } = expectedUses(known, asking, field);
  const found = store.siblingNames(ref, field, limit);
  assert.deepEqual(
    found.map(({ groups }) => groups),
    [...names.values()].sort((a, b) => b - a).slice(0, limit),
  );
  for (const { name, groups } of found) assert.equal(groups, names.get(name), name);
  for (const [name, groups] of names) assert.equal(store.siblingsWith(ref, field, name), groups, name);
  assert.equal(store.siblingsWith(ref, field), whole);
}
