// The words for the state of a group, and for times.

import assert from 'node:assert/strict';
import { agoText, dayText, momentText, secondText, stateText, type GroupState } from '../../../src/core/stateText.ts';

const at = (year: number, month: number, day: number, hour = 12, minute = 0): number =>
  new Date(year, month - 1, day, hour, minute).getTime();
const NOW = at(2025, 5, 20);
const MAY_12 = at(2025, 5, 12);

describe('The words for a group', () => {
  const rows: readonly [string, Partial<GroupState>, readonly string[]][] = [
    ['that nothing is known of', {}, ['Not sent']],
    ['that was sent', { sentAt: MAY_12, answeredAt: MAY_12, mappingKnown: true }, ['Sent 12 May']],
    [
      'with a draft',
      { sentAt: MAY_12, answeredAt: MAY_12, mappingKnown: true, draftAt: NOW },
      ['Unsent changes', 'Sent 12 May'],
    ],
    ['whose mapping nobody sent from here', { answeredAt: MAY_12 }, ['Mapping unknown']],
    ['whose mapping is unknown, but is about to be said', { answeredAt: MAY_12, draftAt: NOW }, ['Unsent changes']],
    [
      'that existed already',
      { answeredAt: MAY_12, existedNotAppliedAt: MAY_12, draftAt: MAY_12 },
      ['Existed already, not applied', 'Unsent changes'],
    ],
    [
      'whose token is sealed with a lost key',
      { sentAt: MAY_12, answeredAt: MAY_12, mappingKnown: true, isTokenReadable: false },
      ['Token not readable here', 'Sent 12 May'],
    ],
    [
      'whose token is readable',
      { sentAt: MAY_12, answeredAt: MAY_12, mappingKnown: true, isTokenReadable: true },
      ['Sent 12 May'],
    ],
    [
      'that was gone',
      { sentAt: MAY_12, answeredAt: MAY_12, mappingKnown: true, goneAt: NOW },
      ['Recreated, new token', 'Sent 12 May'],
    ],
    [
      'whose rotation got no answer',
      { unknownOutcome: { operation: 'rotate', at: NOW } },
      ['Rotation: outcome unknown'],
    ],
    ['whose update got no answer', { unknownOutcome: { operation: 'update', at: NOW } }, ['Update: outcome unknown']],
    [
      'whose get-or-create got no answer',
      { unknownOutcome: { operation: 'getOrCreate', at: NOW } },
      ['Get or create: outcome unknown'],
    ],
  ];
  for (const [title, state, words] of rows) {
    it(`${title} are "${words.join('", "')}"`, () => {
      assert.deepEqual(stateText({ mappingKnown: false, ...state }, NOW), words);
    });
  }

  it('begin with the most pressing', () => {
    const words = stateText(
      {
        mappingKnown: false,
        unknownOutcome: { operation: 'rotate', at: NOW },
        goneAt: NOW,
        existedNotAppliedAt: NOW,
        draftAt: NOW,
        isTokenReadable: false,
        answeredAt: NOW,
        sentAt: MAY_12,
      },
      NOW,
    );
    assert.deepEqual(words, [
      'Rotation: outcome unknown',
      'Recreated, new token',
      'Existed already, not applied',
      'Unsent changes',
      'Token not readable here',
      'Sent 12 May',
    ]);
  });
});

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
