// Groups by words and filters, as the store finds them: by their bases, with any names and values.

import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import type { FoundCursor, GroupCondition, GroupQuestion } from '../../../../src/core/ports/groupSearch.ts';
import { baseEntries } from '../../../../src/document/baseEntries.ts';
import { facetAsked, facetsOf } from '../../../../src/store/groups/facets.ts';
import type { SqliteStore } from '../../../../src/store/sqliteStore.ts';
import { MAY_12, storeFixture } from '../storeFixture.ts';
import { inDepth } from '../../../support/depth.ts';
import { fill } from './filledList.ts';

const ask = (conditions: readonly GroupCondition[], words: readonly string[] = []): GroupQuestion => ({
  words,
  conditions,
});

const region = (value?: string): GroupCondition => ({ kind: 'property', path: 'region', value });
const missingRegion: GroupCondition = { kind: 'missing', path: 'region' };
const source = (dataSource: string): GroupCondition => ({ kind: 'source', dataSource });
const mapping = (schemaId: string, dataSource?: string): GroupCondition => ({ kind: 'mapping', schemaId, dataSource });

/** Every slice, from the first to the last. */
function found(store: SqliteStore, question: GroupQuestion, limit = 100): string[] {
  const ids: string[] = [];
  let after: FoundCursor | undefined;
  do {
    const slice = store.search.matching(question, after, limit - ids.length);
    ids.push(...slice.groups.map(({ ref }) => ref.userGroupId));
    after = slice.next;
  } while (after !== undefined);
  return ids;
}

