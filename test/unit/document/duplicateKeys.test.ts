import assert from 'node:assert/strict';
import fc from 'fast-check';
import { duplicateKeys, requireUniqueKeys } from '../../../src/document/duplicateKeys.ts';

describe('duplicateKeys', () => {
  it('finds each key that stands again in the same object, however it is written', () => {
    const text = '{"a":1,"m":{"40":1,"b":{"40":2},"\\u0034\\u0030":3,"40":4}}';

    assert.deepEqual(
      duplicateKeys(text).map(({ key, offset, length }) => [key, text.slice(offset, offset + length)]),
      [
        ['40', '"\\u0034\\u0030"'],
        ['40', '"40"'],
      ],
    );
  });

  it('tells of each both places, the first one in words', () => {
    const text = '{"mapping": {\n  "40": 1,\n  "41": 1,\n  "40": 2,\n  "40": 3 } }';
    const first = 'Duplicate key "40", first in line 2, column 3.';
    assert.deepEqual(
      duplicateKeys(text).map(({ offset, message }) => [text.slice(offset, offset + 7), message]),
      [
        ['"40": 2', first],
        ['"40": 3', first],
      ],
    );
    assert.throws(() => requireUniqueKeys(text), {
      kind: 'invalid',
      message: `JSON, line 4: ${first} Correct it there.`,
    });
    assert.throws(() => requireUniqueKeys('{"a":1,\n"a":2}', { field: 'mapping' }), /^invalid: Mapping, line 2: /);
    requireUniqueKeys('{"a":1,"b":{"a":1}}');
  });

  it('does not mix objects that stand beside each other', () => {
    assert.deepEqual(duplicateKeys('{"l":[{"a":1},{"a":2}],"n":{"a":{}, "b":{"a":1}}}'), []);
  });

  it('knows keys that every object inherits', () => {
    assert.deepEqual(duplicateKeys('{"__proto__":1,"constructor":2}'), []);
    assert.equal(duplicateKeys('{"__proto__":1,"__proto__":2}').length, 1);
  });

  it('reads unfinished text as far as it goes', () => {
    assert.equal(duplicateKeys('{"a":1,"a":').length, 1);
  });

  it('finds none in what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assert.deepEqual(duplicateKeys(JSON.stringify(value)), []);
      }),
    );
  });
});
