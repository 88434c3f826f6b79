// Ids that look like others: said of what deceives, and of nothing that is written every day.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lookAlikeLetters, lookAlikeIdText, lookAlikeLetterText } from '../../../src/core/lookAlikeLetters.ts';

describe('Letters that look like others', () => {
  for (const [what, text, expected] of [
    ['a Cyrillic letter in a Latin word', '\u0430cme', ['\u0430']],
    ['several of them, each once', '\u0430cm\u0435-\u0430cm\u0435', ['\u0430', '\u0435']],
    ['a Greek letter in a Latin word', 'acm\u03B5', ['\u03B5']],
    [
      'a word that is Cyrillic throughout and drawn like a Latin one',
      'corp-\u0441\u043E\u0440',
      ['\u0441', '\u043E', '\u0440'],
    ],
    ['a letter of full width', 'ac\uFF4De', ['\uFF4D']],
    ['a mathematical letter', '\u{1D41A}cme', ['\u{1D41A}']],
    ['a digit of full width', 'acme\uFF11', ['\uFF11']],
    ['an i without its dot', 'd\u0131g', ['\u0131']],
    ['a dash that is no hyphen', 'acme\u20131', ['\u2013']],
    ['a minus', 'acme\u22121', ['\u2212']],
    ['a slash that is none', 'acme\u2215eu', ['\u2215']],
    ['a small capital', 'a\u1D04me', ['\u1D04']],
    ['a small capital of phonetics', 'acme\u026A', ['\u026A']],
    ['a digit of another script', 'cust\u09E6', ['\u09E6']],
    ['a digit of another script among those of ASCII', '1\u06602', ['\u0660']],
    ['a word in Coptic letters that are drawn like Latin ones', '\u2C82\u2C9E\u2CA6', ['\u2C82', '\u2C9E', '\u2CA6']],
    ['a word in Lisu letters that are drawn like Latin ones', '\uA4D0\uA4F3\uA4D4', ['\uA4D0', '\uA4F3', '\uA4D4']],
    ['a letter put together from two', 'Cafe\u0301', ['e\u0301']],
    ['a letter that has another of its own', '\u212Bngstr\u00F6m', ['\u212B']],
    ['a space that does not break', 'acme\u00A0eu', ['\u00A0']],
  ] as const) {
    it(`are found: ${what}`, () => {
      assert.deepEqual(lookAlikeLetters(text), expected);
    });
  }

  for (const text of [
    'acme',
    'Acme Corp. (EU) #1/2 - a_b',
    'Société Générale',
    'Łódź Straße',
    'Москва',
    'Ελλάδα',
    '東京タワー',
    'Acme東京',
    '서울',
    'שלום',
    'दिल्ली',
    '১২৩',
    'acme 🗼',
    '',
  ]) {
    it(`are not found in ${text === '' ? 'nothing' : text}`, () => {
      assert.deepEqual(lookAlikeLetters(text), []);
    });
  }

  it('are never of ASCII', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        assert.deepEqual(lookAlikeLetters(text), []);
      }),
    );
  });

  it('are named with their numbers, five at most', () => {
    assert.deepEqual(lookAlikeIdText('\u0430cme'), [
      'The ID contains characters that look like others: \u0430 (U+0430).',
    ]);
    assert.deepEqual(lookAlikeIdText('Cafe\u0301'), [
      'The ID contains characters that look like others: e\u0301 (U+0065 U+0301).',
    ]);
    assert.deepEqual(lookAlikeIdText('x\u00A0x'), ['The ID contains characters that look like others: ␠ (U+00A0).']);
    assert.match(
      lookAlikeIdText('\uFF41\uFF42\uFF43\uFF44\uFF45\uFF46\uFF47').join(),
      /\uFF45 \(U\+FF45\) and 2 more\.$/,
    );
    assert.deepEqual(lookAlikeIdText('acme'), []);
    assert.deepEqual(lookAlikeLetterText('\u0430cme'), ['Contains characters that look like others: \u0430 (U+0430)']);
    assert.match(
      lookAlikeLetterText('\uFF41\uFF42\uFF43\uFF44\uFF45\uFF46').join(),
      /^Contains .*\uFF45 \(U\+FF45\) and 1 more$/,
    );
  });
});