describe('Groups by filters', () => {
  const fixture = storeFixture();
  const filled = (): ReturnType<typeof fixture.open> => {
    const opened = fixture.open();
    const applied = (id: string, fields: string, at = MAY_12): void => {
      const text = `{"user_group_id":"${id}"${fields}}`;
      opened.send(id, text, {
        at,
        base: { text, from: 'sent', mappingKnown: fields.includes('mapping'), entries: baseEntries(text) },
        answer: { name: id },
      });
    };
    applied('acme', ',"mapping":{"40":"213"},"properties":{"region":"EU","address":{"country":"DE"}}');
    applied('globex', ',"mapping":{"40":213,"134":"386"},"properties":{"region":"US","seats":5}', MAY_12 - 1000);
    applied('initech', ',"mapping":{"134":"213"},"properties":{"Region":"EU","regions":"EU"}');
    applied('bare', '');
    opened.store.groups.saveDraft(opened.ref('typed'), '{"user_group_id":"typed","properties":{"region":"EU"}}', 1);
    return opened;
  };

  for (const [what, conditions, ids] of [
    ['a property with a value', [region('EU')], ['acme']],
    ['a data source of any schema ID, as text or as a number', [source('213')], ['acme', 'globex', 'initech']],
    ['no property that has the name of a data source', [source('EU')], []],
    ['a property with a number, by its spelling', [{ kind: 'property', path: 'seats', value: '5' }], ['globex']],
    ['a property inside another', [{ kind: 'property', path: 'address.country', value: 'DE' }], ['acme']],
    ['a property with any value', [region()], ['acme', 'globex']],
    ['a property that is missing, never of a group of which nothing is known', [missingRegion], ['bare', 'initech']],
    ['a mapping to a data source, be it text or a number', [mapping('40', '213')], ['acme', 'globex']],
    ['a mapping to any', [mapping('134')], ['globex', 'initech']],
    ['a draft', [{ kind: 'is', state: 'draft' }], ['typed']],
    ['a mapping that is not known', [{ kind: 'is', state: 'no-mapping' }], ['bare']],
    ['all of several', [mapping('40'), region('US')], ['globex']],
    ['nothing of a value that only begins so', [region('E')], []],
  ] as [string, GroupCondition[], string[]][]) {
    it(`are found by ${what}`, () => {
      assert.deepEqual(found(filled().store, ask(conditions)), ids);
    });
  }

  it('are found by words as well, and on one connection alone', () => {
    const { store, connectionId, connect } = filled();
    const other = connect('other');
    store.groups.saveDraft({ connectionId: other, userGroupId: 'acme' }, '{}', 1);
    assert.deepEqual(found(store, ask([], ['ACM'])), ['acme', 'acme']);
    assert.deepEqual(found(store, ask([{ kind: 'connection', connectionId }], ['e', 'x'])), ['globex']);
    assert.deepEqual(found(store, ask([{ kind: 'connection', connectionId: other }])), ['acme']);
  });

  it('are counted with the times of their answers', () => {
    const { store, connectionId } = filled();
    assert.deepEqual(store.search.matching(ask([]), undefined, 0).counts, [
      { connectionId, groups: 5, answered: 4, oldest: MAY_12 - 1000, newest: MAY_12 },
    ]);
    assert.deepEqual(store.search.matching(ask([{ kind: 'is', state: 'draft' }]), undefined, 0).counts, [
      { connectionId, groups: 1, answered: 0 },
    ]);
  });

  it('are found by what was sent last, at once, and by nothing when they are forgotten', () => {
    const { store, send, ref } = filled();
    const text = '{"user_group_id":"acme","properties":{"region":"US"}}';
    send('acme', text, { base: { text, from: 'sent', mappingKnown: false, entries: baseEntries(text) } });
    assert.deepEqual(found(store, ask([region('US')])), ['acme', 'globex']);
    assert.deepEqual(found(store, ask([{ kind: 'property', path: 'address.country' }])), []);
    store.groups.forget(ref('acme'));
    assert.deepEqual(found(store, ask([region('US')])), ['globex']);
  });

  it('are never said to miss what may be among the properties that are not kept', () => {
    const { store, send } = fixture.open();
    const text = `{"user_group_id":"acme","properties":{${Array.from({ length: 400 }, (_, index) => `"p${index}":"${'x'.repeat(150)}"`).join(',')}}}`;
    send('acme', text, { base: { text, from: 'sent', mappingKnown: false, entries: baseEntries(text) } });
    assert.deepEqual(found(store, ask([{ kind: 'missing', path: 'p399' }])), []);
    assert.deepEqual(found(store, ask([{ kind: 'property', path: 'p3' }])), ['acme']);
  });

  it('are all there, each once and in order, over many slices', () => {
    const path = fixture.path();
    const { store, connectionId, connect, ref, saveDraft } = fixture.open(path);
    const ids = Array.from({ length: 5_200 }, (_, index) => `group-${String(index).padStart(5, '0')}`);
    const groups = ids.map((id) => ({ id }));
    for (const each of [connectionId, connect('other')]) fill(path, each, groups);
    assert.deepEqual(
      found(store, ask([]), 100_000),
      ids.flatMap((id) => [id, id]),
    );
    // Where slices end is remembered: what comes and goes meanwhile is found all the same.
    for (const id of ['group-99999', 'a']) saveDraft(id);
    for (const id of ids.slice(2_490, 2_510)) store.groups.forget(ref(id));
    const again = found(store, ask([]), 100_000);
    assert.deepEqual([again.length, new Set(again).size, again[0], again.at(-1)], [10_382, 5_202, 'a', 'group-99999']);
  });
});

