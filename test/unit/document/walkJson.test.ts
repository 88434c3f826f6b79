import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readStrictly } from '../../../src/document/walkJson.ts';
import { valueText } from './arbitraryJson.ts';
import { inDepth } from '../../support/depth.ts';

function accepts(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

/** A JSON text into which one piece was put, over some characters of it. */
const damaged = fc
  .tuple(
    valueText,
    fc.nat(),
    fc.nat({ max: 2 }),
    fc.constantFrom('', ...'"\\{},:0.e-+u\u00A0\u2028\u0000\v'.split(''), '/**/', 'null'),
  )
  .map(([text, at, over, piece]) => {
    const start = at % (text.length + 1);
    return text.slice(0, start) + piece + text.slice(start + over);
  })
  .filter((text) => text.isWellFormed());

describe('readStrictly', () => {
  it('accepts exactly what JSON.parse accepts', () => {
    fc.assert(
      fc.property(damaged, (text) => {
        assert.equal(
          accepts(() => {
            readStrictly(text);
          }),
          accepts(() => JSON.parse(text)),
          text,
        );
      }),
      { numRuns: inDepth(3000) },
    );
  });

  it('decodes every string as JSON.parse does', () => {
    fc.assert(
      fc.property(valueText, (text) => {
        const read: { type: string; start: number; end: number; decoded: unknown }[] = [];
        readStrictly(text, {
          onKey: (decoded, start, end) => read.push({ type: 'string', start, end, decoded }),
          onValue: (type, start, end, _depth, decoded) => read.push({ type, start, end, decoded }),
        });
        for (const { start, end, decoded } of read.filter(({ type }) => type === 'string')) {
          assert.equal(decoded, JSON.parse(text.slice(start, end)));
        }
      }),
    );
  });
});
