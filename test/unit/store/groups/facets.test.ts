// What a group is found by, as one text, and the terms that lead to it.

import assert from 'node:assert/strict';
import type { BaseEntries } from '../../../../src/core/ports/userGroupStore.ts';
import {
  ANYTHING,
  CUT,
  facetAsked,
  facetsOf,
  statementsOf,
  termAsked,
  termsOf,
} from '../../../../src/store/groups/facets.ts';

const EU = { kind: 'property', path: 'region', value: 'EU' } as const;
const LONGEST = 20_000;
const values = (count: number, value = 'x'): BaseEntries => ({
  values: Array.from({ length: count }, (_, index) => ({ path: `p${index}`, value })),
});

describe('What a group is found by', () => {
  for (const [words, entries, facets] of [
    ['is nothing where it has nothing', {}, ''],
    [
      'is its mapping and its properties, with a value or without',
      {
        mapping: [{ schemaId: '40', dataSource: '213' }, { schemaId: '41' }],
        values: [{ path: 'region', value: 'EU' }, { path: 'address' }],
      },
      '\u0002M40\u0003213\u0004\u0002M41\u0003\u0005\u0004\u0002Pregion\u0003EU\u0004\u0002Paddress\u0003\u0005\u0004\u0002S213\u0003\u0004',
    ],
    [
      'holds no separator of its own',
      { values: [{ path: 'a\u0003', value: '\0' }] },
      '\u0002Pa\uFFFD\u0003\uFFFD\u0004',
    ],
    ['says where there is more', { ...values(1), hasMoreValues: true }, `\u0002Pp0\u0003x\u0004${CUT}`],
  ] as const) {
    it(words, () => {
      assert.equal(facetsOf(entries), facets);
    });
  }

  it('is cut after the last whole one that fits, and says so once', () => {
    // Each has 5 characters of its own beside its value.
    const two = (length: number): BaseEntries['values'] => [
      { path: 'a', value: 'x'.repeat(length) },
      { path: 'b', value: '' },
    ];
    const whole = { values: two(LONGEST - 10)! };
    assert.equal(facetsOf(whole).length, LONGEST);
    assert.equal(facetsOf({ ...whole, hasMoreValues: true }).length, LONGEST + CUT.length);
    const more = { values: [...whole.values, { path: 'c', value: '' }], hasMoreValues: true };
    assert.ok(facetsOf(more) === facetsOf(whole) + CUT);
    const longer = two(LONGEST - 9)!;
    assert.ok(facetsOf({ values: longer }) === facetsOf({ values: longer.slice(0, 1) }) + CUT);
    assert.ok(facetsOf({ values: two(LONGEST) }) === CUT);
  });

  for (const [words, asked, facet] of [
    ['a property with its value', EU, '\u0002Pregion\u0003EU\u0004'],
    ['a property', { kind: 'property', path: 'region' }, '\u0002Pregion\u0003'],
    ['a property that may be missing', { kind: 'missing', path: 'region' }, '\u0002Pregion\u0003'],
    ['a schema id', { kind: 'mapping', schemaId: '40' }, '\u0002M40\u0003'],
    [
      'a schema id with its data source',
      { kind: 'mapping', schemaId: '40', dataSource: '213' },
      '\u0002M40\u0003213\u0004',
    ],
  ] as const) {
    it(`is asked for by ${words}`, () => {
      assert.equal(facetAsked(asked), facet);
    });
  }

  it('says of each that its name is there, and its value', () => {
    assert.deepEqual(statementsOf(facetsOf({ ...values(1), hasMoreValues: true })), [
      '\u0002Pp0\u0003',
      '\u0002Pp0\u0003x\u0004',
    ]);
  });
});

describe('The terms of a group', () => {
  it('are numbers of six bytes, one for each name and value', () => {
    const terms = termsOf(facetsOf({ values: [EU, EU] }));
    assert.deepEqual(terms, [termAsked({ kind: 'property', path: 'region' }), termAsked(EU)]);
    assert.deepEqual(terms, [263_135_207_284_270, 231_363_052_644_136]);
  });

  for (const [words, facets, terms] of [
    ['are none where it has nothing', '', []],
    ['are all where they are 200', facetsOf(values(100)), 200],
    ['are one for anything where they would be more', facetsOf(values(101)), [ANYTHING]],
    ['are one for anything where nothing fits as a whole', CUT, [ANYTHING]],
  ] as const) {
    it(words, () => {
      const found = termsOf(facets);
      assert.deepEqual(typeof terms === 'number' ? found.length : found, terms);
    });
  }
});