describe('Groups that something rare leads to', () => {
  const fixture = storeFixture();
  const REGIONS = ['EU', 'US', 'E*', '[EU]', undefined];

  /** What is asked, of what was put there. */
  function isAsAsked(
    { userGroupId, properties, isDrafted }: GroupFacts,
    { words, conditions }: GroupQuestion,
  ): boolean {
    return (
      words.every((word) => userGroupId.toUpperCase().includes(word.toUpperCase())) &&
      conditions.every((condition) => {
        switch (condition.kind) {
          case 'property': {
            const value = properties?.[condition.path];
            return value !== undefined && (condition.value === undefined || condition.value === value);
          }
          case 'missing':
            return properties !== undefined && properties[condition.path] === undefined;
          case 'is':
            return condition.state === 'draft' && isDrafted;
          case 'mapping':
          case 'source':
          case 'older':
          case 'connection':
            return false;
        }
      })
    );
  }

  interface GroupFacts {
    readonly userGroupId: string;
    /** Absent: the group has no base. */
    readonly properties?: Readonly<Record<string, string>> | undefined;
    readonly isDrafted: boolean;
  }

  function put(store: SqliteStore, connectionId: string, groups: readonly GroupFacts[]): void {
    store.groups.put(
      connectionId,
      groups.map(({ userGroupId, properties, isDrafted }) => {
        const text = JSON.stringify({ user_group_id: userGroupId, properties });
        return {
          userGroupId,
          versions: [],
          ...(properties !== undefined && {
            base: { text, from: 'sent' as const, at: MAY_12, mappingKnown: true, entries: baseEntries(text) },
          }),
          ...(isDrafted && { draft: { text: '{}', at: MAY_12 } }),
        };
      }),
      'replace',
    );
  }

  const property = fc.record({
    kind: fc.constant('property' as const),
    path: fc.constantFrom('region', 'tier', 'none'),
    value: fc.constantFrom(...REGIONS),
  });
  const missing = fc.record({ kind: fc.constant('missing' as const), path: fc.constantFrom('region', 'tier', 'none') });
  const draft = fc.constant({ kind: 'is' as const, state: 'draft' as const });
  const question = fc.record({
    words: fc.array(fc.constantFrom('ACME', '7', '*', '[', '-1', 'nowhere'), { maxLength: 2 }),
    conditions: fc.array(fc.oneof(property, missing, draft), { minLength: 1, maxLength: 3 }),
  });

  it('equal those of a search through all groups, for common and rare values', () => {
    const { store, connectionId } = fixture.open();
    // More than are few have a region and a tier, but for one or two; every way of asking has groups on both sides.
    const groups = Array.from({ length: 2_400 }, (_, index): GroupFacts => ({
      userGroupId: `acme-${index}${index % 11 === 0 ? '*' : ''}${index % 13 === 0 ? '[' : ''}`,
      properties:
        index === 5
          ? undefined
          : {
              ...(index !== 9 && {
                region: index % 500 === 0 ? 'E*' : index % 700 === 0 ? '[EU]' : index % 50 === 0 ? 'US' : 'EU',
              }),
              ...(index % 3 !== 0 && { tier: 'EU' }),
            },
      isDrafted: index % 400 === 0,
    }));
    for (let first = 0; first < groups.length; first += 200) put(store, connectionId, groups.slice(first, first + 200));
    const compare = (): void => {
      fc.assert(
        fc.property(question, (asked) => {
          assert.deepEqual(
            found(store, asked, 10_000).sort(),
            groups
              .filter((group) => isAsAsked(group, asked))
              .map(({ userGroupId }) => userGroupId)
              .sort(),
            JSON.stringify(asked),
          );
        }),
        { numRuns: inDepth(100) },
      );
    };
    compare();
    // Changed: what was said before leads nowhere.
    for (const [index, group] of groups.entries()) {
      if (index % 97 === 0) groups[index] = { ...group, properties: { region: 'US' } };
    }
    put(
      store,
      connectionId,
      groups.filter((_, index) => index % 97 === 0),
    );
    compare();
  }).timeout(300_000);

  it('are counted and given in the order of the list, at most so many', () => {
    const { store, connectionId } = fixture.open();
    const properties = { region: 'EU' };
    const groups = ['globex', 'acme', 'initech'].map((userGroupId) => ({ userGroupId, properties, isDrafted: false }));
    put(store, connectionId, groups);
    const slice = store.search.matching(ask([region('EU')]), undefined, 2);
    assert.deepEqual(
      slice.groups.map(({ ref }) => ref.userGroupId),
      ['acme', 'globex'],
    );
    assert.deepEqual([slice.counts, slice.next], [[{ connectionId, groups: 3, answered: 0 }], undefined]);
  });

  it('are found by any of very many properties', () => {
    const { store, connectionId } = fixture.open();
    const properties = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`p${index}`, 'x']));
    put(store, connectionId, [{ userGroupId: 'acme', properties, isDrafted: false }]);
    assert.deepEqual(found(store, ask([{ kind: 'property', path: 'p149', value: 'x' }])), ['acme']);
    assert.deepEqual(found(store, ask([{ kind: 'property', path: 'p150' }])), []);
    assert.deepEqual(found(store, ask([{ kind: 'missing', path: 'p150' }])), ['acme']);
  });

  it('leave nothing of what they were found by when they are sent again, or forgotten', () => {
    const { store, connectionId } = fixture.open(fixture.path());
    const reader = new DatabaseSync(fixture.path());
    const terms = (): unknown => reader.prepare('SELECT count(*) AS terms FROM group_terms').get()?.terms;
    put(store, connectionId, [{ userGroupId: 'acme', properties: { region: 'EU', tier: '1' }, isDrafted: false }]);
    assert.equal(terms(), 4);
    put(store, connectionId, [{ userGroupId: 'acme', properties: { region: 'US' }, isDrafted: false }]);
    assert.equal(terms(), 2);
    store.groups.forget({ connectionId, userGroupId: 'acme' });
    assert.equal(terms(), 0);
    reader.close();
  });

  it('are missing nothing when nothing is known of them any more', () => {
    const { store, connectionId } = fixture.open();
    for (const [properties, ids] of [
      [{ tier: 'gold' }, ['acme']],
      [undefined, []],
    ] as const) {
      put(store, connectionId, [{ userGroupId: 'acme', properties, isDrafted: true }]);
      assert.deepEqual(found(store, ask([missingRegion])), ids);
    }
  });

  it('are found by words longer than any pattern', () => {
    const { store, connectionId } = fixture.open();
    const long = 'x'.repeat(60_000);
    store.groups.saveDraft({ connectionId, userGroupId: `acme${long}` }, '{}', 1);
    assert.equal(found(store, ask([{ kind: 'is', state: 'draft' }], [long])).length, 1);
    assert.equal(store.search.containing(long, 9).length, 1);
    assert.equal(store.search.containing(`${long}y`, 9).length, 0);
  });
});

