// White space at the edges of the ids of a mapping: said of each, and of no other.

import assert from 'node:assert/strict';
import { edgeSpaceText } from '../../../src/document/edgeSpaces.ts';

describe('White space at the edge of an id', () => {
  const spaces = (id: string): string => `${id} has leading or trailing spaces. The service may not know it.`;
  const several = (id: string): string => `${id} looks like several IDs in one. The service may not know it.`;
  for (const [where, mapping, words] of [
    ['after a data source ID', '{"40": "213  "}', spaces('Data source ID "213␠␠"')],
    ['before a schema ID', '{" 40": 213}', spaces('Schema ID "␠40"')],
    ['as an escape', '{"40": "213\\t"}', spaces('Data source ID "213⇥"')],
    ['in it, of several in one', '{"40": "386\\n387\\t388\\n"}', several('Data source ID "386⏎387⇥388⏎"')],
    ['in a schema ID likewise', '{"40\\u202841": 5}', several('Schema ID "40\\u{2028}41"')],
    ['and nothing else', '{"40": " "}', spaces('Data source ID "␠"')],
    ['that is no ASCII', '{"40": "213\u00A0"}', spaces('Data source ID "213␠"')],
  ] as const) {
    it(`is reported, ${where}`, () => {
      assert.deepEqual(edgeSpaceText(mapping), [words]);
    });
  }

  it('is not given for white space within an id, around it, of numbers, nor of what is no mapping', () => {
    assert.deepEqual(['{ "a b" : "2 13" , "41" : 5 , "42": [" "] }', '{ oops', ''].flatMap(edgeSpaceText), []);
  });

  it('is given for five, and the rest is counted', () => {
    const mapping = JSON.stringify(
      Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`s${index}`, `${index} `])),
    );
    const words = edgeSpaceText(mapping);
    assert.deepEqual(
      [words.length, words.at(-1)],
      [6, 'Another 4 IDs of the mapping have leading or trailing spaces.'],
    );
  });

  it('is given once where 100,000 spaces stand within one ID and 100,000 around another', () => {
    const mapping = JSON.stringify({ 40: `a${' '.repeat(100_000)}b`, 41: `${' '.repeat(100_000)}b` });
    assert.equal(edgeSpaceText(mapping).length, 1);
  });
});
