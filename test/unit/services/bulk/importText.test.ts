// What is asked before groups of a file are listed or sent: what is marked in the preview is not left unsaid.

import assert from 'node:assert/strict';
import {
  classText,
  getOrCreateText,
  listOnlyText,
  rowText,
  validCount,
} from '../../../../src/services/bulk/importText.ts';

describe('The question before an import', () => {
  const rows = [
    [{ known: 0, invalid: 0, warned: 0 }, [], []],
    [
      { known: 1, invalid: 1, warned: 1 },
      ['1 group is already in the list and stays unchanged.'],
      ['1 invalid row is skipped.', '1 group needs review in the preview.'],
    ],
    [
      { known: 2, invalid: 3, warned: 1_004 },
      ['2 groups are already in the list and stay unchanged.'],
      ['3 invalid rows are skipped.', '1,004 groups need review in the preview.'],
    ],
  ] as const;
  for (const [counts, ofKnown, ofOthers] of rows) {
    const line = (sentences: readonly string[]): string[] => (sentences.length === 0 ? [] : [sentences.join(' ')]);
    const numbers = Object.values(counts).join(', ');

    it(`to the list says what happens, and to how many (${numbers})`, () => {
      assert.deepEqual(listOnlyText({ ...counts, notKnown: 1 }), [
        'Nothing is sent. Tokens are not fetched, and the documents are saved as drafts.',
        ...line([...ofKnown, ...ofOthers]),
      ]);
    });

    it(`to the service says what happens, and to how many (${numbers})`, () => {
      assert.deepEqual(getOrCreateText({ ...counts, notKnown: 1 }), [
        'Missing groups are created. Existing groups stay unchanged.',
        ...line(ofOthers),
      ]);
    });
  }

  it('counts known and other groups as valid', () => {
    assert.equal(validCount({ known: 1, notKnown: 2, invalid: 4, warned: 8 }), 3);
  });
});

describe('A row of an import', () => {
  const problems = [{ severity: 'error', reason: 'No ID.' }] as const;
  const row = { number: 1, userGroupId: 'acme', name: 'Acme', text: '{}', problems };

  it('is named by what it is', () => {
    assert.deepEqual((['known', 'notKnown', 'invalid'] as const).map(classText), [
      'In the list',
      'Not in the list',
      'Invalid',
    ]);
  });

  it('says its problems, and that what it changes in a known group is not applied', () => {
    const changes = [{ path: 'name', before: '"A"', after: '"B"' }];
    assert.equal(rowText({ ...row, class: 'known' }, changes), "No ID. Importing doesn't update existing groups.");
    assert.equal(rowText({ ...row, class: 'known' }, []), 'No ID.');
    assert.equal(rowText({ ...row, class: 'notKnown' }, changes), 'No ID.');
  });
});
