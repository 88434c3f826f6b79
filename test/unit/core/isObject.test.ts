// Which values are objects, and which texts are JSON.

import assert from 'node:assert/strict';
import { isJson } from '../../../src/core/isJson.ts';
import { isObject } from '../../../src/core/isObject.ts';

describe('A value of JSON', () => {
  it('is an object where it has fields', () => {
    assert.deepEqual([{}, { a: 1 }, [], null, 'a', 1, undefined].filter(isObject), [{}, { a: 1 }]);
  });

  it('is told from other texts', () => {
    assert.deepEqual(['{}', 'null', '"a"', '', 'a', '{'].filter(isJson), ['{}', 'null', '"a"']);
  });
});
