// The items of the pick that searches groups: which, and in which order.

import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/connection.ts';
import { CUSTOMER_API } from '../../../../src/contract/customerApi.ts';
import type { ListedGroup } from '../../../../src/services/groups/groupService.ts';
import type { UnderstoodQuery } from '../../../../src/services/groups/understoodQuery.ts';
import { itemsFor, problemItem, type FoundItem, type OfferedItems } from '../../../../src/vscode/command/foundItems.ts';
import { groupCapabilities } from '../../../../src/vscode/command/groupCapabilities.ts';
import { standIn } from '../../../support/standIn.ts';

const PRODUCTION: Connection = {
  id: 'c',
  name: 'production',
  baseUrl: 'https://dashboards.example',
  kind: 'service',
  status: 'ready',
  environment: 'Customer',
};
const groupOf = (id: string, connectionId = 'c'): ListedGroup =>
  standIn<ListedGroup>({
    ref: { connectionId, userGroupId: id },
    name: id.toUpperCase(),
    words: ['Sent today', 'No mapping set'],
  });

interface Searched {
  readonly text?: string;
  readonly notes?: readonly string[];
  readonly hasFilters?: boolean;
  readonly help?: readonly FoundItem[];
  readonly matching?: number;
  readonly groups?: readonly ListedGroup[];
  readonly connections?: readonly Connection[];
}

function itemsOf(options: OfferedItems, searched: Searched): FoundItem[] {
  const {
    text = '',
    notes = [],
    hasFilters = false,
    help = [],
    matching,
    groups = [groupOf('a'), groupOf('b')],
    connections = [PRODUCTION],
  } = searched;
  return itemsFor(
    {
      options,
      query: standIn<UnderstoodQuery>({ text, notes, hasFilters }),
      help,
      saved: text === '' ? [{ label: 'saved', saved: 'Saved' }] : [],
      connections: new Map(connections.map((connection) => [connection.id, connection])),
    },
    { groups, ...(matching !== undefined && { matching, of: 5 }) },
  );
}

const labels = (options: OfferedItems, searched: Searched): string[] =>
  itemsOf(options, searched).map(({ label }) => label);
const HELP: readonly FoundItem[] = [{ label: 'help', completed: 'is:draft' }];

describe('The items of a search', () => {
  it('are the groups, each with its connection and its state, and those of no connection never', () => {
    assert.deepEqual(itemsOf({}, { text: 'a', groups: [groupOf('a'), groupOf('x', 'removed')] }), [
      {
        label: 'A',
        description: 'a · production (PRODUCTION)',
        detail: 'Sent today · No mapping set',
        alwaysShow: true,
        leadsTo: { target: { connection: PRODUCTION, userGroupId: 'a' } },
      },
    ]);
  });

  const LIST = '$(filter) Show These in List';
  for (const [what, options, searched, shown] of [
    ['no list is offered', {}, { text: 'x', matching: 2 }, ['A', 'B']],
    ['while they are counted', { inList: 'first' }, { text: 'x' }, ['A', 'B']],
    ['the list first', { inList: 'first' }, { text: 'x', matching: 2 }, [LIST, 'A', 'B']],
    ['the list last', { inList: 'last' }, { text: 'x', matching: 2 }, ['A', 'B', LIST]],
    ['the list last, of nothing', { inList: 'last' }, { text: 'x', matching: 0, groups: [] }, ['No matching groups']],
    [
      'the list first, of all',
      { inList: 'first' },
      { matching: 5 },
      ['$(list-tree) Show All in List', 'saved', 'A', 'B'],
    ],
    ['all of them first', { inList: 'all' }, { text: 'x', matching: 2 }, ['$(check-all) These 2 Groups', 'A', 'B']],
    ['the only one first', { inList: 'all' }, { text: 'x', matching: 1 }, ['$(check-all) This Group', 'A', 'B']],
    ['all of none', { inList: 'all' }, { text: 'x', matching: 0, groups: [] }, ['No matching groups']],
    ['help below', { inList: 'last' }, { text: 'x', help: HELP, matching: 2 }, ['A', 'B', 'help', LIST]],
    [
      'a note above',
      { inList: 'first' },
      { text: 'x', notes: ['Note'], matching: 2 },
      ['$(warning) Note', LIST, 'A', 'B'],
    ],
    [
      'help first where nothing is found',
      { inList: 'first' },
      { text: 'x', notes: ['Note'], help: HELP, matching: 0, groups: [] },
      ['$(warning) Note', 'help', 'No matching groups'],
    ],
    ['nothing yet', {}, { help: HELP, groups: [] }, ['saved', 'No groups yet', 'help']],
    ['proposed first', { proposed: [groupOf('b'), groupOf('c')] }, {}, ['saved', 'B', 'C', 'A']],
    ['proposed only while nothing is typed', { proposed: [groupOf('b')] }, { text: 'x' }, ['A', 'B']],
    [
      'all but one',
      { proposed: [groupOf('a'), groupOf('b')], except: { connectionId: 'c', userGroupId: 'a' } },
      {},
      ['saved', 'B'],
    ],
  ] as const)
    it(`stand in their order: ${what}`, () => {
      assert.deepEqual(labels(options, searched), shown);
    });

  it('say how there will be groups', () => {
    const listing = { ...PRODUCTION, id: 'd', serviceApi: CUSTOMER_API };
    const add = 'The service can\'t list its groups. Use "New User Group…" or "Add Existing User Group…".';
    const refresh = 'Use "Refresh List from Service" on a connection, or add groups.';
    for (const [connections, detail] of [
      [[PRODUCTION], add],
      [[{ ...listing, status: 'invalid' }], add],
      [[PRODUCTION, listing], refresh],
    ] as const) {
      const items = itemsOf({}, { groups: [], connections });
      assert.equal(items.find(({ label }) => label === 'No groups yet')?.detail, detail);
    }
  });

  it('for the matches themselves lead to them, and say how many they are', () => {
    const [list] = itemsOf({ inList: 'first' }, { text: ' x ', matching: 2 });
    const [all] = itemsOf({ inList: 'all' }, { text: ' x ', matching: 5 });
    assert.deepEqual(
      [list, all],
      [
        {
          label: LIST,
          description: '2 of 5',
          alwaysShow: true,
          leadsTo: { filter: 'x', matching: 2 },
          detail: 'Filters ignore drafts.',
        },
        {
          label: '$(check-all) These 5 Groups',
          description: 'all in the list',
          alwaysShow: true,
          leadsTo: { filter: 'x', matching: 5 },
          detail: 'Or select one below, or type to filter.',
        },
      ],
    );
  });

  it('say of filters that found nothing what they ignore', () => {
    const detailOf = (hasFilters: boolean): string | undefined =>
      itemsOf({}, { text: 'x', hasFilters, groups: [] })[0]?.detail;
    assert.deepEqual([detailOf(true), detailOf(false)], ['Filters ignore drafts.', undefined]);
  });

  it('of a problem say below it what there is instead', () => {
    assert.deepEqual(['"x" is no state.', '"x" is no state. Use one of these: a. Or b.'].map(problemItem), [
      { label: '$(error) "x" is no state.', alwaysShow: true },
      { label: '$(error) "x" is no state.', detail: 'Use one of these: a. Or b.', alwaysShow: true },
    ]);
  });
});

