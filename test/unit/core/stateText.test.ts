// The words for times.

import assert from 'node:assert/strict';
import { agoText, dayText, momentText, secondText } from '../../../src/core/stateText.ts';

const at = (year: number, month: number, day: number, hour = 12, minute = 0): number =>
  new Date(year, month - 1, day, hour, minute).getTime();
const NOW = at(2025, 5, 20);

describe('The words for a time', () => {
  it('give the time of today, the day of this year, and the year of another', () => {
    assert.equal(dayText(at(2025, 5, 20, 9, 5), NOW), 'today 09:05');
    assert.equal(dayText(at(2025, 1, 3), NOW), '3 Jan');
    assert.equal(dayText(at(2024, 5, 20), NOW), '20 May 2024');
  });

  it('give the minute of a moment on any day', () => {
    assert.equal(momentText(at(2025, 5, 20, 0, 0), NOW), 'today 00:00');
    assert.equal(momentText(at(2025, 5, 12, 14, 2), NOW), '12 May 14:02');
  });

  it('give the second where a minute does not tell moments apart', () => {
    assert.equal(secondText(at(2025, 5, 20, 9, 5) + 7_000, NOW), 'today 09:05:07');
    assert.equal(secondText(at(2024, 5, 12, 14, 2) + 31_999, NOW), '12 May 2024 14:02:31');
  });

  it('count full days, and take a clock that jumped back for today', () => {
    const day = 24 * 60 * 60 * 1000;
    assert.deepEqual(
      [1, 0, 1 - day, -day, -94.5 * day].map((before) => agoText(NOW + before, NOW)),
      ['today', 'today', 'today', '1 day ago', '94 days ago'],
    );
  });
});
