// What a query asks of the store, and what it may become.

import assert from 'node:assert/strict';
import type { GroupCondition } from '../../../../src/core/ports/groupSearch.ts';
import type { NamesInUse } from '../../../../src/services/groups/namesInUse.ts';
import { completions } from '../../../../src/services/groups/queryCompletions.ts';
import { understand } from '../../../../src/services/groups/understoodQuery.ts';
import { TokenAges } from '../../../../src/services/groups/tokenAges.ts';
import { assertApproved } from '../../../support/approved.ts';
import { PRODUCTION, TESTING } from '../../../support/connections.ts';
import { DAY } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const USES = {
  mapping: [
    { name: '40', groups: 1_200 },
    { name: '41', groups: 1 },
  ],
  properties: [
    { name: 'region', groups: 1 },
    { name: 'account tier', groups: 1_200 },
  ],
};
const names = standIn<NamesInUse>({
  connections: () => [TESTING, PRODUCTION],
  list: (field) => USES[field],
  has: (field, name) => USES[field].some((use) => use.name === name),
  dataSources: () => [
    { name: 'Acme-Prod', groups: 1 },
    { name: 'all of them', groups: 1_200 },
  ],
});

const NOW = Date.UTC(2025, 4, 12);
const agesOf = (rotateAfterDays: number): TokenAges =>
  new TokenAges({ rotateAfterDays: () => rotateAfterDays }, () => NOW);
const ages = agesOf(0);

const noFilter = (name: string, meant?: string): string =>
  `"${name}:" is not a filter, so IDs and names are searched for it.${meant === undefined ? '' : ` Did you mean "${meant}:"?`}`;

describe('A query', () => {
  const cases: readonly (readonly [
    text: string,
    words: readonly string[],
    conditions: readonly GroupCondition[],
    hasFilters: boolean,
    notes?: readonly string[],
  ])[] = [
    ['', [], [], false],
    ['acme "" corp', ['acme', 'corp'], [], false],
    ['region=EU', [], [{ kind: 'property', path: 'region', value: 'EU' }], true],
    ['missing:region', [], [{ kind: 'missing', path: 'region' }], true],
    ['source:acme-prod', [], [{ kind: 'source', dataSource: 'acme-prod' }], true],
    ['source:acme-porf', [], [{ kind: 'source', dataSource: 'acme-porf' }], true, ['Did you mean "Acme-Prod"?']],
    ['source:213', [], [{ kind: 'source', dataSource: '213' }], true],
    ['mapping:40', [], [{ kind: 'mapping', schemaId: '40' }], true],
    ['mapping:40=213', [], [{ kind: 'mapping', schemaId: '40', dataSource: '213' }], true],
    ['connection:PRODUCTION', [], [{ kind: 'connection', connectionId: PRODUCTION.id }], true],
    ['older:90d', [], [{ kind: 'older', before: NOW - 90 * DAY }], true],
    ['OLDER:7', [], [{ kind: 'older', before: NOW - 7 * DAY }], true],
    ['acme is:DRAFT', ['acme'], [{ kind: 'is', state: 'draft' }], true],
    ['acme is:nothing', ['acme'], [], true],
    ['is:nothing is:draft', [], [{ kind: 'is', state: 'draft' }], true],
    ['region.of=EU', [], [{ kind: 'property', path: 'region.of', value: 'EU' }], true, []],
    [
      'mapping:4O',
      [],
      [{ kind: 'mapping', schemaId: '4O' }],
      true,
      ['No group in the list maps "4O". Did you mean "40"?'],
    ],
    [
      'missing:REGOIN',
      [],
      [{ kind: 'missing', path: 'REGOIN' }],
      true,
      ['No group in the list has a property "REGOIN". Did you mean "region"?'],
    ],
    ['mapsing:40', ['mapsing:40'], [], false, [noFilter('mapsing', 'mapping')]],
    ['mapxyzg:40', ['mapxyzg:40'], [], false, [noFilter('mapxyzg')]],
    ['mapping:ab', [], [{ kind: 'mapping', schemaId: 'ab' }], true, ['No group in the list maps "ab".']],
    ['mising:region', ['mising:region'], [], false, [noFilter('mising', 'missing')]],
  ];
  for (const [text, words, conditions, hasFilters, notes = []] of cases)
    it(`is understood: ${text === '' ? 'an empty one' : text}`, () => {
      const { question, notes: said, ...understood } = understand(text, names, ages);
      assert.deepEqual(
        [understood.text, question, understood.hasFilters, said],
        [text, { words, conditions }, hasFilters, notes],
      );
    });

  it('of too many words asks for nothing, and counts as one with filters', () => {
    const { question, hasFilters } = understand('x '.repeat(101), names, ages);
    assert.deepEqual([question, hasFilters], [{ words: [], conditions: [] }, true]);
  });

  it('names every problem and what is doubtful, each with what helps', () => {
    const said = [
      ...['is:drafty', 'is:', 'is:old', 'connection:prod', 'missing:', 'mapping:', 'source:', 'older:'],
      ...['x '.repeat(101), 'missing: connection:x', 'conection:staging', 'urn:customer:7', 'ergoin=EU'],
    ].map((text) => {
      const { problems, notes } = understand(text, names, ages);
      return [text.slice(0, 30), [...problems, ...notes]] as const;
    });
    assertApproved('groups/queryProblems', said);
  });
});