describe('What can be done with a group', () => {
  const NEVER = 'canOpen hasHistory canRemoveFromList';
  const NEW: Partial<ListedGroup> = {
    answeredAt: undefined,
    draftAt: undefined,
    sentAt: undefined,
    unknownOutcome: undefined,
    listing: undefined,
    isTokenReadable: false,
    hasUnrecognizedResponse: false,
    previousTokens: 0,
  };
  const rotation = (askedAt?: number) => ({ operation: 'rotate', askedAt }) as never;
  for (const [what, group, capabilities, of] of [
    ['new', {}, 'canGetOrCreate', {}],
    ['answered', { answeredAt: 1 }, 'canUpdate canFetch canCompareWithAnswered', {}],
    [
      'answered, of a connection that is not ready',
      { answeredAt: 1, draftAt: 1, isTokenReadable: true, previousTokens: 1, unknownOutcome: rotation() },
      'canDismiss canCompareWithAnswered',
      { status: 'moved' },
    ],
    ['with a draft', { draftAt: 1 }, 'canGetOrCreate hasDraft', {}],
    [
      'answered, with a draft',
      { answeredAt: 1, draftAt: 1 },
      'canUpdate canSendDraft canFetch hasDraft canCompareWithAnswered',
      {},
    ],
    ['with a token', { isTokenReadable: true }, 'canGetOrCreate canCopyToken canRotate', {}],
    ['with a token that is locked', { isTokenReadable: true }, 'canGetOrCreate canCopyToken', { locked: 'rotation' }],
    [
      'with a rotation to resolve',
      { isTokenReadable: true, unknownOutcome: rotation() },
      'canGetOrCreate canFetch canCopyToken canFindOut canDismiss',
      {},
    ],
    [
      'with a rotation that was asked about',
      { isTokenReadable: true, unknownOutcome: rotation(1) },
      'canGetOrCreate canFetch canCopyToken canRotate canFindOut canDismiss',
      {},
    ],
    [
      'with an update of unknown outcome',
      { isTokenReadable: true, unknownOutcome: { operation: 'update' } as never },
      'canGetOrCreate canFetch canCopyToken canRotate',
      {},
    ],
    [
      'of a service that deletes',
      { answeredAt: 1, isTokenReadable: true },
      'canUpdate canFetch canCopyToken canRotate canDelete canChangeId canCompareWithAnswered',
      { serviceApi: CUSTOMER_API },
    ],
    [
      'of a service that deletes, locked',
      { isTokenReadable: true },
      'canGetOrCreate canCopyToken',
      { serviceApi: CUSTOMER_API, locked: 'rotation' },
    ],
    [
      'of a service that deletes, with a rotation that was asked about',
      { isTokenReadable: true, unknownOutcome: rotation(1) },
      'canGetOrCreate canFetch canCopyToken canRotate canFindOut canDismiss',
      { serviceApi: CUSTOMER_API },
    ],
    [
      'perhaps deleted',
      { answeredAt: 1, draftAt: 1, isTokenReadable: true, unknownOutcome: { operation: 'delete' } as never },
      'canFetch canCopyToken canDelete canChangeId hasDraft canCompareWithAnswered',
      { serviceApi: CUSTOMER_API },
    ],
    [
      'deleted',
      { sentAt: 1, isTokenReadable: true, listing: 'deleted' },
      'canGetOrCreate canCopyToken canCompareWithSent',
      { serviceApi: CUSTOMER_API },
    ],
    [
      'with what is kept of it',
      { hasUnrecognizedResponse: true, previousTokens: 1, sentAt: 1 },
      'canGetOrCreate hasUnrecognizedResponse hasPreviousToken canCompareWithSent',
      {},
    ],
  ] as const)
    it(`depends on its state: ${what}`, () => {
      assert.equal(
        groupCapabilities({ ...PRODUCTION, ...of }, standIn<ListedGroup>({ ...NEW, ...group })),
        `${NEVER} ${capabilities}`,
      );
    });
});
