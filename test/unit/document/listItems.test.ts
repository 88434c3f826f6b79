// Items that are put into a list of strings and taken out of it, as it was typed.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withItem, withoutItem } from '../../../src/document/listItems.ts';

describe('The items of a list', () => {
  for (const [json, more] of [
    ['[]', '["n"]'],
    ['[ ]', '["n"]'],
    ['["a"]', '["a", "n"]'],
    ['["a","b"]', '["a","b","n"]'],
    ['[\n  "a\\u0040b"\n]', '[\n  "a\\u0040b",\n  "n"\n]'],
    ['[\n  "a",\n  "\\/x"\n]', '[\n  "a",\n  "\\/x",\n  "n"\n]'],
  ] as const)
    it(`get one more as those before it: ${json}`, () => {
      assert.equal(withItem(json, 'n'), more);
    });

  for (const [json, index, less] of [
    ['["a"]', 0, '[]'],
    ['["a", "b"]', 0, '["b"]'],
    ['["a", "b"]', 1, '["a"]'],
    ['[\n  "\\u0061",\n  "b",\n  "c"\n]', 1, '[\n  "\\u0061",\n  "c"\n]'],
    ['["a"]', 1, '["a"]'],
  ] as const)
    it(`get one less: ${json} without ${index}`, () => {
      assert.equal(withoutItem(json, index), less);
    });

  it('are what they say, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string(), fc.nat(), (items, item, at) => {
        for (const json of [JSON.stringify(items), JSON.stringify(items, undefined, 2)]) {
          assert.deepEqual(JSON.parse(withItem(json, item)), [...items, item]);
          assert.deepEqual(
            JSON.parse(withoutItem(json, at)),
            items.filter((_, index) => index !== at),
          );
        }
      }),
    );
  });
});
