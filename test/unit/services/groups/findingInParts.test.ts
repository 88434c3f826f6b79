// A search that the store answers part by part: what it is asked, and what its parts come to.

import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/connection.ts';
import type { FoundSlice, GroupSearch } from '../../../../src/core/ports/groupSearch.ts';
import type { Store } from '../../../../src/core/ports/store.ts';
import type { UserGroupSummary } from '../../../../src/core/userGroup.ts';
import type { ConnectionService } from '../../../../src/services/connections/connectionService.ts';
import { GroupFinder } from '../../../../src/services/groups/groupFinder.ts';
import type { GroupService, ListedGroup } from '../../../../src/services/groups/groupService.ts';
import { NamesInUse } from '../../../../src/services/groups/namesInUse.ts';
import { PRODUCTION, TESTING } from '../../../support/connections.ts';
import type { TokenAges } from '../../../../src/services/groups/tokenAges.ts';
import { standIn } from '../../../support/standIn.ts';

const STAGING = { kind: 'connection', connectionId: TESTING.id };
const DRAFTS = { kind: 'is', state: 'draft' };
const INVALID: Connection = { ...TESTING, id: '', status: 'invalid' };

const group = (userGroupId: string): UserGroupSummary => ({
  ref: { connectionId: TESTING.id, userGroupId },
  name: userGroupId,
  mappingKnown: true,
  previousTokens: 0,
});

interface Searched {
  readonly finder: GroupFinder;
  /** What the store was asked for each part: conditions, where to go on, and how many groups. */
  readonly asked: unknown[][];
  /** The texts of words alone. */
  readonly words: string[];
}

/** The store answers one part after another. */
function searched(...parts: readonly FoundSlice[]): Searched {
  const asked: unknown[][] = [];
  const words: string[] = [];
  const described = (groups: readonly UserGroupSummary[]): Promise<ListedGroup[]> =>
    Promise.resolve(groups as ListedGroup[]);
  const finder = new GroupFinder(
    standIn<Store>({
      search: standIn({
        matching: ({ conditions }, after, limit) => parts[asked.push([...conditions, after, limit]) - 1]!,
        siblingsWith: () => 1,
      }),
      groups: standIn({ groupCount: (id) => (id === TESTING.id ? 40 : 2) }),
    }),
    standIn<ConnectionService>({ list: () => [TESTING, PRODUCTION, INVALID] }),
    standIn<GroupService>({
      describe: described,
      search: (text) => {
        words.push(text);
        return described([group(text)]);
      },
    }),
    standIn<TokenAges>({}),
  );
  return { finder, asked, words };
}

const ids = (groups: readonly ListedGroup[] | undefined): string[] | undefined =>
  groups?.map(({ ref }) => ref.userGroupId);

