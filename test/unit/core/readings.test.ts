// What the signs of a text may mean: as much as reading it in the plainest way finds.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Readings } from '../../../src/core/readings.ts';
import { plainReadings, type Reading } from '../../support/plainRedactor.ts';

/** Escapes and their pieces, with what stands just beside digits and letters in the order of signs. */
const piece = fc.constantFrom(
  ...['\\', '\\', '%', '%', '&', '&', '&#', '&#x', '\\u', '\\u00', '%5C', '%5c', '%25', '%26', '&amp', '&lt', '&sol'],
  ...['\\'.repeat(9), '&#92', '&#x26', '&#0037', '\\u0026', '\\u005C', 'amp', '#', 'x', 'u', ';', ';'],
  ...['0', '2', '5', '9', 'a', 'f', 'A', 'F', 'g', 'z', 'Z', 'G', '/', ':', '@', '`', '[', '{', '"', 'n', '+', ' '],
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

const spelt = (readings: readonly Reading[]): string[] =>
  readings.map(({ sign, end }) => `${JSON.stringify(sign)} ${end}`).toSorted();

/** Of each place in what comes before the rest. */
function assertAsPlainly(before: string, rest: string, deepest?: number): void {
  const readings = new Readings(before + rest);
  const plainly = plainReadings(`${before}${rest}%`, deepest);
  for (let place = 0; place < before.length; place += 1) {
    const plain = [...new Set(spelt(plainly(place)))];
    assert.deepEqual(spelt(readings.at(place)), plain, `${before} at ${place}`);
  }
}

describe('The readings of a sign', () => {
  it('are those of escapes, of escapes of escapes, and of those of them', () => {
    fc.assert(
      fc.property(text, (one) => {
        assertAsPlainly(one, ' .');
      }),
      { numRuns: 400 },
    );
  });

  it('are those of escapes alone in a text of more than 200,000 signs', () => {
    fc.assert(
      fc.property(text, (one) => {
        assertAsPlainly(one, '.'.repeat(200_001 - one.length), 1);
      }),
      { numRuns: 100 },
    );
    for (const [length, end] of [
      [200_000, 5],
      [200_001, 3],
    ] as const)
      assert.equal(new Readings('%2541'.padEnd(length, '.')).at(0).at(-1)?.end, end);
  });

  for (const one of [
    ...[
      '&a#x41;',
      '&a#65;',
      '&1lt;',
      '&lt1',
      '&lt;',
      '&toString;',
      '&;',
      '&',
      '&#',
      '&#;',
      '&#x;',
      '&#x00000041;',
      '&#000065;',
    ],
    ...['%', '%4', '%4;', '%lt', '%gt', '%GT', '\\', '\\u', '\\u004', '\\u004;', '\\uamp', '\\x0041', '%%41', '&&lt;'],
  ]) {
    it(`are as many of ${one}`, () => {
      assertAsPlainly(one, ' .');
    });
  }

  it('are those of hexadecimal digits and of nothing beside them, also in a long text', () => {
    const rest = '.'.repeat(200_001);
    for (let code = 0x20; code < 0x7f; code += 1) {
      const sign = String.fromCharCode(code);
      for (const one of [`%${sign}1`, `%1${sign}`, `\\u00${sign}1`, `\\${sign}0041`]) {
        assertAsPlainly(one, ' .');
        assertAsPlainly(one, rest, 1);
      }
    }
  });

  it('begin with itself', () => {
    for (const sign of ['a', '+', '%41', '\\n', '&amp;']) assert.equal(new Readings(sign).at(0)[0]?.sign, sign[0]);
  });

  it('are several in a text that holds the beginning of an escape', () => {
    assert.deepEqual(
      ['a+b', '', '\\', '%', '&'].map((one) => Readings.holdsEscapes(one)),
      [false, false, true, true, true],
    );
  });

  it('may be several from the next such place on', () => {
    const readings = new Readings('abc+d%e&f\\g');
    assert.deepEqual(
      [0, 3, 4, 5, 6, 8, 9, 10].map((place) => readings.nextEscape(place)),
      [3, 3, 5, 5, 7, 9, 9, Infinity],
    );
  });
});