describe('A query for old tokens', () => {
  it('asks for those that are older than the person has set', () => {
    const { question, problems } = understand('is:OLD', names, agesOf(30));
    assert.deepEqual([question.conditions, problems], [[{ kind: 'older', before: NOW - 30 * DAY }], []]);
  });

  it('finds none while no token counts as old', () => {
    const { question, hasFilters } = understand('is:old', names, agesOf(0));
    assert.deepEqual([question.conditions, hasFilters], [[], true]);
  });

  for (const typed of ['90w', '-1', '1.5', '123456d', '90d ago'].map((of) => `older:"${of}"`))
    it(`takes nothing but days: ${typed}`, () => {
      const { question, problems } = understand(typed, names, ages);
      assert.deepEqual([question.conditions, problems], [[], ['How many days? Type older:90d, for example.']]);
    });
});

describe('A query may become', () => {
  const offered = (text: string, limit = 10): string[] =>
    completions(text, limit, names).map(
      ({ insert, about, completed }) => `${completed}${completed === insert ? '' : ` by ${insert}`}: ${about}`,
    );

  for (const [text, ...expected] of [
    ['reg', 'region=: property of 1 group, then its value'],
    ['"ACC', '"account tier"=: property of 1,200 groups, then its value'],
    [
      'missing:',
      'missing:region: groups without the property (1 has it)',
      'missing:"account tier": groups without the property (1,200 have it)',
    ],
    [
      'MAPPING:',
      'mapping:40: schema ID of 1,200 groups (=… adds the data source)',
      'mapping:41: schema ID of 1 group (=… adds the data source)',
    ],
    [
      'acme conn',
      'acme connection:staging by connection:staging: groups of this connection',
      'acme connection:production by connection:production: groups of this connection',
    ],
    [
      'old',
      'is:old: Token older than userGroups.rotateAfterDays',
      'older:90d: groups whose token was received over 90 days ago',
    ],
    ['source:a', 'source:Acme-Prod: data source of 1 group', 'source:"all of them": data source of 1,200 groups'],
    ['source:"all of', 'source:"all of them": data source of 1,200 groups'],
    ['x acme', 'x source:Acme-Prod by source:Acme-Prod: data source of 1 group'],
    ['a'],
    ['source:acme-prod'],
    ['is:dr', 'is:draft: Unsent changes'],
    ['unsent', 'is:draft: Unsent changes'],
    ['reg unsent'],
    ['unsent changes:'],
    ['reg '],
    ['region='],
    [''],
  ] as const)
    it(`${expected.length === 0 ? 'nothing' : 'more'}: ${JSON.stringify(text)}`, () => {
      assert.deepEqual(offered(text), expected);
    });

  it('no more than so many', () => {
    assert.deepEqual(offered('m', 1), ['missing:region: groups without the property (1 has it)']);
  });
});
