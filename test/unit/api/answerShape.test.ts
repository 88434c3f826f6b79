// What is said of an answer that is not understood: how it looks, and none of its values.

import assert from 'node:assert/strict';
import { answerShape } from '../../../src/api/quotedAnswer.ts';

describe('The shape of an answer', () => {
  const many = Object.fromEntries(Array.from('abcdefghijklmn', (name) => [name, 1]));
  for (const [text, shape] of [
    ['', '0 bytes'],
    ['x', '1 byte'],
    ['[1]', 'an array of 3 bytes'],
    ['17', 'JSON of 2 bytes'],
    ['null', 'JSON of 4 bytes'],
    ['{}', 'an object of 2 bytes without fields'],
    [
      '{"success":1,"user_group":{"name":"x","teamId":2}}',
      'an object of 50 bytes with the fields success, user_group, user_group.name, user_group.teamId',
    ],
    ['{"success":1,"user_group":[1]}', 'an object of 30 bytes with the fields success, user_group'],
    ['{"success":1,"tok-7f3a9c51":2,"a b":3}', 'an object of 38 bytes with the fields success and 2 more'],
    [JSON.stringify(many), 'an object of 85 bytes with the fields a, b, c, d, e, f, g, h, i, j, k, l and 2 more'],
  ] as const) {
    it(`is ${shape}`, () => {
      assert.equal(answerShape(text, text.length, 'user_group'), shape);
    });
  }
});