describe('What groups are found by', () => {
  it('cannot be imitated by a value', () => {
    const imitation = 'x\u0004\u0002Pregion\u0003EU';
    const facets = facetsOf({ values: [{ path: 'note', value: imitation }], mapping: [{ schemaId: imitation }] });
    assert.ok(!facets.includes(facetAsked({ kind: 'property', path: 'region', value: 'EU' })));
    assert.ok(!facets.includes(facetAsked({ kind: 'property', path: 'region' })));
    assert.ok(facets.includes(facetAsked({ kind: 'property', path: 'note', value: imitation })));
  });

  it('holds what it was made from and nothing else, with any names and values', () => {
    const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 4 });
    const pair = fc.record({ path: name, value: fc.option(name, { nil: undefined }) });
    const clean = (text: string): string => text.toWellFormed().replace(/[\0-\u0005]/g, '\uFFFD');
    fc.assert(
      fc.property(fc.array(pair), pair, (values, { path, value }) => {
        const facets = facetsOf({ values });
        const isThere = values.some(
          (each) =>
            clean(each.path) === clean(path) &&
            (value === undefined || (each.value !== undefined && clean(each.value) === clean(value))),
        );
        assert.equal(facets.includes(facetAsked({ kind: 'property', path, value })), isThere);
      }),
    );
  });
});