describe('A search in parts', () => {
  const twoParts = [
    { groups: [group('a'), group('b')], counts: [], next: 'b' },
    { groups: [group('c')], counts: [] },
  ] as const;

  it('asks for what is still to be found, and counts the rest', async () => {
    const { finder, asked } = searched(
      { groups: [group('a'), group('b')], counts: [], next: 'b' },
      { groups: [group('c')], counts: [], next: 'c' },
      { groups: [], counts: [] },
    );
    const reported: unknown[] = [];
    const found = await finder.find(finder.understand('is:draft'), {
      limit: 3,
      onGroups: (groups) => reported.push(ids(groups)),
    });
    assert.deepEqual(asked, [
      [DRAFTS, undefined, 3],
      [DRAFTS, 'b', 1],
      [DRAFTS, 'c', 0],
    ]);
    assert.deepEqual([ids(found?.groups), reported], [['a', 'b', 'c'], [['a', 'b', 'c']]]);
  });

  it('adds up what matches of each connection, with the oldest and the newest answer', async () => {
    const { finder } = searched(
      { groups: [], next: 'x', counts: [{ connectionId: '1', groups: 2, answered: 1, oldest: 5, newest: 9 }] },
      {
        groups: [],
        next: 'y',
        counts: [
          { connectionId: '1', groups: 3, answered: 2, oldest: 3, newest: 7 },
          { connectionId: '2', groups: 1, answered: 0 },
        ],
      },
      { groups: [], counts: [{ connectionId: '2', groups: 4, answered: 0 }] },
    );
    const { counts, matching, of } = (await finder.find(finder.understand('is:draft'), { limit: 1 }))!;
    assert.deepEqual(counts, [
      { connectionId: '1', groups: 5, answered: 3, oldest: 3, newest: 9 },
      { connectionId: '2', groups: 5, answered: 0 },
    ]);
    assert.deepEqual([matching, of], [10, 42]);
  });

  it('of words alone takes its groups from the search by words, and only counts', async () => {
    const { finder, asked, words } = searched({ groups: [], counts: [] });
    const reported: unknown[] = [];
    const found = await finder.find(finder.understand('acme corp'), {
      limit: 3,
      onGroups: (groups) => reported.push(ids(groups)),
    });
    assert.deepEqual([words, asked], [['acme corp'], [[undefined, 0]]]);
    assert.deepEqual([ids(found?.groups), reported], [['acme corp'], [['acme corp']]]);
  });

  for (const [words, text, connectionId, conditions] of [
    ['in quotes', '"acme corp"', undefined, []],
    ['beside a filter on one connection', 'acme is:draft', TESTING.id, [DRAFTS, STAGING]],
  ] as const)
    it(`of words ${words} takes its groups from the parts`, async () => {
      const { finder, asked, words: queries } = searched({ groups: [group('a')], counts: [] });
      const found = await finder.find(finder.understand(text), { limit: 3, connectionId });
      assert.deepEqual([ids(found?.groups), queries, asked], [['a'], [], [[...conditions, undefined, 3]]]);
    });

  it('puts first the group whose id is typed whole', async () => {
    const { finder } = searched({ groups: [group('a'), group('acme corp'), group('b')], counts: [] });
    const found = await finder.find(finder.understand('acme corp is:draft'), { limit: 3 });
    assert.deepEqual(ids(found?.groups), ['acme corp', 'a', 'b']);
  });

  it('counts the groups of its own connection alone', async () => {
    const { finder } = searched({ groups: [], counts: [] });
    assert.equal((await finder.find(finder.understand(''), { limit: 1, connectionId: TESTING.id }))?.of, 40);
  });

  it('reports nothing and goes no further once nobody waits', async () => {
    const { finder, asked } = searched(...twoParts);
    const reported: unknown[] = [];
    const found = await finder.find(finder.understand('is:draft'), {
      limit: 1,
      onGroups: (groups) => reported.push(groups),
      isWanted: () => false,
    });
    assert.deepEqual([found, reported, asked.length], [undefined, [], 1]);
  });

  it('of every group of a connection goes through all parts', async () => {
    const { finder, asked } = searched(...twoParts);
    const found: string[] = [];
    for await (const { userGroupId } of finder.refsOf(TESTING.id, 'is:draft')) found.push(userGroupId);
    assert.deepEqual(found, ['a', 'b', 'c']);
    assert.deepEqual(asked, [
      [DRAFTS, STAGING, undefined, Number.MAX_SAFE_INTEGER],
      [DRAFTS, STAGING, 'b', Number.MAX_SAFE_INTEGER],
    ]);
  });

  it('of every group of a connection is refused where the query cannot be asked', async () => {
    const { finder, asked } = searched();
    await assert.rejects(finder.refsOf(TESTING.id, 'is:nothing').next(), { kind: 'invalid' });
    assert.deepEqual(asked, []);
  });

  it('for the oldest tokens of a connection looks through all parts, and keeps so many of them', async () => {
    const aged = (id: string, tokenSince?: number): UserGroupSummary => ({ ...group(id), tokenSince });
    const { finder, asked } = searched(
      { groups: [aged('a', 5), aged('b')], counts: [], next: 'b' },
      { groups: [aged('c', 1), aged('d', 5), aged('e')], counts: [] },
    );
    assert.deepEqual(ids(await finder.oldestOf(TESTING.id, 'is:draft', 4)), ['c', 'a', 'd', 'b']);
    assert.deepEqual(asked, [
      [DRAFTS, STAGING, undefined, 4],
      [DRAFTS, STAGING, 'b', 4],
    ]);
    await assert.rejects(finder.oldestOf(TESTING.id, 'is:drafty', 4), { kind: 'invalid' });
  });

  it('for a few groups of a connection ends when they are found', async () => {
    const { finder, asked } = searched(...twoParts);
    assert.deepEqual(ids(await finder.groupsOf(TESTING.id, 'is:draft', 2)), ['a', 'b']);
    assert.deepEqual(asked, [[DRAFTS, STAGING, undefined, 2]]);
  });
});

describe('The names that filters can be about', () => {
  const names = new NamesInUse(
    standIn<GroupSearch>({
      siblingNames: ({ connectionId, userGroupId }, field, limit) =>
        connectionId === TESTING.id
          ? [{ name: `${field} ${limit}`, groups: 3 }]
          : [
              { name: `${field} ${limit}`, groups: 1 },
              { name: `${field}${userGroupId}`, groups: 5 },
            ],
      siblingsWith: ({ connectionId }, field, name) =>
        Number(connectionId === PRODUCTION.id && field === 'mapping' && name === '40'),
    }),
    standIn<ConnectionService>({ list: () => [INVALID, TESTING, PRODUCTION] }),
  );

  it('are those of all connections that the store knows, the most used first', () => {
    assert.deepEqual(names.connections(), [TESTING, PRODUCTION]);
    assert.deepEqual(names.list('properties'), [
      { name: 'properties', groups: 5 },
      { name: 'properties 200', groups: 4 },
    ]);
  });

  it('are in use where a group of any connection has them', () => {
    assert.deepEqual(
      [names.has('mapping', '40'), names.has('mapping', '41'), names.has('properties', '40')],
      [true, false, false],
    );
  });
});
