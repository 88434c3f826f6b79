// The entries by which groups are compared: decoded, one of each name, and none that nobody could be offered.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { baseEntries } from '../../../src/document/baseEntries.ts';
import { valueText } from './arbitraryJson.ts';

const mappingOf = (mapping: string): unknown => baseEntries(`{"user_group_id":"a","mapping":${mapping}}`).mapping;

describe('The entries of a base', () => {
  it('are its schema ids with their data sources, and the names of its properties', () => {
    assert.deepEqual(baseEntries('{"mapping":{"40":"213"},"properties":{"region":{"a":1},"tier":null}}'), {
      mapping: [{ schemaId: '40', dataSource: '213' }],
      properties: ['region', 'tier'],
      values: [{ path: 'region.a', value: '1' }, { path: 'region' }, { path: 'tier', value: 'null' }],
    });
  });

  it('tell an empty field from an absent one, and from one that is no object', () => {
    assert.deepEqual(baseEntries('{"mapping":{}}'), { mapping: [] });
    assert.deepEqual(baseEntries('{"properties":{}}'), { properties: [] });
    for (const text of ['', 'x', '[]', '{}', '{"mapping":"{}","properties":[]}', '['.repeat(100_000)])
      assert.deepEqual(baseEntries(text), {}, text.slice(0, 40));
  });

  it('take text and digits for the same data source, whole and of any size', () => {
    assert.deepEqual(mappingOf('{"a":"213","b":213,"c":"\\u0032\\u00313","d":-9007199254740993123}'), [
      { schemaId: 'a', dataSource: '213' },
      { schemaId: 'b', dataSource: '213' },
      { schemaId: 'c', dataSource: '213' },
      { schemaId: 'd', dataSource: '-9007199254740993123' },
    ]);
  });

  for (const value of [
    '1.5',
    '1.0',
    '1e3',
    'true',
    'null',
    '{}',
    '["213"]',
    '""',
    `"${'x'.repeat(1001)}"`,
    '"\\ud800"',
  ]) {
    it(`have a schema id without a data source where it leads to ${value.slice(0, 20)}`, () => {
      assert.deepEqual(mappingOf(`{"40":${value}}`), [{ schemaId: '40', dataSource: undefined }]);
    });
  }

  it('have one of each name, the last', () => {
    assert.deepEqual(mappingOf('{"40":"1","\\u0034\\u0030":"2"}'), [{ schemaId: '40', dataSource: '2' }]);
    assert.deepEqual(baseEntries('{"properties":{"a":1},"properties":{"b":1,"b":2}}').properties, ['b']);
  });

  it('have no name that is empty, endless or half a character', () => {
    const longest = 'x'.repeat(1000);
    assert.deepEqual(
      baseEntries(`{"properties":{"":1,"${longest}":1,"${longest}x":1,"\\ud800":1,"__proto__":1}}`).properties,
      [longest, '__proto__'],
    );
  });

  it('are those that were written, in whichever spelling', () => {
    const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 5 });
    const spelling = fc.constantFrom(
      (text: string) => JSON.stringify(text),
      (text: string) => `"${Array.from({ length: text.length }, (_, at) => escaped(text, at)).join('')}"`,
    );
    const entry = fc.record({ name, spelling, value: valueText });
    fc.assert(
      fc.property(fc.array(entry), fc.array(entry), (mapping, properties) => {
        const spelt = (entries: typeof mapping): string =>
          entries.map((each) => `${each.spelling(each.name)} : ${each.value}`).join(' , ');
        const read = baseEntries(`{"mapping":{${spelt(mapping)}},"properties":{${spelt(properties)}}}`);
        assert.deepEqual(
          new Set(read.mapping?.map(({ schemaId }) => schemaId)),
          new Set(mapping.map((each) => each.name)),
        );
        assert.deepEqual(new Set(read.properties), new Set(properties.map((each) => each.name)));
        assert.equal(read.properties?.length, new Set(read.properties).size);
      }),
    );
  });
});

function escaped(text: string, at: number): string {
  return `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
}
