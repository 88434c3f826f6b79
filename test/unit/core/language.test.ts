// How numbers, dates, lists and plurals are written in a display language.

import assert from 'node:assert/strict';
import * as l10n from '@vscode/l10n';
import { dateText, grouped, isOne, listText, useLanguage, type DateForm } from '../../../src/core/language.ts';

const MARCH_3 = new Date(2025, 2, 3);
const NONE = {};

describe('In a display language', () => {
  afterEach(() => {
    useLanguage('en', undefined);
  });

  const dates: Readonly<Record<string, readonly [DateForm, string][]>> = {
    en: [
      ['day', '3 Mar'],
      ['date', '3 Mar 2025'],
    ],
    de: [
      ['day', '3. März'],
      ['date', '3. März 2025'],
      ['longDate', 'Montag, 3. März 2025'],
    ],
    ja: [
      ['day', '3月3日'],
      ['date', '2025年3月3日'],
      ['longDate', '2025年3月3日月曜日'],
    ],
  };
  for (const [language, forms] of Object.entries(dates))
    for (const [form, text] of forms)
      it(`a date stands as it does there: ${language}, ${form}`, () => {
        useLanguage(language, NONE);
        assert.equal(dateText(MARCH_3, form), text);
      });

  it('numbers and lists stand as they do there', () => {
    assert.deepEqual(
      ['en', 'de', 'ja'].map((language) => {
        useLanguage(language, NONE);
        return [grouped(10_000), listText(['a', 'b', 'c'])];
      }),
      [
        ['10,000', 'a, b, and c'],
        ['10.000', 'a, b und c'],
        ['10,000', 'a、b、c'],
      ],
    );
  });

  it('one is one where the language has a singular', () => {
    assert.deepEqual(
      ['en', 'de', 'ja'].map((language) => {
        useLanguage(language, NONE);
        return [0, 1, 2].map(isOne);
      }),
      [
        [false, true, false],
        [false, true, false],
        [false, false, false],
      ],
    );
  });

  it('that nobody has translated the texts into, plurals are those of English', () => {
    useLanguage('fr', undefined);
    assert.deepEqual([isOne(0), isOne(1), dateText(MARCH_3, 'day')], [false, true, '3 mars']);
    useLanguage('fr', NONE);
    assert.equal(isOne(0), true);
  });

  it('texts are those of its translation, and English again without one', () => {
    useLanguage('de', '{"Name":"Bezeichnung"}');
    assert.equal(l10n.t('Name'), 'Bezeichnung');
    useLanguage('en', undefined);
    assert.equal(l10n.t('Name'), 'Name');
  });
});
