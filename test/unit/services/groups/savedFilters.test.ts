// The filters that the user has saved stay as they are, whatever else is stored beside them.

import assert from 'node:assert/strict';
import { Redactor } from '../../../../src/core/redactor.ts';
import { SavedFilters } from '../../../../src/services/groups/savedFilters.ts';
import { standIn } from '../../../support/standIn.ts';

const SECRET = 'abcdef-0123456789';

function filtersIn(kept: Map<string, unknown>): SavedFilters {
  const redactor = new Redactor();
  redactor.add(SECRET);
  const memory = standIn<ConstructorParameters<typeof SavedFilters>[0]>({
    get: (key) => kept.get(key),
    set: (key, value) => Promise.resolve(void kept.set(key, value)),
  });
  return new SavedFilters(memory, redactor);
}

describe('The saved filters', () => {
  it('are in natural order of their names, without letter case, and none is lost', () => {
    const named = ['Wave 10', 'wave 9', 'élan', 'Zebra', 'alpha', 'Wave 1'];
    const filters = filtersIn(new Map([['savedFilters', named.map((name) => ({ name, query: name }))]]));
    assert.deepEqual(
      filters.list().map(({ name }) => name),
      ['alpha', 'élan', 'Wave 1', 'wave 9', 'Wave 10', 'Zebra'],
    );
  });

  for (const [words, kept] of [
    ['nothing is kept', undefined],
    ['something else is kept', { name: 'Europe', query: 'region=EU' }],
    ['what is kept is none of them', [undefined, 'Europe', { name: 'Europe' }, { query: 'a' }, { name: 1, query: 2 }]],
  ] as const)
    it(`are none where ${words}`, () => {
      assert.deepEqual(filtersIn(new Map([['savedFilters', kept]])).list(), []);
    });

  it('keep all others when one is saved or removed by its name, in any letter case', async () => {
    const filters = filtersIn(new Map());
    for (const [name, query] of [
      ['Europe', 'region=EU'],
      ['Gold', 'tier=gold'],
      ['EUROPE', 'region=EUR'],
    ] as const)
      await filters.save({ name, query });
    assert.deepEqual(filters.list(), [
      { name: 'EUROPE', query: 'region=EUR' },
      { name: 'Gold', query: 'tier=gold' },
    ]);
    await filters.remove('gold');
    assert.deepEqual(filters.list(), [{ name: 'EUROPE', query: 'region=EUR' }]);
  });

  for (const [words, filter] of [
    ['name', { name: `Of ${SECRET}`, query: 'region=EU' }],
    ['query', { name: 'Europe', query: `key=${SECRET}` }],
  ] as const)
    it(`hold none with a token in its ${words}`, async () => {
      const kept = new Map<string, unknown>();
      await assert.rejects(filtersIn(kept).save(filter), { kind: 'invalid' });
      assert.equal(kept.size, 0);
    });
});
