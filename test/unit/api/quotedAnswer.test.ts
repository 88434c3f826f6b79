// What is quoted of an answer.

import assert from 'node:assert/strict';
import { quotedAnswer } from '../../../src/api/quotedAnswer.ts';
import { Redactor } from '../../../src/core/redactor.ts';

describe('A quoted answer', () => {
  for (const [what, said, quoted] of [
    ['is as it came where no field is a secret', '{ "big": 9007199254740993 }', '“{ "big": 9007199254740993 }”'],
    ['has no value of a field that is a secret', '{ "my_token": "abc" }', '“{"my_token":"•••"}”'],
  ] as const) {
    it(what, () => {
      const answer = { status: 400, header: () => undefined, body: Buffer.from(said), mostBytes: 1_000 };
      assert.equal(quotedAnswer(answer, new Redactor()), quoted);
    });
  }
});
