// What a typed value of Edit Multiple Groups… means.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { typedValue } from '../../../../src/vscode/bulk/changeQuestions.ts';

describe('A value that is typed', () => {
  it('is JSON where it is JSON, as it was spelt', () => {
    for (const [typed, json] of [
      ['true', 'true'],
      [' 12 ', '12'],
      ['1.0', '1.0'],
      ['12345678901234567890', '12345678901234567890'],
      ['["a"]', '["a"]'],
      ['{"a": 1}', '{"a": 1}'],
      ['null', 'null'],
      ['"gold"', '"gold"'],
      ['""', '""'],
    ] as const) {
      assert.equal(typedValue(typed), json);
    }
  });

  it('is a text where it is anything else', () => {
    for (const typed of [
      'gold',
      '007',
      '1.2.3',
      "'gold'",
      '{a: 1}',
      '[1,]',
      'True',
      '"',
      '1 2',
      ' gold ',
      '// x',
      'NaN',
    ]) {
      assert.deepEqual(JSON.parse(typedValue(typed)), typed);
    }
  });

  it('is JSON in every case, and nothing of it is lost', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        const value: unknown = JSON.parse(typedValue(typed));
        assert.deepEqual(value, parsed(typed));
      }),
    );
  });
});

function parsed(typed: string): unknown {
  try {
    return JSON.parse(typed) as unknown;
  } catch {
    return typed;
  }
}
