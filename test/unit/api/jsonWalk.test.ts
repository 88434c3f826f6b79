import assert from 'node:assert/strict';
import fc from 'fast-check';
import { JsonWalk } from '../../../src/api/jsonWalk.ts';

/** Everything in a text, walked through: an object member by member, an array element by element. */
function walked(text: string): unknown {
  const walk = new JsonWalk(text);
  if (walk.isObject) return Object.fromEntries(Array.from(walk.members(), (name) => [name, walked(walk.value())]));
  if (walk.isArray) return Array.from(walk.elements(), walked);
  return JSON.parse(walk.value());
}

describe('A walk through JSON', () => {
  it('comes past everything that is there, however it is spaced', () => {
    const spaced = fc.constantFrom(undefined, 2, '\t');
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary', maxDepth: 4 }), spaced, (json, space) => {
        const value: unknown = JSON.parse(json);
        assert.deepEqual(walked(JSON.stringify(value, undefined, space)), value);
      }),
      { numRuns: 40 },
    );
  });

  it('gives each element as it is written', () => {
    const text = '[ 1.0 , "a]\\"," , {"a" : [ 1e400 ]} ,[] ]';
    assert.deepEqual([...new JsonWalk(text).elements()], ['1.0', '"a]\\","', '{"a" : [ 1e400 ]}', '[]']);
  });

  for (const [text, what] of [
    ['{"a":[1,', 'The response is JSON that was cut short.'],
    ['[1 2]', 'The response is not JSON.'],
    ['{"a" 1}', 'The response is not JSON.'],
    ['{1:1}', 'The response is not JSON.'],
    ['[', 'The response is not JSON.'],
  ] as const)
    it(`stops at what is not JSON: ${text}`, () => {
      assert.throws(() => walked(text), { what });
    });
});
