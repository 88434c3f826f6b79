// The words for what a search found.

import assert from 'node:assert/strict';
import { foundText } from '../../../../src/vscode/command/foundText.ts';

const NOW = Date.UTC(2025, 4, 12);
const DAY = 86_400_000;
const count = (
  groups: number,
  answered: number,
  newest?: number,
  oldest = newest,
): Parameters<typeof foundText>[2][number] => ({
  connectionId: 'one',
  groups,
  answered,
  ...(newest !== undefined && oldest !== undefined && { newest: NOW - newest * DAY, oldest: NOW - oldest * DAY }),
});

describe('The words for what was found', () => {
  it('say how many of how many, and how old what is known of them is', () => {
    assert.equal(
      foundText(12, 3000, [count(12, 12, 3, 130)], NOW),
      '12 of 3,000 groups match · last service responses 3 to 130 days ago',
    );
    assert.equal(
      foundText(12, 3000, [count(7, 7, 3, 9), count(5, 4, 1, 5)], NOW),
      '12 of 3,000 groups match · last service responses 1 to 9 days ago · 1 without a response',
    );
    assert.equal(
      foundText(2, 3, [count(2, 2, 0, 800)], NOW),
      '2 of 3 groups match · last service responses within 800 days',
    );
    assert.equal(foundText(1, 3, [count(1, 1, 0)], NOW), '1 of 3 groups matches · last service response today');
    assert.equal(foundText(1, 3, [count(1, 1, 1)], NOW), '1 of 3 groups matches · last service response 1 day ago');
    assert.equal(
      foundText(2, 3, [count(2, 2, 0, 1)], NOW),
      '2 of 3 groups match · last service responses within 1 day',
    );
    assert.equal(foundText(1, 3, [count(1, 1, -5)], NOW), '1 of 3 groups matches · last service response today');
  });

  it('say of all groups that they are all, and of none nothing more', () => {
    assert.equal(foundText(3000, 3000, [count(3000, 0)], NOW), '3,000 groups · no service response yet');
    assert.equal(foundText(1, 1, [count(1, 1, 2)], NOW), '1 group · last service response 2 days ago');
    assert.equal(foundText(0, 3000, [], NOW), 'No group matches');
  });
});
