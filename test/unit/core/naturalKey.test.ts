// The order of texts that people expect, by keys that compare as texts.

import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { fold } from '../../../src/core/folding.ts';
import { naturalKey, naturalRange } from '../../../src/core/naturalKey.ts';

const keyOf = (text: string): string => naturalKey(fold(text));
const compare = (a: string, b: string): number => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0);

describe('The natural order', () => {
  for (const [what, texts] of [
    ['numbers by their value', ['Customer 2', 'Customer 10', 'Customer 100']],
    ['each number of a text', ['a2b10', 'a10b2', 'a10b10']],
    ['numbers that no integer holds', ['8'.repeat(40), '9'.repeat(40), '1'.repeat(41), '1'.repeat(1000)]],
    ['a name before one that goes on, with a number, a space or a letter', ['b', 'b 2', 'b2', 'b10', 'bb']],
    ['digits where they stand among other characters', ['a b', 'a-b', 'a2', 'ab']],
    ['full-width digits as those that they stand for', ['a2', 'a\uFF13', 'a10']],
    ['digits of other scripts as letters', ['a٢', 'a٣']],
    ['letters of all scripts by their code points', ['z', 'ж', 'あ', '😀']],
  ] as const) {
    it(`compares ${what}`, () => {
      assert.deepEqual(texts.toReversed().sort(compare), texts);
    });
  }

  it('takes no notice of letter case, accents and zeros in front', () => {
    for (const [one, other] of [
      ['Ärger', 'arger'],
      ['É', 'e\u0301'],
      ['straße', 'STRASSE'],
      ['b7', 'B007'],
      ['0', '000'],
    ] as const) {
      assert.equal(keyOf(one), keyOf(other));
    }
  });

  it('adds no character that is not printed', () => {
    assert.match(keyOf('a1 b22 c4444444444 d88888888888888888888888888888888888888'), /^[A-Z\d ]*$/);
  });

  it('is that of integers, whatever their length', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 60n }), fc.bigInt({ min: 0n, max: 10n ** 20n }), (a, b) => {
        assert.equal(compare(`n ${a} x`, `n ${b} x`), a < b ? -1 : a > b ? 1 : 0);
      }),
    );
  });

  it('has the keys of all that begins like a text in one range, as SQLite compares them', () => {
    const database = new DatabaseSync(':memory:');
    const isWithin = database.prepare('SELECT ? BETWEEN ? AND ? AS is_within');
    const text = fc.string({ unit: fc.constantFrom('a', 'Ä', ' ', '-', '0', '1', '9', '２', '가', 'あ', '😀', '\n') });
    fc.assert(
      fc.property(text, text, (beginning, rest) => {
        const [from, upTo] = naturalRange(fold(beginning));
        assert.deepEqual({ ...isWithin.get(keyOf(beginning + rest), from, upTo) }, { is_within: 1 });
      }),
    );
    database.close();
  });
});
