// What is asked before groups of a file are listed or sent: what is marked in the preview is not left unsaid.

import assert from 'node:assert/strict';
import { getOrCreateText, listOnlyText } from '../../../../src/services/bulk/importText.ts';

const counts = { known: 1, notKnown: 2, invalid: 0 };

describe('The question before an import', () => {
  for (const [warned, words] of [
    [1, '1 group needs review in the preview.'],
    [2, '2 groups need review in the preview.'],
  ] as const) {
    it(`says that ${warned} of its rows should be looked at`, () => {
      assert.deepEqual(
        [getOrCreateText, listOnlyText].map((wordsOf) => wordsOf({ ...counts, warned }).at(-1)),
        [words, `1 group is already in the list and stays unchanged. ${words}`],
      );
    });
  }

  it('says nothing of a review where there is none', () => {
    assert.deepEqual(
      [getOrCreateText, listOnlyText]
        .flatMap((wordsOf) => wordsOf({ ...counts, warned: 0 }))
        .filter((line) => line.includes('review')),
      [],
    );
  });
});
