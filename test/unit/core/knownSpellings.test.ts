// A trie of texts finds the same as looking for each of them.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { KnownSpellings } from '../../../src/core/knownSpellings.ts';

/** Some within another, and each likely to come more than once. */
const known = fc.constantFrom('aaaaaa', 'aaaaaab', 'aaaaaaba', 'aaabaa', 'aaabaabb', 'abaaaa', 'baaaaa', 'baaaaab');
const changes = fc.array(fc.tuple(fc.constantFrom('add', 'addAndRemoveTheFirst'), known), { maxLength: 10 });
const found = fc.string({ unit: fc.constantFrom('a', 'b', 'b', '…', '-'), maxLength: 14 });
/** Longer than any of them. */
const REST = '-'.repeat(10);

/** The trie and what it holds, after some have come and gone. */
function after(done: readonly (readonly [action: string, text: string])[]): { trie: KnownSpellings; held: string[] } {
  const trie = new KnownSpellings();
  const held: string[] = [];
  for (const [action, text] of done) {
    held.push(text);
    trie.add(text);
    for (const gone of action === 'addAndRemoveTheFirst' ? held.splice(0, 1) : []) trie.remove(gone);
  }
  return { trie, held };
}

const inCommon = (one: string, other: string): number => {
  const differs = Array.from(one).findIndex((sign, index) => sign !== other[index]);
  return differs < 0 ? one.length : differs;
};

/** Where it ends that can be read from the place on, whole or as far as an ellipsis. */
function endOf(text: string, from: string, place: number): number {
  const common = inCommon(text, from);
  return place + (common === text.length || (common >= 6 && from[common] === '…') ? common : 0);
}

const ellipsisIn = (text: string, place: number): number =>
  text.includes('…', place) ? text.indexOf('…', place) : Number.POSITIVE_INFINITY;

describe('Known spellings', () => {
  it('are found as far as one of them goes, whole or cut with an ellipsis', () => {
    fc.assert(
      fc.property(changes, found, fc.nat(3), (done, text, place) => {
        const { trie, held } = after(done);
        const ends = held.map((each) => endOf(each, text.slice(place), place)).filter((end) => end > place);
        assert.equal(trie.agreement(text, place, ellipsisIn(text, place)).end, Math.max(0, ...ends));
      }),
      { numRuns: 300 },
    );
  });

  it('stop at the first sign that none of them has', () => {
    fc.assert(
      fc.property(changes, found, fc.nat(3), (done, found, place) => {
        const { trie, held } = after(done);
        const text = found.padEnd(place, '-') + REST;
        const common = held.map((each) => inCommon(each, text.slice(place)));
        assert.equal(trie.agreement(text, place, ellipsisIn(text, place)).stopped, place + Math.max(0, ...common));
      }),
      { numRuns: 300 },
    );
  });

  it('may begin where one of them has its first sign', () => {
    fc.assert(
      fc.property(changes, found, fc.nat(3), fc.option(fc.nat(16), { nil: undefined }), (done, text, from, until) => {
        const { trie, held } = after(done);
        const end = Math.max(from, Math.min(until ?? text.length, text.length));
        const begins = Array.from(text).findIndex(
          (sign, index) => index >= from && index < end && held.some((each) => each.startsWith(sign)),
        );
        assert.equal(trie.nextBeginning(text, from, until), begins < 0 ? end : begins);
      }),
      { numRuns: 300 },
    );
  });
});
