import assert from 'node:assert/strict';
import { reasonText } from '../../../src/core/storedReasons.ts';
import { speakEnglish, speakPseudoLanguage } from '../../support/l10n/pseudoLanguage.ts';

describe('A reason that the database holds', () => {
  before(speakPseudoLanguage);
  after(speakEnglish);

  for (const [what, stored, shown] of [
    ['is shown in the language of the reader', 'Resolved later: not rotated.', '⟦Resolved later: not rotated⟧.'],
    ['from elsewhere is shown as it is', 'No such group (404).', 'No such group (404).'],
    ['that is called like what every object has is shown as it is', 'toString', 'toString'],
  ] as const)
    it(what, () => {
      assert.equal(reasonText(stored), shown);
    });
});
