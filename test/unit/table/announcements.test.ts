// What those who hear a table hear without asking.

import assert from 'node:assert/strict';
import { ProgressAnnouncements, rowCountText } from '../../../src/table/announcements.ts';

describe('A table that is heard', () => {
  it('tells of each tenth that is done, not of each row, and of the end', () => {
    const announcements = new ProgressAnnouncements();
    const reported = Array.from({ length: 1_001 }, (_, index) =>
      announcements.next({ done: index * 10, total: 10_000, words: `${index * 10}` }),
    );
    assert.deepEqual(
      reported.filter((words) => words !== undefined),
      ['1000', '2000', '3000', '4000', '5000', '6000', '7000', '8000', '9000', '10000'],
    );
  });

  it('tells nothing of what was there when it was opened, nor of progress that begins or goes away', () => {
    const announcements = new ProgressAnnouncements();
    const progress = { done: 5, total: 10, words: 'half' };
    assert.deepEqual(
      [announcements.next(progress), announcements.next(undefined), announcements.next(progress)],
      [undefined, undefined, undefined],
    );
  });

  it('says how many rows there are', () => {
    assert.deepEqual([0, 1, 12_345].map(rowCountText), ['No rows', '1 row', '12,345 rows']);
  });
});
