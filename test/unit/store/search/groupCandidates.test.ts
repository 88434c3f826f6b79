// What is rare leads to its groups at once, among more than are looked through in one stretch.

import assert from 'node:assert/strict';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { GroupCondition } from '../../../../src/core/ports/groupSearch.ts';
import { Database } from '../../../../src/store/database/database.ts';
import { openStore, type SqliteStore } from '../../../../src/store/sqliteStore.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { MAY_12, sealed, storeFixture } from '../storeFixture.ts';
import { fill } from './filledList.ts';

/** One more than a stretch has. */
const MANY = 5_001;
const FEW = 2_000;

describe('A search among more groups than a stretch has', () => {
  const fixture = storeFixture();
  const property = { kind: 'property', path: 'region', value: 'EU' } as const;
  const state = (name: Extract<GroupCondition, { kind: 'is' }>['state']) => ({ kind: 'is', state: name }) as const;

  /** Read by all tests, changed by none. */
  let folder = '';
  let store: SqliteStore;
  before(() => {
    folder = temporaryFolder('user-groups-candidates-');
    make(join(folder, 'filled'));
    store = openStore({ path: join(folder, 'filled') });
  });
  after(() => {
    store.close();
    rmSync(folder, { recursive: true });
  });

  /** All begin with "tenant"; the last in the list have something that no other one has. */
  function make(path: string): void {
    const opened = fixture.open(path);
    fill(
      path,
      opened.connectionId,
      Array.from({ length: MANY }, (_, index) => ({ id: `tenant-${index}` })),
    );
    const entries = {
      mapping: [{ schemaId: '40', dataSource: '213' }],
      properties: ['region'],
      values: [{ path: 'region', value: 'EU' }],
    };
    const base = { text: '{"a":1}', from: 'sent', mappingKnown: false, entries } as const;
    const { saveDraft, send } = opened;
    send('tenant-rare', base.text, { outcome: 'created', token: sealed('a'), base, answer: { name: 'tenant-rare' } });
    send('tenant-rare', '', { outcome: 'rotated', token: sealed('b') }, 'rotate');
    send('tenant-lost', '{}', { outcome: 'existedNotApplied', existedNotApplied: true }, 'getOrCreate');
    send('tenant-lost', '{}', { outcome: 'unknown', gone: true });
    saveDraft('tenant-typed');
    opened.store.close();
  }

  for (const [words, conditions, ids, isAtOnce, searched] of [
    ['a property', [property], ['rare'], true],
    ['a property of any value', [{ kind: 'property', path: 'region' }], ['rare'], true],
    ['a mapping', [{ kind: 'mapping', schemaId: '40' }], ['rare'], true],
    ['a property that no group has', [{ kind: 'property', path: 'none' }], [], true],
    ['a property that no group is known to miss', [{ kind: 'missing', path: 'region' }], [], true],
    ['a property that one misses', [{ kind: 'missing', path: 'tier' }], ['rare'], false],
    ['a draft', [state('draft')], ['typed'], true],
    ['an unknown outcome', [state('unknown')], ['lost'], true],
    ['being gone', [state('gone')], ['lost'], true],
    ['what was not applied', [state('not-applied')], ['lost'], true],
    ['an unknown mapping', [state('no-mapping')], ['rare'], true],
    ['a former token', [state('replaced')], ['rare'], true],
    ['the age of a token', [{ kind: 'older', before: MAY_12 + 1 }], ['rare'], true],
    ['an age that no token has', [{ kind: 'older', before: MAY_12 }], [], true],
    ['a former token and a draft', [state('replaced'), state('draft')], [], true],
    ['a word beside a filter', [{ kind: 'missing', path: 'tier' }], ['rare'], true, 'rare'],
    ['a word beside a filter, in many groups', [{ kind: 'missing', path: 'tier' }], ['rare'], false, 'tenant'],
    ['a word alone', [], ['rare'], false, 'rare'],
  ] as const satisfies readonly (readonly [string, readonly GroupCondition[], readonly string[], boolean, string?])[]) {
    it(`${isAtOnce ? 'is at its end at once' : 'goes on'} by ${words}`, () => {
      const question = { words: searched === undefined ? [] : [searched], conditions };
      const first = store.search.matching(question, undefined, 9);
      const second = first.next === undefined ? [] : store.search.matching(question, first.next, 9).groups;
      assert.deepEqual(
        [[...first.groups, ...second].map(({ ref }) => ref.userGroupId), first.next === undefined],
        [ids.map((id) => `tenant-${id}`), isAtOnce],
      );
    });
  }

  for (const [drafts, isAtOnce] of [
    [FEW, true],
    [FEW + 1, false],
  ] as const) {
    it(`${isAtOnce ? 'is at its end at once' : 'goes on'} by what ${drafts} groups have`, () => {
      const path = fixture.path();
      copyFileSync(join(folder, 'filled'), path);
      const database = new Database(path, Date.now);
      // One has a draft already.
      database.write(() => database.run('UPDATE user_groups SET draft_at = 1 WHERE id < :drafts', { drafts }));
      database.close();
      const { search } = fixture.reopen(path);
      const question = { words: [], conditions: [state('draft')] };
      const first = search.matching(question, undefined, 0);
      const { counts } = first.next === undefined ? { counts: [] } : search.matching(question, first.next, 0);
      const groups = [...first.counts, ...counts].reduce((sum, count) => sum + count.groups, 0);
      assert.deepEqual([groups, first.next === undefined], [drafts, isAtOnce]);
    });
  }
});

describe('A search in stretches', () => {
  const fixture = storeFixture();

  it('ends one after as many groups as a stretch has, also when as many have come before them', () => {
    const path = fixture.path();
    const { store, connectionId } = fixture.open(path);
    const ids = Array.from({ length: MANY - 1 }, (_, index) => ({ id: `tenant-${index}` }));
    fill(path, connectionId, ids);
    const question = { words: [], conditions: [] };
    const counted = (): unknown => {
      const first = store.search.matching(question, undefined, 0);
      const second = store.search.matching(question, first.next, 0);
      return [first.groups, first.counts[0]?.groups, second.counts[0]?.groups];
    };
    assert.deepEqual(counted(), [[], MANY - 1, undefined]);
    store.groups.saveDraft({ connectionId, userGroupId: 'tenant-last' }, '{}', 1);
    assert.deepEqual(counted(), [[], MANY - 1, 1]);
    fill(
      path,
      connectionId,
      ids.map(({ id }) => ({ id: `a ${id}` })),
    );
    assert.deepEqual(counted(), [[], MANY - 1, MANY - 1]);
  });
});
