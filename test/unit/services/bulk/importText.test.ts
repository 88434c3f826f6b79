// What is asked before groups of a file are listed or sent: what is marked in the preview is not left unsaid.

import { getOrCreateText, listOnlyText, rowText } from '../../../../src/services/bulk/importText.ts';
import { assertApproved, type Said } from '../../../support/approved.ts';

describe('An import', () => {
  it('says before it lists or sends what happens, and to how many, and of a row what the user must know', () => {
    const problems = [{ severity: 'error', reason: 'No ID.' }] as const;
    const row = { problems };
    const counts = [
      { known: 0, invalid: 0, warned: 0 },
      { known: 1, invalid: 1, warned: 1 },
      { known: 2, invalid: 3, warned: 1_004 },
    ].map((each) => ({ ...each, notKnown: 1 }));
    assertApproved('bulk/import', [
      ...counts.flatMap((each): Said[] => [
        [`Add to the list: ${JSON.stringify(each)}`, listOnlyText(each)],
        [`Get or create: ${JSON.stringify(each)}`, getOrCreateText(each)],
      ]),
      ['A row that is not updated, for two reasons', rowText(row, 'It has unsent changes.')],
      ['A row with the same reason twice', rowText(row, 'No ID.')],
      ['Another row', rowText(row)],
    ]);
  });
});
